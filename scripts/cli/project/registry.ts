import { type Context, createContext } from '../context.ts';
import { registryAddress } from '../registry/address.ts';

/**
 * The context with the registry that a project names. A token from the environment is for the registry that the person
 * named: a repository can't have it sent to another.
 */
export function contextAt(context: Context, registryUrl: string): Context {
  const { config } = context;
  const { originUrl, mirrorUrl } = config.stored.sites[config.registryUrl] ?? {};
  if ([config.registryUrl, originUrl, mirrorUrl].includes(registryAddress(registryUrl))) return context;
  return createContext({
    ...context,
    config: { ...config, registryUrl: registryAddress(registryUrl), token: undefined, givenToken: undefined },
  });
}
