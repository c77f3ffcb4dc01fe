/** Whether a text without a language reads like shell, and what of it is a command where it shows a session. */
import { englishWords, knownPrograms } from './knownPrograms.data.ts';

/** The program that a line begins with, past assignments. */
export const firstWordOf = (line: string): string =>
  /^\s*(?:\w+=\S*\s+)*([\w./~@+-]+)(?=\s|$|;|\|)/.exec(line.slice(0, 500))?.[1] ?? '';

const isPath = (word: string): boolean => /^(?:\.{1,2}|~)?\/[\w./-]+$|^[\w-]+(?:\/[\w.-]+)+\.\w+$/.test(word);

/** A command as people write it within a sentence: a known program, or a path, with arguments. */
export function readsLikeCommand(code: string, alsoKnown: ReadonlySet<string>): boolean {
  if (code.length < 3 || code.length > 2_000 || /^[A-Z][a-z]+ [a-z]/.test(code)) return false;
  const [word, rest] = [firstWordOf(code), code.trim().replace(/^\S+\s*/, '')];
  if (/^\$\(|^eval /.test(code)) return true;
  if (rest === '' || /^[=:,)]|^(?:is|are|and|or|vs|->|=>) /.test(rest))
    return /^\.{1,2}\/[\w./-]+\.(?:sh|bash|py|js|ts|rb|pl)$/.test(word);
  if (isPath(word)) return /^\.{0,2}\/|\.(?:sh|bash)$/.test(word);
  return knownPrograms.has(word) || alsoKnown.has(word);
}

/** Most lines of a block begin with a known program. */
export function readsLikeShell(lines: readonly string[]): boolean {
  const said = lines.filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  if (said.length === 0 || /^\s*[{[<]/.test(said[0] ?? '')) return false;
  if (said.some(isPrompted)) return true;
  const commands = said.filter((line, i) => isCommandLine(line) || /\\$/.test(said[i - 1] ?? ''));
  return commands.length * 2 > said.length;
}

/** Words that also begin sentences count where something follows that no sentence has. */
const isCommandLine = (line: string): boolean => {
  const word = firstWordOf(line);
  if (isPath(word)) return /^(?:\.{1,2}|~)?\//.test(word) && /\.(?:sh|py|js|ts)$|\s/.test(line.trim());
  if (!knownPrograms.has(word) || /[.:]$/.test(line.trim())) return false;
  return !englishWords.has(word) || /\s-{1,2}\w|[|>$"'/~=]|\.\w/.test(line);
};

/** A line of prose that is nothing but a command, or ends with one after a colon. */
export function commandInProse(line: string): string | undefined {
  if (line.length > 2_000) return undefined;
  const text = line.replace(/^\s*(?:[-*+>]\s+|\d+[.)]\s+|<!--\s*)*/, '');
  const [, command = ''] = /^(?:[^`|]{0,80}:\s+)?((?:sudo\s+)?[a-z][\w.-]*\s.*)$/.exec(text) ?? [];
  const word = firstWordOf(command.replace(/^sudo\s+/, ''));
  if (!knownPrograms.has(word) || englishWords.has(word)) return undefined;
  const isCode = /\s-{1,2}[a-zA-Z]|https?:\/\/|\s\|\s|\s(?:install|add)\s/.test(command);
  return isCode && !/`|\*\*|\]\(/.test(command) && !/[.!?]$/.test(command.trim())
    ? withoutCommentEnd(command)
    : undefined;
}

function withoutCommentEnd(command: string): string {
  const trimmed = command.trimEnd();
  return trimmed.endsWith('-->') ? trimmed.slice(0, -'-->'.length).trimEnd() : command;
}

const prompt = /^\s*(?:\([\w.-]+\)\s*)?(?:[\w.-]+@[\w.-][^$#%\s]*\s?)?[$%❯]\s+(?=\S)/;
const windowsPrompt = /^\s*(?:PS )?[A-Za-z]:\\[^>]*>\s*/;

export const isPrompted = (line: string): boolean => prompt.test(line) || windowsPrompt.test(line);

/** Only what follows a prompt, and what goes on from there; other lines become empty, so that lines keep their numbers. */
export function withoutOutput(lines: readonly string[]): string[] {
  if (!lines.some(isPrompted)) return [...lines];
  let goesOn = false;
  let until: string | undefined;
  return lines.map((line) => {
    const isInside = goesOn || until !== undefined;
    const command = isPrompted(line)
      ? line.replace(prompt, '').replace(windowsPrompt, '')
      : isInside
        ? line.replace(/^> /, '')
        : '';
    if (until !== undefined) {
      if (command.trim() === until) until = undefined;
    } else until = /<<-?\s*(["']?)(\w+)\1/.exec(command)?.[2];
    goesOn = /\\\s*$/.test(command);
    return command;
  });
}

/** `{baseDir}/` stands for the skill’s own folder, and is no group of a shell. */
export const inOwnFolder = (text: string): string =>
  text.replace(/(?<![\w${}])\{(?:baseDir|skillDir|skill_dir|skillRoot|SKILL_DIR|SKILL_ROOT)\}\//g, './');

/** `<file>` stands for something to fill in, and is no redirection: written as no shell reads it. */
export const withoutPlaceholders = (written: string): string => {
  const text = inOwnFolder(written);
  return /<</.test(text)
    ? text
    : text.replace(/<([A-Za-z][\w .,:/|()'-]{0,80})>/g, (_, inside) => `{${inside.replace(/[^\w.-]/g, '-')}}`);
};
