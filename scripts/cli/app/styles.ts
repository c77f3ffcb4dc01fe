/** The site's style sheets that the app's pages take, as one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../version.ts';

const names = [
  'base',
  'frame',
  'lists',
  'record',
  'forms',
  'signed',
  'moderation',
  'account',
  'reading',
  'changes',
  'code',
];

/** Of the project, relative to its root. */
export const sheets: readonly string[] = names.map((name) => `mirror/site/styles/${name}.css`);

/** The one file of the package that has them all. */
export const packedSheet = 'app.css';

/** From the package, or in a checkout from where they are written. */
export const styles = (): Promise<string> =>
  readFile(join(packageFolder, packedSheet), 'utf8').catch(() => joinedSheets(join(packageFolder, '../..')));

export async function joinedSheets(root: string): Promise<string> {
  const texts = await Promise.all(sheets.map((sheet) => readFile(join(root, sheet), 'utf8')));
  return texts.map((text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\n\s*/g, '\n')).join('');
}
