/** What the compose file of many machines says of each, with the addresses of servers of this machine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Role } from './machine.ts';

export const composeFile = join(import.meta.dirname, '../../scripts/deploy/grow/compose.yaml');

interface Service {
  environment?: Record<string, string>;
  networks?: { default: { ipv4_address: string } };
  [key: string]: unknown;
}

interface Composed {
  services: Record<string, Service>;
  configs: { catalog: { content: string } };
}

/** As it is written; `given` is what it asks of the environment. Errors: a variable that is neither given nor has a default. */
export function readCompose(given: Record<string, string>): Composed {
  const filled = readFileSync(composeFile, 'utf8').replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      const value = given[name] ?? (kind === '-' ? rest : undefined);
      if (value === undefined) throw new Error(`The compose file asks for ${name}.`);
      return value;
    },
  );
  return parse(filled, { merge: true });
}

/** Each service that is a machine of ours, in their order; `moved` says where a text of the file is on this machine. */
export function machinesOf(
  { services }: Composed,
  moved: Record<string, string>,
): { role: Role; environment: Record<string, string> }[] {
  const here = (text: string) =>
    Object.entries(moved).reduce((so, [there, address]) => so.replaceAll(there, address), text);
  return Object.values(services).flatMap(({ environment = {} }) => {
    const entries = Object.entries(environment).map(([name, value]) => [name, here(String(value))]);
    return environment['ROLE'] ? [{ role: environment['ROLE'] as Role, environment: Object.fromEntries(entries) }] : [];
  });
}
