/** What a measure is given, and what it gives. */
import type { CatalogPlace } from './catalog/place.ts';
import type { Result } from './goals.ts';

interface Run {
  /** How many skills the catalog has. */
  skills: number;
  /** The catalog of this size, or of another; made when it is first asked for. */
  catalog(skills?: number): Promise<CatalogPlace>;
  /** Tells what there is to wait for. */
  say(line: string): void;
}

export type Measure = (run: Run) => Promise<Result[]>;
