/** People who write one thing after the other, each what only they write: so what a thing may be is known at any time. */
import { setTimeout as wait } from 'node:timers/promises';
import { readArchive } from '../../origin/bundle/archive/archive.ts';
import { manifestOf, versionHash } from '../../origin/bundle/manifest.ts';
import type { Asked, Asking, Server } from './asking.ts';
import { type Ledger, nothing } from './ledger.ts';

/** An author with a kit, and a reader with a library of this author’s skills. */
export interface Pair {
  author: string;
  authorToken: string;
  reader: string;
  readerToken: string;
}

const skillsEach = 6;
/** Versions of a skill beyond which the oldest is withdrawn. */
const versionsEach = 5;
export const kit = 'tools';
export const slugsOf = ({ author }: Pair) =>
  Array.from({ length: skillsEach }, (_, index) => `${author}/skill-${index}`);

interface Parts {
  asking: Asking;
  ledger: Ledger;
  /** Hears of each write as it is sent, and as it is acknowledged. */
  heard(what: 'sent' | 'acknowledged', path: string): void;
}

const skillMd = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: Does the work of ${name}.\n---\n\n${body}\n`;

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export function writesOf(pair: Pair, { asking, ledger, heard }: Parts) {
  const { author, authorToken, reader, readerToken } = pair;
  let count = 0;

  /** Asks for it until it is answered, or at times lets it be; true where it was acknowledged. */
  const write = async (thing: string, value: string, path: string, asked: Asked): Promise<boolean> => {
    for (;;) {
      const wasUncertain = ledger.known(thing) === undefined;
      ledger.asked(thing, value);
      const answering = asking.ask('origin', `/api/v1${path}`, asked);
      heard('sent', path);
      const answer = await answering;
      const isGone = answer?.status === 404 && wasUncertain && value === nothing;
      if (answer?.status === 200 || answer?.status === 201 || isGone) {
        ledger.acknowledged(thing, value);
        heard('acknowledged', path);
        return true;
      }
      if (answer && answer.status !== 503)
        asking.wrong.push(`refused: ${asked.method} ${path}: ${answer.status} ${answer.body}`);
      if (Math.random() < 0.4) return false;
      await wait(100);
    }
  };

  const versionsOf = (skill: string) =>
    ledger.things(`version ${skill} `).filter((hash) => ledger.known(`version ${skill} ${hash}`) !== nothing);
  const knownOf = (skill: string) =>
    versionsOf(skill).filter((hash) => ledger.known(`version ${skill} ${hash}`) !== undefined);
  /** What the library names stays, so that an approval is of something. */
  const approvedOf = (skill: string) => ledger.possible(`library ${reader} ${skill}`);

  const publish = async (skill: string): Promise<void> => {
    count += 1;
    const slug = skill.split('/')[1] ?? '';
    const text = skillMd(slug, `${author} ${count} ${Date.now()}\n${'Words. '.repeat(any([5, 500]))}`);
    const files = [
      { path: 'SKILL.md', text },
      ...(count % 5 === 0 ? [{ path: 'notes/long.md', text: `${count} ${'A line of notes.\n'.repeat(12_000)}` }] : []),
    ];
    const hash = versionHash(manifestOf(files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) }))));
    const asked = { method: 'POST', token: authorToken, body: { files } } as const;
    await write(`version ${skill} ${hash}`, 'published', `/skills/${skill}/versions`, asked);
  };
  const withdraw = async (skill: string): Promise<void> => {
    const hash = versionsOf(skill).find(
      (one) => !approvedOf(skill).has(one) && knownOf(skill).some((other) => other !== one),
    );
    if (!hash) return;
    const asked = { method: 'DELETE', token: authorToken } as const;
    // It may never have been there, which is then what is acknowledged.
    await write(`version ${skill} ${hash}`, nothing, `/skills/${skill}/versions/${hash}`, asked);
  };
  const putInKit = (skill: string) => {
    count += 1;
    const note = `Note ${count}`;
    const asked = { method: 'PUT', token: authorToken, body: { note } } as const;
    return write(`kit ${author}/${kit} ${skill}`, note, `/kits/${author}/${kit}/skills/${skill}`, asked);
  };
  const takeOut = async (skill: string) => {
    const thing = `kit ${author}/${kit} ${skill}`;
    if (ledger.known(thing) === nothing) return;
    await write(thing, nothing, `/kits/${author}/${kit}/skills/${skill}`, { method: 'DELETE', token: authorToken });
  };
  const approve = async (skill: string) => {
    const hash = any(knownOf(skill));
    if (!hash) return;
    const asked = { method: 'PUT', token: readerToken, body: { hash } } as const;
    await write(`library ${reader} ${skill}`, hash, `/library/${skill}`, asked);
  };
  const disapprove = async (skill: string) => {
    const thing = `library ${reader} ${skill}`;
    if (ledger.known(thing) === nothing) return;
    await write(thing, nothing, `/library/${skill}`, { method: 'DELETE', token: readerToken });
  };

  /** As a device does it: the manifest, and a bundle of it from either server. */
  const sync = async () => {
    const answer = await asking.ask('origin', '/api/v1/sync/manifest', { token: readerToken });
    if (answer?.status !== 200) return;
    const { skills } = JSON.parse(String(answer.body)) as { skills: { skill_id: string; hash: string }[] };
    const held = new Map(skills.map(({ skill_id, hash }) => [skill_id.replace(':', '/'), hash]));
    for (const skill of ledger.things(`library ${reader} `))
      if (!approvedOf(skill).has(held.get(skill) ?? nothing))
        asking.wrong.push(`lost: the manifest of ${reader} has ${held.get(skill)} of ${skill}`);
    const [skill, hash] = any([...held]) ?? [];
    if (skill && hash) await lookAtBundle(asking, any(['origin', 'mirror']), skill, hash);
  };

  const turns = [publish, publish, publish, withdraw, putInKit, takeOut, approve, approve, disapprove, sync];
  return {
    publish,
    makeKit: () =>
      asking.ask('origin', '/api/v1/kits', {
        ...{ method: 'POST', token: authorToken },
        body: { owner: author, slug: kit, name: 'Tools' },
      }),
    next: async () => {
      const skill = any(slugsOf(pair));
      await (versionsOf(skill).length > versionsEach ? withdraw : any(turns))(skill);
    },
  };
}

/** What a bundle holds is what its name says. A mirror may not have it yet, or no more. */
export async function lookAtBundle(asking: Asking, server: Server, skill: string, hash: string): Promise<void> {
  const answer = await asking.ask(server, `/api/v1/skills/${skill}/versions/${hash}/bundle`);
  if (answer?.status !== 200) return;
  const found = versionHash(manifestOf(await readArchive(answer.body, 'tar.gz')));
  if (found !== hash) asking.wrong.push(`torn: the bundle of ${skill} ${hash} at the ${server} is ${found}`);
}
