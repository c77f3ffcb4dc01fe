import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Category } from '../../../origin/contract/fields.ts';
import { suggestedCategory } from '../../../origin/store/skills/category/suggest.ts';

const of = (slug: string, description: string, triggers: string[] = [], tags: string[] = []) =>
  suggestedCategory({ slug, name: slug, description, triggers, tags });

describe('the suggested category', () => {
  it.each([
    ['code-review', 'Reviews a pull request and points at bugs in TypeScript code.', 'coding'],
    ['sql-helper', 'Writes SQL queries and analyzes datasets in CSV files.', 'data'],
    ['k8s-logs', 'Deploys to Kubernetes clusters and watches Terraform runs.', 'devops'],
    ['logo-maker', 'Designs logos, icons and color palettes in Figma.', 'design'],
    ['pdf-forms', 'Fills PDF forms and converts Word documents.', 'documents'],
    ['quiz-tutor', 'Teaches students with quizzes, lessons and flashcards.', 'education'],
    ['budget-tracker', 'Tracks expenses, invoices and taxes of a household budget.', 'finance'],
    ['workout-log', 'Plans workouts, nutrition and sleep for better fitness.', 'health'],
    ['seo-audit', 'Audits SEO and plans marketing campaigns.', 'marketing'],
    ['video-cutter', 'Cuts videos, transcribes podcasts and edits audio.', 'media'],
    ['secret-scan', 'Finds vulnerabilities and leaked credentials in a security audit.', 'security'],
    ['blog-writer', 'Drafts blog posts and edits prose in an author’s writing style.', 'writing'],
    ['thing', 'Does what one wants.', 'other'],
    ['hello', '', 'other'],
  ] as const)('of %s is what it describes: %s', (slug, description, expected) => {
    expect(of(slug, description)).toBe(expected);
  });

  it('is one of those that there are, and the same for the same text, whatever the text is', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 5 }), (slug, description, more) => {
        const category = of(slug, description, more, more);
        expect(Category.options).toContain(category);
        expect(of(slug, description, more, more)).toBe(category);
      }),
    );
  });

  it('isn’t moved by saying a word often', () => {
    const text = 'Writes SQL queries and analyzes datasets. ';
    expect(of('helper', `${text}${'podcast '.repeat(50)}`)).toBe(of('helper', `${text}podcast`));
  });
});
