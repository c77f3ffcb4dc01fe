import type { Detector } from '../../../origin/bundle/detector.ts';

/** Where a detector points in a skill of one file. */
export const inspect = (detector: Detector, text: string, isUtf8 = true) => [
  ...detector.inspect({ slug: 'sample', name: 'sample', files: [{ path: 'a.md', text, isUtf8 }] }),
];

export const linesFound = (detector: Detector, text: string) => inspect(detector, text).map(({ line }) => line);
