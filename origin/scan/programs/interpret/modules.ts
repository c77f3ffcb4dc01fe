/** Which file of the bundle an import names. */
import type { Unit } from './machine.ts';

/** From the folder of the file, and for Python from each folder above it. */
export function moduleFile(
  { path, language }: Pick<Unit, 'path' | 'language'>,
  module: string,
  name: string,
  files: ReadonlyMap<string, unknown>,
): string | undefined {
  const folder = path.split('/').slice(0, -1);
  const found = language === 'python' ? pythonPaths(folder, module, name) : scriptPaths(folder, module);
  return found.find((one) => files.has(one) && one !== path);
}

function pythonPaths(folder: readonly string[], module: string, name: string): string[] {
  const dots = /^\.+/.exec(module)?.[0].length ?? 0;
  const parts = module.slice(dots).split('.').filter(Boolean);
  const bases =
    dots > 0
      ? [folder.slice(0, folder.length - dots + 1)]
      : folder.map((_, index) => folder.slice(0, folder.length - index)).concat([[]]);
  return bases.flatMap((base) =>
    [[...parts], ...(name && name !== '*' ? [[...parts, name]] : [])].flatMap((tail) => [
      `${[...base, ...tail].join('/')}.py`,
      `${[...base, ...tail, '__init__'].join('/')}.py`,
    ]),
  );
}

function scriptPaths(folder: readonly string[], module: string): string[] {
  if (!module.startsWith('.')) return [];
  const parts = [...folder];
  for (const part of module.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const base = parts.join('/');
  const plain = base.replace(/\.[cm]?js$/, '');
  return [
    base,
    ...['js', 'ts', 'mjs', 'cjs', 'tsx', 'jsx', 'mts'].flatMap((extension) => [
      `${base}.${extension}`,
      `${plain}.${extension}`,
      `${base}/index.${extension}`,
    ]),
  ];
}
