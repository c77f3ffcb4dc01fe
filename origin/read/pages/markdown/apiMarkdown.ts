import type { ErrorCode } from '../../../contract/errors.ts';
import type { Field, Words } from '../../docs/fields.ts';
import { guideText } from '../../docs/guides.ts';
import { type Content, type ReferenceOperation, type ReferenceRecord, referenceOf } from '../../docs/reference.ts';
import type { PageLoader } from '../page.ts';

/** The API reference as prose for agents: what its page shows, in the same order. */
export const apiMarkdown: PageLoader<'apiMarkdown'> = async ({ site }) => {
  const { groups, records, common } = referenceOf(site);
  const sections = [
    guideText('api', site).trimEnd(),
    `Any operation may also answer ${codes(common.always)}; with a token, ${codes(common.token)}; and for a write with the site’s cookie, ${codes(common.cookie)}.`,
    ...groups.flatMap(({ tag, description, operations }) => [
      `## ${tag}`,
      ...(description ? [description] : []),
      ...operations.flatMap(operationSection),
    ]),
    '## Records',
    ...records.flatMap(recordSection),
  ];
  return `${sections.join('\n\n')}\n`;
};

function operationSection(operation: ReferenceOperation): string[] {
  const { id, method, path, summary, access, bucket, cache, parameters, bodies, answers, errors, curl } = operation;
  const deprecated = operation.isDeprecated ? ' Deprecated.' : '';
  return [
    `### ${id}`,
    `\`${method} ${path}\``,
    `${summary}.${deprecated} ${access}. Bucket \`${bucket}\`, cache \`${cache}\`.`,
    ...(parameters.length ? [parameters.map((field) => `${line(field)} (in the ${field.in})`).join('\n')] : []),
    ...bodies.map((body) => `Body ${contentText(body)}`),
    ...answers.map(({ status, description, contents }) =>
      [`${status}: ${description}.`, ...contents.map(contentText)].join(' '),
    ),
    ...(errors.length
      ? [`Refusals: ${errors.map((group) => `${group.status} ${codes(group.codes)}`).join('; ')}.`]
      : []),
    `\`\`\`sh\n${curl}\n\`\`\``,
  ];
}

const recordSection = ({ name, description, type, notes, example, fields }: ReferenceRecord): string[] => [
  `### ${name}`,
  [
    `${words(type)}${notes.length ? `, ${notes.join(', ')}` : ''}.`,
    ...(description ? [description] : []),
    ...(example ? [`For example \`${example}\`.`] : []),
  ].join(' '),
  ...(fields.length ? [lines(fields)] : []),
];

const contentText = ({ media, type, fields }: Content): string =>
  fields.length ? `\`${media}\`:\n\n${lines(fields)}` : `\`${media}\`, ${words(type)}`;

const lines = (fields: readonly Field[], indent = ''): string =>
  fields
    .flatMap((field) => [indent + line(field), ...(field.fields.length ? [lines(field.fields, `${indent}  `)] : [])])
    .join('\n');

function line({ name, type, isRequired, notes, description }: Field): string {
  const facts = [words(type), ...(isRequired ? [] : ['optional']), ...notes].join(', ');
  return `- \`${name}\`: ${facts}${description ? `. ${description}` : ''}`;
}

const words = (type: Words): string =>
  type.map((word) => (typeof word === 'string' ? word : `[${word.record}](#${word.record.toLowerCase()})`)).join('');

const codes = (all: readonly ErrorCode[]): string => all.map((code) => `[${code}](errors.md#${code})`).join(', ');
