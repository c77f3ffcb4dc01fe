import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../origin/contract/operations.ts';
import { accountPolicy, clientFolder, render, site } from './sample/built.ts';
import { renderAccountPages } from './sample/every.ts';
import { isScript, tagsOf, textOf, valuesOf } from './tags.ts';

/** The files that a browser loads for a script: it, and what it imports. */
function modulesFrom(address: string, known = new Set<string>()): Set<string> {
  const file = fileURLToPath(new URL(`.${address}`, clientFolder));
  if (known.has(file)) return known;
  known.add(file);
  for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    modulesFrom(`/_astro/${imported}`, known);
  return known;
}

/** The hashes in names of modules are other ones in each build, and compress otherwise. */
const withoutHashes = (module: string): string => readFileSync(module, 'utf8').replace(/\.[\w-]{8}(?=\.js)/g, '');

describe('account pages', () => {
  it('run scripts of their own host, the search’s and theirs, and may talk to it and to the origin alone', async () => {
    for (const [name, html] of await renderAccountPages()) {
      const tags = tagsOf(html);
      const scripts = tags.filter(isScript);
      expect(scripts.length, name).toBeGreaterThan(1);
      expect(scripts.filter((tag) => tag.attributes.get('type') !== 'module')).toEqual([]);
      const modules = new Set<string>();
      for (const script of scripts) {
        const address = script.attributes.get('src') ?? '';
        expect(address, name).toMatch(/^\/_astro\/[\w.-]+\.js$/);
        modulesFrom(address, modules);
      }
      const scriptBytes = [...modules].map((module) => brotliCompressSync(withoutHashes(module)).length);
      expect(
        scriptBytes.reduce((sum, size) => sum + size, 0),
        name,
      ).toBeLessThan(15 * 1024);
      const policy = tags.find((tag) => tag.attributes.get('http-equiv') === 'Content-Security-Policy');
      expect(policy?.attributes.get('content'), name).toBe(accountPolicy(site.originUrl));
      expect(tags.flatMap((tag) => [...tag.attributes.keys()]).filter((key) => /^(?:style$|on)/.test(key))).toEqual([]);
    }
    expect(accountPolicy(site.originUrl)).toMatch(/; script-src 'self'; connect-src 'self' https:\/\/origin\.example$/);
  });

  it('have one h1, a label for each field, no id twice, and a word for who has no script', async () => {
    for (const [name, html] of await renderAccountPages()) {
      const tags = tagsOf(html);
      expect(tags.filter((tag) => tag.name === 'h1').length, name).toBe(1);
      const fields = tags.filter((tag) => ['input', 'textarea', 'select'].includes(tag.name)).length;
      const labels = [...html.matchAll(/<label\b([^>]*)>(.*?)<\/label>/gs)].filter(
        ([, attributes = '', inside = '']) =>
          inside.replaceAll(/<select.*?<\/select>|<[^>]*>/gs, '').trim() !== '' &&
          (/<(?:input|textarea|select)\b/.test(inside) || /\bfor=/.test(attributes)),
      );
      expect(labels.length, name).toBe(fields);
      const ids = valuesOf(html, 'id');
      expect(new Set(ids).size, name).toBe(ids.length);
      expect(html, name).toContain('<noscript>');
      expect(
        tags.some((tag) => tag.attributes.get('content') === 'noindex'),
        name,
      ).toBe(true);
    }
  });

  it('tell their script where operations live, as the table says', async () => {
    const html = await render('/signin', { page: 'signInPage', site });
    const calls = JSON.parse(valuesOf(html, 'data-calls')[0] ?? '{}');
    const { method, path } = operations.signIn;
    expect(calls.signIn).toEqual({ method, path });
    expect(valuesOf(html, 'data-api')).toEqual([`${site.originUrl}/api/v1`]);
  });

  it('offer a provider only where there is one', async () => {
    const [[, withProvider = ''] = []] = await renderAccountPages();
    expect(textOf(withProvider)).toContain('Continue with Example');
    expect(textOf(await render('/signin', { page: 'signInPage', site }))).not.toContain('Continue with');
  });
});
