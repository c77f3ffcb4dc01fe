/** Bundles our programs with the packages that they need, each with what it shares with others in files of their own. */
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'rolldown';
import { bundleName } from './names.ts';

const root = join(import.meta.dirname, '../..');
/** What is loaded by name. Programs that these start are found where they do. */
const loaded = ['scripts/registry.ts', 'scripts/operator/operate.ts'];
/** Drivers that are compiled for the machine, and what runs a file of its own as a thread. */
const apart = ['sqlite3', 'pg-native', 'tinypool'];

const [dir] = process.argv.slice(2);
if (!dir) throw new Error('Name the folder to make: three folders below the project’s.');
await build({
  input: Object.fromEntries(loaded.map((file) => [bundleName(file), join(root, file)])),
  platform: 'node',
  external: apart,
  plugins: [ownFiles(), foreignFiles()],
  output: { dir, format: 'esm', entryFileNames: '[name]', chunkFileNames: '[name]-[hash].mjs' },
  logLevel: 'warn',
});

/**
 * A module finds the files next to it by `import.meta.dirname`, as before. Where it names a module of ours there, it runs that
 * as a thread or a process: that is a program too.
 */
function ownFiles(): Plugin {
  const program = /import\.meta\.dirname, '([^']+\.ts)'/g;
  const others = /import\.meta\.dirname(?!, '[^']+\.mjs')/g;
  return {
    name: 'own-files',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: 'import.meta.dirname' },
      handler(code, id) {
        const withPrograms = code.replace(program, (_, path: string) => {
          const file = resolve(dirname(id), path);
          const fileName = bundleName(relative(root, file));
          this.emitFile({ type: 'chunk', id: file, fileName });
          return `import.meta.dirname, '${fileName}'`;
        });
        const folder = `(import.meta.dirname + '/../../../${relative(root, dirname(id))}')`;
        return { code: withPrograms.replace(others, folder), map: null };
      },
    },
  };
}

/** A package that looks for files next to it would look for them here. */
function foreignFiles(): Plugin {
  return {
    name: 'foreign-files',
    transform: {
      filter: { id: /node_modules/, code: /\bimport\.meta\.url\b/ },
      handler(_, id) {
        this.error(`${id} finds files next to it. Leave its package out of the bundle.`);
      },
    },
  };
}
