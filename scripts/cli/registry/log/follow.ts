/** One history, that only grows: each checkpoint that is seen leads on from all that were seen before, or back to them. */
import { type Checkpoint, parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { openNote, parseVerifier, type Verifier } from '../../../../origin/log/note.ts';
import { consistencyProof, isConsistent, type ReadTile } from '../../../../origin/log/tree.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import { now } from '../../sync/syncRun.ts';
import type { Registry } from '../registry.ts';
import { tilesOf } from './answers.ts';
import { type KnownLog, keepEvidence, keepLog } from './known.ts';

export interface Following {
  readTile: ReadTile;
  /** What was seen of it last; undefined before there was anything. */
  newest(): KnownLog | undefined;
  /** Goes by this log and these keys, the newest last, from now on. */
  trust(origin: string, keys: readonly string[]): void;
  verifiers(): readonly Verifier[];
  /** Resolves to the newest of what was known and this note. Errors: `IntegrityError`, `LogError`. */
  to(note: string): Promise<Checkpoint>;
}

export function following(registry: Registry, home: SyncHome, known: KnownLog | undefined): Following {
  let newest = known;
  let [origin, keys, verifiers] = ['', [] as readonly string[], [] as readonly Verifier[]];
  const trust: Following['trust'] = (itsOrigin, itsKeys) => {
    [origin, keys, verifiers] = [itsOrigin, itsKeys, itsKeys.map(parseVerifier)];
  };
  if (known) trust(known.origin, known.keys);
  const readTile = tilesOf(registry);

  const goOn = async (note: string): Promise<Checkpoint> => {
    const seen = parseCheckpoint(openNote(note, verifiers).text);
    if (seen.origin !== origin) throw new IntegrityError('its checkpoint is of another log');
    for (;;) {
      const before = newest && parseCheckpoint(newest.checkpoint);
      if (newest && before) await refuseFork(newest, before, note, seen);
      const isNewer = !before || seen.size > before.size;
      const result = isNewer ? seen : before;
      const { checkpoint, seen_at } = isNewer ? { checkpoint: note, seen_at: now() } : (newest as KnownLog);
      const next = { origin, keys: [...keys], checkpoint, seen_at };
      if (JSON.stringify(next) === JSON.stringify(newest)) return result;
      const other = await keepLog(home, next, newest);
      newest = other ?? next;
      if (!other) return result;
      goBy(other);
    }
  };

  /** What another command saw meanwhile counts as if it was seen here. */
  const goBy = (other: KnownLog): void => {
    const [longer, shorter] = other.keys.length > keys.length ? [other.keys, keys] : [keys, other.keys];
    if (other.origin !== origin || shorter.some((key, index) => key !== longer[index]))
      throw new IntegrityError('it showed another command another log, or another key of it');
    trust(origin, longer);
  };

  const refuseFork = async (kept: KnownLog, before: Checkpoint, note: string, seen: Checkpoint): Promise<void> => {
    const [from, to] = before.size <= seen.size ? [before, seen] : [seen, before];
    const proof = await consistencyProof(from.size, to.size, readTile);
    if (!isConsistent({ from: from.size, fromRoot: from.root, to: to.size, toRoot: to.root, proof })) {
      const file = await keepEvidence(home, registry, kept, { what: 'fork', seen: note });
      throw new IntegrityError(`it showed another history before: ${file}`);
    }
    const [earlier, later] = from === before ? [kept.checkpoint, note] : [note, kept.checkpoint];
    if (from.size < to.size && ageOf(later) < ageOf(earlier))
      throw new IntegrityError('a key that was replaced signed more of it');
  };

  /** The place of the newest key that signed it. */
  const ageOf = (note: string): number => {
    const ids = openNote(note, verifiers).signatures.map(({ keyId }) => keyId);
    return verifiers.findLastIndex(({ keyId }) => ids.includes(keyId));
  };

  // Of two at a time, each has to lead on from the other.
  let last: Promise<unknown> = Promise.resolve();
  return {
    readTile,
    newest: () => newest,
    trust,
    verifiers: () => verifiers,
    to: (note) => {
      const gone = last.then(() => goOn(note));
      last = gone.catch(() => undefined);
      return gone;
    },
  };
}
