/** Variables of the environment that are read, or that a person is told to set. */
import type { Effect } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';
import { ownVariables } from './ownVariables.ts';
import { toldVariables } from './toldVariables.ts';
import { isMeant } from './variableNames.ts';

export function* variablesIn(effects: readonly Effect[], files: readonly ProgramFile[]): Generator<Capability> {
  const isOwn = ownVariables(files);
  for (const effect of effects) {
    const data = effect.does === 'send' || effect.does === 'write' ? effect.what : undefined;
    if (data?.origins.has('environment')) yield { name: '*', ...effect.at };
    if (effect.does !== 'readVariable') continue;
    const { name, at } = effect;
    // Variables of a shell that nothing sets are small letters in examples alone.
    const isShell = !/\.(?:py|pyw|[cm]?[jt]sx?|rb|go|php)$/i.test(at.path);
    if (isMeant(name) && !(isShell && (/[a-z]/.test(name) || isOwn(at, name)))) yield { name, ...at };
  }
  yield* toldVariables(files, isOwn);
}
