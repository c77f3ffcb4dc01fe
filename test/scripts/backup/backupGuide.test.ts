import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { skillMd } from '../../registry.ts';
import { newPerson, newWorkplace } from '../process.ts';
import { end, slugsIn, startCopied } from './backedUp.ts';

const root = join(import.meta.dirname, '../../..');

/** Each command of a section, and where its last line is told, that. */
function commandsOf(guide: string, section: string): { command: string; told: string | undefined }[] {
  const text = new RegExp(`^## ${section}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(guide)?.[1] ?? '';
  const blocks = [...text.matchAll(/((?:(?!```)[\s\S])*)```sh\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, before = '', block = '']) => {
    const told = /last line must be “([^”]+)”/.exec(before)?.[1];
    return block.split('\n').flatMap((line) => (line.trim() ? [{ command: line.trim(), told }] : []));
  });
}

it('the guide to backups does what it says, from the key to the drill and the restore, typed as it stands', async () => {
  await using place = await newWorkplace();
  const token = await newPerson(place, 'ada');
  const client = createClient({ baseUrl: `http://localhost:${place.environment['ORIGIN_PORT']}`, token });
  const guide = await readFile(join(root, 'origin/read/docs/guides/backup.md'), 'utf8');
  let second = '';
  const here = (command: string) =>
    command
      .replace('npm run operator --', `${process.execPath} ${join(root, 'scripts/operator.ts')}`)
      .replace('2027-01-31T12:00:00Z', second)
      .replace(/\/(?:etc|var\/tmp|mnt)\//g, `${place.folder}/`);
  const type = async (command: string) =>
    (await promisify(execFile)('sh', ['-ec', here(command)], { cwd: place.folder, env: place.environment })).stdout;
  const start = () => startCopied(place);
  const publish = (slug: string) =>
    client.publishSkillVersion({
      author: 'ada',
      slug,
      body: { files: [{ path: 'SKILL.md', text: skillMd(slug, slug) }] },
    });
  await mkdir(join(place.folder, 'backup'));

  const [key, variables, started] = commandsOf(guide, 'Continuously').map(({ command }) => command);
  expect([key, variables, started]).toEqual([
    expect.stringContaining('openssl'),
    expect.stringMatching(/^export /),
    'npm start',
  ]);
  await type(String(key));
  for (const [, name = '', value = ''] of String(variables).matchAll(/(\w+)=(\S+)/g))
    place.environment[name] = here(value);
  const origin = await start();
  await publish('first');
  await wait(1100);
  second = `${new Date().toISOString().slice(0, 19)}Z`;
  await wait(2000);
  await publish('second');
  for (const section of ['See what is there', 'Backup drill']) {
    const commands = commandsOf(guide, section);
    expect(commands.length).toBeGreaterThan(1);
    for (const { command, told } of commands) {
      const said = await type(command);
      if (told) expect(said.trim().split('\n').at(-1)).toBe(told);
    }
  }
  const [kept, back] = commandsOf(guide, 'One file').map(({ command }) => command);
  await type(String(kept));
  await end(origin);

  const [restore, again] = commandsOf(guide, 'Restore').map(({ command }) => command);
  expect(again).toBe('npm start');
  await type(String(restore));
  await end(await start());
  expect(await slugsIn(place)).toEqual(new Set(['first']));
  await type(String(back));
  expect(await slugsIn(place)).toEqual(new Set(['first', 'second']));
});
