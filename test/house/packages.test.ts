import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  integrity?: string;
  /** A list, or one. */
  os?: string | string[];
  cpu?: string | string[];
}
const project: Required<Manifest> = JSON.parse(read('package.json'));
const locked: Record<string, Manifest> = JSON.parse(read('package-lock.json')).packages;

describe('package.json', () => {
  /** What measures and builds stands among the scripts, and serves nobody. */
  const isTool = (file: string) => /^scripts\/(?:bench[./]|cli\/program\/build\.ts$|programs\/bundle\.ts$)/.test(file);
  const files = globSync(['{origin,mirror,scripts}/**/*.{ts,astro}', 'astro.config.mjs'], { cwd: root });
  const imported = new Set(files.filter((file) => !isTool(file)).flatMap(packagesIn));

  it('has under dependencies Node and what the registry and the CLI import, the site’s build included; nothing else', () => {
    expect(Object.keys(project.dependencies).sort()).toEqual([...imported, 'node'].sort());
    expect(Object.keys(project.devDependencies).filter((name) => name in project.dependencies)).toEqual([]);
  });

  it('pins every package at an exact version', () => {
    const versions = Object.values({ ...project.dependencies, ...project.devDependencies });
    expect(versions.filter((version) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version))).toEqual(
      [],
    );
  });
});

/** Packages that a file imports, by name. */
function packagesIn(file: string): string[] {
  const statements = read(file).matchAll(
    /^\s*(?:import|export)\s[^;'"]*?from\s+['"]([@\w][^'"]*)['"]|\bimport\(?\s*['"]([@\w][^'"\n]*)['"]/gm,
  );
  return [...statements]
    .map((match) => (match[1] ?? match[2]) as string)
    .filter((specifier) => !specifier.startsWith('node:') && !specifier.startsWith('astro:'))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] as string);
}

describe('package-lock.json', () => {
  const native = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const platform = platformOf(name);
      return platform ? [{ path, name, version, platform }] : [];
    }),
  );

  it('holds the native packages of Linux and macOS, on x64 and arm64, whichever machine it was written on', () => {
    const missing = native.filter(({ path, name, version, platform }) => {
      const entry = entryOf(path, name);
      const { os, cpu } = { os: [entry?.os].flat(), cpu: [entry?.cpu].flat() };
      return entry?.version !== version || !os.includes(platform.os) || !cpu.includes(platform.cpu);
    });
    expect(missing).toEqual([]);
    expect(native.length).toBeGreaterThan(50);
  });

  it.each(['linux-x64', 'linux-arm64', 'darwin-arm64'])('offers every package with native parts for %s', (wanted) => {
    const parents = [...new Set(native.map(({ path }) => path))].filter((path) => !platformOf(path));
    const without = parents.filter(
      (parent) => !native.some(({ path, platform: { os, cpu } }) => path === parent && `${os}-${cpu}` === wanted),
    );
    // It falls back to its JavaScript.
    expect(without).toEqual(wanted === 'linux-arm64' ? ['node_modules/recheck'] : []);
  });

  it('says what each package must be, but for some of other platforms that could not be had where it was written', () => {
    const unsaid = Object.entries(locked).filter(([path, { integrity }]) => path !== '' && !integrity);
    expect(unsaid.map(([path, { version }]) => `${path.replace('node_modules/', '')} ${version}`)).toEqual([
      '@astrojs/compiler-binding-darwin-arm64 0.5.1',
      '@astrojs/compiler-binding-darwin-x64 0.5.1',
      '@astrojs/compiler-binding-linux-arm64-gnu 0.5.1',
      '@astrojs/compiler-binding-linux-arm64-musl 0.5.1',
      '@biomejs/cli-darwin-arm64 2.6.8',
      '@biomejs/cli-darwin-x64 2.6.8',
      '@biomejs/cli-linux-arm64-musl 2.6.8',
      '@biomejs/cli-linux-x64-musl 2.6.8',
      '@oxc-parser/binding-darwin-arm64 0.156.0',
      '@oxc-parser/binding-darwin-x64 0.156.0',
    ]);
  });

  it('names no address that a package came from', () => expect(read('package-lock.json')).not.toContain('"resolved"'));
});

/** What a native package is for, by its name; undefined for other packages, and platforms that nobody is promised. */
function platformOf(name: string): { os: string; cpu: string } | undefined {
  const [, os, cpu] = /(?:^|[-/])(linux|linuxmusl|darwin|macos)-(x64|arm64)(?:-gnu|-musl)?$/.exec(name) ?? [];
  return os && cpu ? { os: os.startsWith('linux') ? 'linux' : 'darwin', cpu } : undefined;
}

/** What a package finds by this name: next to itself or further up, as Node looks. */
function entryOf(from: string, name: string): Manifest | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const entry = locked[`${folder && `${folder}/`}node_modules/${name}`];
    if (entry || folder === '') return entry;
  }
}
