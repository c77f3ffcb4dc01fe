/** What a log says of its keys, as texts of notes: one hands over to the next, or a new log says why it begins. */
import { LogError } from './logError.ts';
import { openNote, parseVerifier } from './note.ts';

interface Named {
  /** What the log is called. */
  origin: string;
  /** Its key, as `<name>+<key ID>+<base64>`. */
  verifier: string;
}

const [keyLine, logLine] = ['skill-registry log key', 'skill-registry new log'];

/** The key of a log that follows, to be signed by the one before it. */
export const handOverText = ({ origin, verifier }: Named): string => `${keyLine}\n${origin}\n${verifier}\n`;

/** That a log takes the place of `before`, and why, in one line: to be signed by its own key. */
export const newLogText = ({ origin }: Pick<Named, 'origin'>, before: string, reason: string): string =>
  `${logLine}\n${origin}\n${before}\n${reason}\n`;

/** Why a log began, in its operator’s words; undefined where its own key did not sign that, as of the first one and of a hand-over. */
export function reasonOf({ origin, verifier, statement }: Named & { statement: string }): string | undefined {
  try {
    const [line, name, , reason, ...rest] = openNote(statement, [parseVerifier(verifier)]).text.split('\n');
    return line === logLine && name === origin && rest.length === 1 ? reason : undefined;
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
