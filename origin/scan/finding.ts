/** What a rule found in a bundle: one finding, with every place of it. */
import type { z } from 'zod';
import type * as records from '../contract/records.ts';
import type { BundlePlace, Rule } from './detector.ts';

interface FindingPlace {
  path: string;
  /** From 1. */
  line: number;
  /** Where it says something else than the finding’s. */
  message?: string;
}

/** `path`, `line` and `message` are of the first place (SPEC.md, Scan report). */
export interface Finding extends z.output<typeof records.Finding> {
  /** At most 50, in the order in which files are read; the first is the finding’s own. */
  places: FindingPlace[];
  /** How many there are in all, up to 1,000. */
  count: number;
}

export const maxPlaces = 50;

/** A file of nothing but findings must not cost more than a report can say. */
export const maxCount = 1000;

/** Undefined where there is no place. */
export function findingOf({ id, severity }: Rule, places: readonly BundlePlace[]): Finding | undefined {
  const [first] = places;
  if (!first) return undefined;
  const { path, line, message } = first;
  const shown = places.slice(0, maxPlaces).map((place) => ({
    path: place.path,
    line: place.line,
    ...(place.message !== message && { message: place.message }),
  }));
  return { detector: id, severity, path, line, message, places: shown, count: Math.min(places.length, maxCount) };
}
