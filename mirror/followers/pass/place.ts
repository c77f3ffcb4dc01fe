/** Where a pass is taken in, and what there is to know of it. */
import type { TagBits } from '../../../origin/contract/headers/cache.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import type { Journal } from '../../snapshot/files/journal.ts';
import type { Sink } from '../../snapshot/files/sink.ts';

export interface Place {
  catalog: Engine;
  sink: Sink;
  journal: Journal;
  /** The leader’s. */
  tagBits(): TagBits;
  /** The leader's log's key, where its operator told it. */
  trusted?: string;
  /** What alone it holds, as `formatSelection` writes it; all there is if unset. */
  only?: string;
  alarm(what: string, about?: Record<string, unknown>): void;
}

export interface Taken {
  written: number;
  removed: number;
}

export interface Pass {
  number: number;
  /** Whether these are the last ones of it: then the log is held to what it promises, and nothing else may be left over. */
  isEnd: boolean;
  isFull: boolean;
  /** Whether nothing was shown before. */
  isFirst: boolean;
}
