/** What is done with data, in a word: what a later version must not begin without a finding. */

import { originOfFile } from '../programs/apis/files.ts';
import type { Data, Effect, Origin } from '../programs/effect.ts';
import type { Capability } from './capabilities.ts';

export const acts = {
  sends: 'sends data',
  runsDownloads: 'runs downloads',
  readsSecrets: 'reads secrets',
  listens: 'listens',
} as const;

const own: readonly Origin[] = [
  'secret',
  'environment',
  'file',
  'credentials',
  'clipboard',
  'conversation',
  'keychain',
  'wallet',
  'browser',
  'variable',
];
const outside: readonly Origin[] = ['download', 'connection'];
const secrets: readonly Origin[] = ['credentials', 'clipboard', 'conversation', 'keychain', 'wallet', 'browser'];

const isOf = ({ origins }: Data, kinds: readonly Origin[]): boolean => kinds.some((kind) => origins.has(kind));

export function* actsIn(effects: readonly Effect[]): Generator<Capability> {
  for (const effect of effects) {
    const { at } = effect;
    if (effect.does === 'send' && isOf(effect.what, own)) yield { name: acts.sends, ...at };
    if (effect.does === 'execute' && isOf(effect.code, outside)) yield { name: acts.runsDownloads, ...at };
    if (effect.does === 'listen') yield { name: acts.listens, ...at };
    const data = effect.does === 'send' ? effect.what : effect.does === 'write' ? effect.what : undefined;
    if (data && isOf(data, secrets)) yield { name: acts.readsSecrets, ...at };
    if (effect.does === 'read' && effect.path.texts.some(isSecretPath)) yield { name: acts.readsSecrets, ...at };
  }
}

const isSecretPath = (path: string): boolean => secrets.includes(originOfFile(path));
