/** Makes the record: the front door of this folder. */
import { type CapabilityKind, capabilityKinds } from '../../contract/subjects/scanned.ts';
import type { Effects, Place } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import { actsIn } from './acts.ts';
import { agentConfigIn } from './agentConfig.ts';
import type { Capabilities, Capability } from './capabilities.ts';
import { filesOfCommands } from './commandFiles.ts';
import { declaredIn } from './declared.ts';
import { defaultPaths } from './defaultPaths.ts';
import { databasesIn, foldersIn, pathsIn } from './files.ts';
import { hostsIn } from './hosts.ts';
import { packagesIn } from './packages.ts';
import { programsIn } from './programs.ts';
import { variablesIn } from './variables.ts';

/** Names in one list. */
const maxNames = 200;
/** Characters of a name; a longer one is cut. */
const maxLength = 200;

/** `files` as text, in any order. The same for the same files, on any machine at any load. */
export function capabilitiesOf(effects: Effects, files: readonly ProgramFile[]): Capabilities {
  const declared = declaredIn(files);
  const lists: Record<CapabilityKind, Iterable<Capability>> = {
    programs: [...programsIn(effects.effects, files), ...declared.programs],
    hosts: hostsIn(effects.effects, files),
    variables: [...variablesIn(effects.effects, files), ...declared.variables],
    filesRead: [
      ...pathsIn(effects.effects, 'read'),
      ...filesOfCommands(effects.effects, 'read'),
      ...defaultPaths(files, 'read'),
    ],
    filesWritten: [
      ...pathsIn(effects.effects, 'write'),
      ...foldersIn(effects.effects),
      ...databasesIn(effects.effects, files),
      ...filesOfCommands(effects.effects, 'written'),
      ...defaultPaths(files, 'written'),
    ],
    tools: declared.tools,
    packages: [...packagesIn(effects.effects, files), ...declared.packages],
    agentConfig: agentConfigIn(effects.effects, files),
    acts: actsIn(effects.effects),
  };
  const more: CapabilityKind[] = [];
  const listOf = (kind: CapabilityKind): Capability[] => {
    const all = firstOfEach(lists[kind]);
    if (all.length > maxNames) more.push(kind);
    return all.slice(0, maxNames).sort((a, b) => compare(a.name, b.name));
  };
  const kept = Object.fromEntries(capabilityKinds.map((kind) => [kind, listOf(kind)])) as Record<
    CapabilityKind,
    Capability[]
  >;
  return { ...kept, unread: effects.unread, more };
}

/** Each name once, in the order in which they were found, with where it stands first: SKILL.md before other files. */
function firstOfEach(found: Iterable<Capability>): Capability[] {
  const byName = new Map<string, Capability>();
  for (const { name, path, line } of found) {
    const known = byName.get(name);
    if (!known || isBefore({ path, line }, known)) byName.set(name, { name: name.slice(0, maxLength), path, line });
  }
  return [...byName.values()];
}

const isBefore = (a: Place, b: Place): boolean =>
  compare(rank(a.path), rank(b.path)) < 0 || (a.path === b.path && a.line < b.line);
const rank = (path: string): string => (path === 'SKILL.md' ? '' : path);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
