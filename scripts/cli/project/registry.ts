import { type Context, createContext } from '../context.ts';

/**
 * The context with the registry that a project names. A token from the environment is for the registry that the person
 * named: a repository can't have it sent to another.
 */
export function contextAt(context: Context, registryUrl: string): Context {
  if (context.config.registryUrl === registryUrl) return context;
  return createContext({
    ...context,
    config: { ...context.config, registryUrl, token: undefined, givenToken: undefined },
  });
}
