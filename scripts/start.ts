/** `npm start`: everything a registry needs, from an empty folder to two addresses. */
import { join } from 'node:path';
import { readSettings, type Settings } from '../origin/settings.ts';
import { buildSite } from './buildSite.ts';
import { readableLine } from './logLine.ts';
import { openDesk } from './operator/desk.ts';
import { operatorLink } from './operator/link.ts';
import { publishStarterSkills } from './starter.ts';
import { type Supervisor, supervise } from './supervisor.ts';

const root = join(import.meta.dirname, '..');
const programs = [
  { name: 'snapshot', file: join(root, 'mirror/follow.ts') },
  { name: 'origin', file: join(root, 'origin/main.ts') },
  { name: 'mirror', file: join(root, 'mirror/main.ts') },
];

const print = (line: string) => process.stdout.write(`${line}\n`);
const say = (name: string, line: string) => print(readableLine(name, line));

try {
  const settings = readSettings();
  await buildSite((line) => say('start', line));
  await prepareStore(settings);
  const supervisor = supervise(programs, say);
  endWith(supervisor);
  const ready = supervisor.ready.then(() => linkToPrint(settings));
  const link = await ready.catch(async (error: Error) => {
    await supervisor.stop();
    throw error;
  });
  print(welcome(settings, link));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

async function prepareStore(settings: Settings): Promise<void> {
  const desk = await openDesk(settings);
  const published = await publishStarterSkills(desk);
  if (published) say('start', `published ${published} starter skills`);
  await desk.close();
}

/** Made last: a start that fails leaves the link of one that goes on as it was. */
async function linkToPrint(settings: Settings): Promise<string | undefined> {
  const desk = await openDesk(settings);
  try {
    return await operatorLink(desk);
  } finally {
    await desk.close();
  }
}

function endWith(supervisor: Supervisor): void {
  const end = async () => {
    say('start', 'stopping');
    await supervisor.stop();
    process.exit(0);
  };
  process.once('SIGTERM', end).once('SIGINT', end);
}

function welcome({ site }: Settings, link: string | undefined): string {
  return `
  Read    ${site.mirrorUrl}
  Write   ${site.originUrl}/api/v1

  ${link ? `Become operator:     ${link}` : `Sign in:             ${site.mirrorUrl}/signin`}
  Let somebody in:     npm run operator -- user link <handle>
  Get a token:         npm run operator -- token mint <handle>
  Import skills:       npm run operator -- import <folder of <author>/<slug>>
  Stop with Ctrl-C.
`;
}
