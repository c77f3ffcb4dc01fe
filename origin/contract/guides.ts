/** The guides of the documentation, by the last part of their path, in the order in which one reads them. */
export const guideNames = [
  'start',
  'install',
  'publish',
  'sign',
  'pair',
  'follow',
  'mcp',
  'self-host',
  'moderate',
  'cdn',
  'speed',
] as const;
export type GuideName = (typeof guideNames)[number];
