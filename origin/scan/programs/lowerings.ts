/** How each language is lowered. */
import { lowerBash } from './languages/bash.ts';
import { lowerJavaScript, lowerTsx, lowerTypeScript } from './languages/javascript.ts';
import { lowerPython } from './languages/python.ts';
import type { Language, Lower } from './program.ts';

export const lowerings: Readonly<Partial<Record<Language, Lower>>> = {
  javascript: lowerJavaScript,
  typescript: lowerTypeScript,
  tsx: lowerTsx,
  python: lowerPython,
  bash: lowerBash,
};
