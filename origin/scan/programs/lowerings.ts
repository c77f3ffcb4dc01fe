/** How each language is lowered. */
import { lowerBash } from './languages/bash.ts';
import { lowerGo } from './languages/go.ts';
import { lowerJavaScript, lowerTsx, lowerTypeScript } from './languages/javascript.ts';
import { lowerPhp } from './languages/php.ts';
import { lowerPowerShell } from './languages/powershell.ts';
import { lowerPython } from './languages/python.ts';
import { lowerRuby } from './languages/ruby.ts';
import type { Language, Lower } from './program.ts';

export const lowerings: Readonly<Record<Language, Lower>> = {
  javascript: lowerJavaScript,
  typescript: lowerTypeScript,
  tsx: lowerTsx,
  python: lowerPython,
  bash: lowerBash,
  powershell: lowerPowerShell,
  ruby: lowerRuby,
  go: lowerGo,
  php: lowerPhp,
};
