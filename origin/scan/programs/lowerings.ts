/** How each language is lowered. */
import type { Language, Lower } from './program.ts';

export const lowerings: Readonly<Partial<Record<Language, Lower>>> = {};
