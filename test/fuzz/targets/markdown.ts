/** Somebody's Markdown, and a file as it was written: no element, attribute or address but those we make. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { sourceLines } from '../../../mirror/site/markdown/source.ts';
import { versionDocument } from '../../../mirror/site/markdown/versionDocument.ts';
import { hostileText } from '../../mirror/pages/hostileText.ts';
import { tagsOf } from '../../mirror/site/tags.ts';
import { bytesOf, type Target } from '../target.ts';

const named = { author: 'ada', slug: 'hello', hash: `sha256:${'b'.repeat(64)}` };
const manifest = { ...named, files: [{ path: 'SKILL.md' }, { path: 'a/b c.md' }, { path: 'x.png' }] };
const pictures = [{ path: 'x.png', width: 3, height: 4 }];

const elements =
  'a blockquote br code div em h3 h4 h5 h6 hr img li ol p pre s span strong table tbody td th thead tr ul'.split(' ');
const empty = ['br', 'hr', 'img'];
const attributes = 'alt class decoding dir height href id loading rel src start tabindex title width'.split(' ');
const allowed: Record<string, RegExp> = {
  href: /^(?:https?:\/\/|mailto:|#md-|\/ada\/hello\/v\/)/i,
  src: /^\/ada\/hello\/v\//,
  id: /^md-/,
};

export const target: Target = {
  seeds: [
    '# One\n\n## One\n\n[a](#one) [b](SKILL.md) [c](a/b%20c.md#x) <https://a.test> www.a.test a@b.test **b** *i* ~~s~~ `c`',
    '- a\n  1. b\n\n     > c\n\n```js\nlet x = `a` + 1; // <b>\n```\n\n    code\n\n| a | b |\n|:--|--:|\n| ![x](x.png) | \\| |\n\n---',
    '![x](x.png "title") [![y](x.png)](https://a.test/?a=1&b=2) ![z](https://a.test/z.png)\n\n[r]: <a/b c.md> (t)\n[r] [r][r]',
    '<div onclick="x">\n<!-- c -->\n&lt; &#60; &#x3c; &nbsp; \\< a  \nb\\\nc\n\nSetext\n===\n',
    '```html\n<script>\n```\n```sh\necho "$(a)" # é\u202e\u0000\n```\n~~~markdown\n*a\n~~~\n',
    ...Object.values(hostileText).flat(),
  ].map(bytesOf),
  longest: 4096,
  grown: 64 * 1024,
  words: [
    'javascript:',
    'data:text/html,',
    '](',
    '![',
    '```',
    '&#106;',
    '<script>',
    '"onload=',
    '//',
    'mailto:',
    '{{',
    '\u202e',
    '\u2028',
    '\r\n',
    '\\',
    '***',
    '- - - ',
    '> > ',
    '| --- |',
    '~~',
  ],
  check(input) {
    const text = new TextDecoder().decode(input);
    const { document } = versionDocument(manifest, text, { pictures });
    const warned = versionDocument(manifest, text, { pictures, isInert: true }).document;
    const folded = versionDocument(manifest, text, { pictures, isFolded: true }).document;
    if (!document || !warned || !folded) return false;
    for (const { html, rest } of [document, warned, folded]) for (const part of [html, rest]) checkHtml(part);
    deepStrictEqual(folded.html + folded.rest, document.html, 'folded it differs');
    for (const { attributes: own } of tagsOf(warned.html))
      ok(!own.has('src') && /^(?:[#/]|$)/.test(own.get('href') ?? ''), 'a link of text that is warned of leads away');
    const lines = sourceLines(text, 'a.html');
    deepStrictEqual(lines.length, text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n').length, 'other lines');
    for (const line of lines) checkHtml(line);
    return document.html.includes('<a ');
  },
};

function checkHtml(html: string): void {
  for (const { name, attributes: own } of tagsOf(html)) {
    ok(elements.includes(name), 'an element that is not ours');
    for (const [attribute, value] of own) {
      ok(attributes.includes(attribute), 'an attribute that is not ours');
      ok(allowed[attribute]?.test(value) ?? true, 'an address that is not allowed');
    }
  }
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/g))
    if (slash) deepStrictEqual(open.pop(), name, 'an element is closed that is not open');
    else if (!empty.includes(name)) open.push(name);
  deepStrictEqual(open, [], 'an element is not closed');
}
