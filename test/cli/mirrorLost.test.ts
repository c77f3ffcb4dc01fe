import { expect, it } from 'vitest';
import type { Pack, PackedFile } from '../../mirror/followers/pack.ts';
import { publishTo } from './logScene.ts';
import { type Copied, expectEqual, lyingWith, openCopied } from './mirrorScene.ts';

const isFile = (item: object): item is PackedFile => 'file' in item;

/** As a registry answers that has no bytes for these files. */
const losing = (ending: string) =>
  lyingWith(({ items }: Pack) => {
    for (const item of items.filter(isFile).filter(({ file }) => file.endsWith(ending)))
      Object.assign(item, { as: 'none', body: '' });
  });

async function says(copied: Copied, said: RegExp, ...args: string[]): Promise<void> {
  const { ended, stdout, stderr } = await copied.run(...args);
  expect([ended, stdout], stderr).toEqual([args.includes('--check') ? 1 : 0, expect.stringMatching(said)]);
}

it('mirror says each time which files the registry had lost, until --full fetches them', async () => {
  await using copied = await openCopied();
  await publishTo(copied.served, 'ada:pdf');
  copied.served.tamper = losing('pdf/getSkill.json');
  const missing =
    /Not there, since the registry had lost them: \S+pdf\/getSkill\.json\. Once it has them again, --full/;
  await says(copied, missing);
  await says(copied, missing);
  await says(copied, /pdf\/getSkill\.json is missing: the registry had lost it\n/, '--check');
  delete copied.served.tamper;
  await says(copied, /1 version against the log\.\n$/, '--full');
  await expectEqual(copied);
});

it('mirror says each time which files it has as they were before, since the registry lost the new ones', async () => {
  await using copied = await openCopied();
  await publishTo(copied.served, 'ada:pdf');
  await copied.run();
  await publishTo(copied.served, 'ada:pdf', 'two');
  copied.served.tamper = losing('pdf/getSkill.json');
  const outdated = /As they were before, since the registry had lost the new ones: \S+pdf\/getSkill\.json\. Once/;
  await says(copied, outdated);
  delete copied.served.tamper;
  await says(copied, outdated);
  await says(copied, /pdf\/getSkill\.json is as it was before: the registry had lost the new one\n/, '--check');
  await says(copied, /2 versions against the log\.\n$/, '--full');
  await expectEqual(copied);
});
