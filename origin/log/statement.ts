/** What a log says of its keys, as texts of notes: one hands over to the next, or a new log says why it begins. */

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

/** Why this log began, in its operator’s words; undefined of another text. */
export function reasonIn(text: string, { origin }: Pick<Named, 'origin'>): string | undefined {
  const [line, name, , reason, ...rest] = text.split('\n');
  return line === logLine && name === origin && rest.length === 1 ? reason : undefined;
}
