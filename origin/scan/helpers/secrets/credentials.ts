/** Which credentials an expression or a command takes. */
import { credentialFiles, credentialFolders } from './credentials.data.ts';

export interface Credentials {
  name: string;
  /** A part of it may go to the service that it is for. */
  isWhole: boolean;
  index: number;
}

/** The first credentials that a text names by their path. */
export function credentialsIn(text: string): Credentials | undefined {
  for (const { name, kind, path } of credentialFiles) {
    const index = text.search(path);
    if (index !== -1) return { name, isWhole: kind === 'whole', index };
  }
  return undefined;
}

/** The same for a command that packs or reads: folders count as well, and the whole environment. */
export function takenBy(command: string): Credentials | undefined {
  if (listsEnvironment(command)) return { name: 'the whole environment', isWhole: false, index: 0 };
  const files = credentialsIn(command);
  if (files) return files;
  const isPacking = /\b(?:tar|zip|7z|rar|Compress-Archive|cp|rsync|find|grep)\b/.test(command);
  const index = isPacking ? command.search(credentialFolders) : -1;
  return index === -1 ? undefined : { name: 'a folder of credentials', isWhole: false, index };
}

/** `env`, `printenv`, `set`, `export -p`: without a name or a command behind them. */
const listsEnvironment = (command: string): boolean =>
  /^[\s("'{]{0,20}(?:(?:\/usr)?\/bin\/)?(?:env|printenv|set|(?:export|declare|typeset)\s{1,9}-\w{1,3}|env\s{1,9}-0|cat\s{1,9}\/proc\/(?:self|\d{1,9}|\$\$)\/environ)(?:\s{1,9}(?:\d?>.{0,200}|["')]{1,9}))?[\s)"']{0,20}$/.test(
    command,
  ) || /\b(?:Get-ChildItem|gci|dir|ls)\s{1,9}env:/i.test(command);
