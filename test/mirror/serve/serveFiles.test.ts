import { mkdtemp, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFallback } from '../../../mirror/fallback/fallback.ts';
import { createMirror } from '../../../mirror/serve/app.ts';
import { renderHtml } from '../../../mirror/site/built.ts';
import { contentOf, entryOf, putContent } from '../../../mirror/snapshot/files/content.ts';
import { openFolderSink } from '../../../mirror/snapshot/files/folder.ts';
import type { Sink } from '../../../mirror/snapshot/files/sink.ts';
import { etagOf } from '../../../origin/read/etag.ts';
import { roomy, site } from '../../registry.ts';

const path = 'api/v1/skills.json';
const answers = ['one', 'two'].map((word) => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify({ word, many: `${word} `.repeat(1000) })),
}));

describe('a file that the mirror sends', () => {
  let folder: string;
  let sink: Sink;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'served-'));
    sink = await openFolderSink(join(folder, 'public'), join(folder, 'staging'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const put = async (index: number) => {
    const answer = answers[index];
    if (answer) await putContent(sink, await contentOf(entryOf(path, 'listSkills', answer, 33), answer));
  };
  /** Asks a mirror that reads through these functions. */
  async function asked(read: Sink['read'], headers: Record<string, string>) {
    const files = { ...sink, read };
    const fallback = openFallback({
      catalog: join(folder, 'none'),
      files,
      tagBits: 33,
      site,
      html: renderHtml,
      now: () => 0,
    });
    const log = pino({ level: 'silent' });
    const mirror = createMirror({ files, tagBits: 33, fallback, site, log, metering: roomy() });
    const answer = await mirror.request(`/${path.replace('.json', '')}`, { headers });
    return { etag: answer.headers.get('etag'), sent: Buffer.from(await answer.arrayBuffer()) };
  }

  it.each(['before any form is looked for', 'before a form is read'])(
    'is sent whole under its own tag when it is replaced %s',
    async (when) => {
      await put(0);
      const read: Sink['read'] = async (asked) => {
        if (when === 'before a form is read' && asked !== path) await put(1);
        const found = await sink.read(asked);
        if (when === 'before any form is looked for' && asked === path) await put(1);
        return found;
      };
      const { etag, sent } = await asked(read, { 'accept-encoding': 'gzip' });
      const body = gunzipSync(sent);
      expect(answers.map((answer) => answer.body.equals(body))).toContain(true);
      expect(etag).toBe(etagOf(body).replace(/"$/, '-gzip"'));
    },
  );

  it('is not sent where its time is not that of its bytes: one of the two is another', async () => {
    await put(0);
    await utimes(join(folder, 'public', path), 1, 1);
    const { etag, sent } = await asked(sink.read, {});
    expect([etag, JSON.parse(String(sent)).code]).toEqual([null, 'unavailable']);
  });

  it('is told from a link that somebody put there', async () => {
    const stranger = join(folder, 'public', 'stray.json');
    await symlink(join(folder, 'elsewhere'), stranger);
    expect(await sink.faultOf('stray.json', { sha256: '', size: 0, seconds: 0 })).toBe('is not a file');
    expect(await sink.remove('stray.json')).toBe(true);
    expect(await sink.remove('stray.json')).toBe(false);
  });
});
