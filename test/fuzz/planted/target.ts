/** For the test of the fuzzer itself. */
import type { Target } from '../target.ts';
import { readMaze } from './maze.ts';

export const target: Target = {
  seeds: [new Uint8Array(8)],
  longest: 16,
  check: (input) => readMaze(input) > 0,
};
