/**
 * What was read once, kept for whoever asks again: a snapshot makes a dozen files of a version, and each begins with the
 * same look-ups. Only for readers that nothing changes under, and for no longer than they read one piece.
 */
export type Memory = Map<string, Promise<unknown>>;

/** What `read` gives, read once for a memory and a key; without a memory, each time. Nobody may change it. */
export function remembered<T>(memory: Memory | undefined, key: string, read: () => Promise<T>): Promise<T> {
  const known = memory?.get(key) ?? read();
  memory?.set(key, known);
  return known as Promise<T>;
}
