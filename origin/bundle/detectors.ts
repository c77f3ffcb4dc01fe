/** The rule set: every detector, and the number it goes by. */
import type { Detector } from './detector.ts';
import { invisibleCharacters } from './detectors/invisible-characters.ts';
import { nameMismatch } from './detectors/name-mismatch.ts';
import { privateKey } from './detectors/private-key.ts';

/** Counts up whenever a detector is added or changed: stored reports of a lower one are made again. */
export const corpusVersion = 1;

export const detectors: readonly Detector[] = [nameMismatch, invisibleCharacters, privateKey];
