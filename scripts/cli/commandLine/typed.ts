/** What somebody typed: arguments of a command, with the names on pages in place of their addresses. */
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { isAddress, nameOnPage } from './pageAddress.ts';

/** Arguments that name a skill, a kit or somebody. */
const naming = /author|owner|handle|names|person|team|what/;

/** Reads addresses of pages in the arguments of a command, in their places. Errors: `Failure` (usage). */
export async function readAddresses(context: Context, command: Command): Promise<void> {
  // It knows kits by their pages, and takes a registry from the project.
  if (command.name() === 'install') return;
  for (const [at, argument] of command.registeredArguments.entries()) {
    if (!naming.test(argument.name())) continue;
    const value: unknown = command.processedArgs[at];
    command.processedArgs[at] = Array.isArray(value)
      ? await Promise.all(value.map((text) => read(context, text)))
      : await read(context, value);
  }
}

const read = async (context: Context, value: unknown): Promise<unknown> =>
  typeof value === 'string' && isAddress(value) ? nameOnPage(context, value) : value;
