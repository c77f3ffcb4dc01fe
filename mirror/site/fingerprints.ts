/**
 * What each page is made of, as the bundler knows it: a digest of its template and of every module that this imports, with
 * the names of the scripts and styles that stand in the page. Names alone: they change with what is in them.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type BuiltPages, pagesFile } from './built.ts';

interface Module {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

type Manifest = Parameters<NonNullable<AstroIntegration['hooks']['astro:build:ssr']>>[0]['manifest'];

/** Writes `pagesFile` into a build. `root` is the folder of the project. */
export function pageFingerprints(root: string): AstroIntegration {
  const modules = new Map<string, Module>();
  const placeOf = (id: string) => id.replaceAll(root, '');
  let manifest: Manifest | undefined;
  return {
    name: 'page-fingerprints',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [reader(modules)] } }),
      'astro:build:ssr': (built) => {
        manifest = built.manifest;
      },
      'astro:build:done': ({ dir }) => {
        if (!manifest) throw new Error('Astro built no server.');
        const pages = fingerprintsOf(modules, manifest, placeOf, readFileSync(join(root, 'astro.config.mjs'), 'utf8'));
        // `dir` is the folder of what pages load.
        writeFileSync(join(fileURLToPath(dir), '..', pagesFile), JSON.stringify(pages));
      },
    },
  };
}

/** Keeps what the bundler knows of each module of the renderer when all of them are there. */
const reader = (modules: Map<string, Module>) => ({
  name: 'page-fingerprints',
  applyToEnvironment: ({ name }: { name: string }) => name === 'ssr',
  generateBundle(this: { getModuleIds(): Iterable<string>; getModuleInfo(id: string): Module | null }) {
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id);
      if (info) modules.set(id, info);
    }
  },
});

const isRoute = (id: string): boolean => id.startsWith('\0virtual:astro:page:');

function fingerprintsOf(
  modules: ReadonlyMap<string, Module>,
  manifest: Manifest,
  placeOf: (id: string) => string,
  config: string,
): BuiltPages {
  const below = (entries: Iterable<string>): string[] => {
    const found = new Set(entries);
    for (const id of found)
      for (const next of [...(modules.get(id)?.importedIds ?? []), ...(modules.get(id)?.dynamicallyImportedIds ?? [])])
        if (!isRoute(next)) found.add(next);
    return [...found];
  };
  const made = (ids: readonly string[], ...facts: string[]) => {
    const digest = createHash('sha256').update(JSON.stringify(facts));
    const packages = ids.filter((id) => !modules.get(id)?.code && !/^(?:node:|[\0/])/.test(id));
    for (const id of [...ids].sort()) digest.update(`${placeOf(id)}\0`).update(contentOf(id, modules.get(id), placeOf));
    return { digest: digest.digest('hex'), packages: packages.sort() };
  };
  const isOfFrame = (id: string) => /\/mirror\/site\/(?:render|middleware)\.ts$/.test(id);
  // The bundler tells of modules as it came upon them, which is never twice the same.
  const templates = [...modules.keys()].filter((id) => /\/mirror\/site\/pages\/\w+\.astro$/.test(id)).sort();
  const frame = below([...modules.keys()].filter(isOfFrame));
  /** Under which names the scripts of these modules are loaded, or what is written instead. */
  const scriptsOf = (ids: readonly string[]) => {
    const owners = new Set(ids);
    const named = [...Object.entries(manifest.entryModules), ...manifest.inlinedScripts];
    return named.filter(([id]) => id.includes('type=script') && owners.has(id.split('?', 1)[0] ?? '')).sort();
  };
  const stylesOf = (template: string) =>
    manifest.routes.filter(({ routeData }) => template.endsWith(`/${routeData.component}`)).map(({ styles }) => styles);
  return {
    frame: made(frame, config),
    pages: Object.fromEntries(
      templates.map((template) => {
        const ids = below([template]);
        const linked = JSON.stringify([stylesOf(template), scriptsOf(ids)]);
        return [basename(template, '.astro'), made(ids, placeOf(linked))];
      }),
    ),
  };
}

/** What is imported for its address, such as a picture, is no code: its address says what is in it. */
function contentOf(id: string, module: Module | undefined, placeOf: (id: string) => string): string | Buffer {
  const [file = ''] = id.split('?', 1);
  const isCode = /^\.(?:[cm]?[jt]s|astro|json|css)$/.test(extname(file));
  if (!module || isCode || !file.startsWith('/')) return placeOf(module?.code ?? '');
  return readFileSync(file);
}
