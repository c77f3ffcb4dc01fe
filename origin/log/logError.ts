/** Why something of a log is refused, in a sentence. The caller makes one of its own codes of `reason`. */
export class LogError extends Error {
  /**
   * `malformed`: not in its format. `signature`: a known key’s signature does not verify. `unsigned`: no known key signed
   * it. `proof`: the proof does not lead from the entry to the root.
   */
  readonly reason: 'malformed' | 'signature' | 'unsigned' | 'proof';

  constructor(reason: LogError['reason'], message: string) {
    super(message);
    this.name = 'LogError';
    this.reason = reason;
  }
}

export const malformed = (message: string): LogError => new LogError('malformed', message);
