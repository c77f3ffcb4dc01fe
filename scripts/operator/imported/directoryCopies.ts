import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import { limits } from '../../../origin/contract/fields.ts';
import { packFolder } from '../../packing/packFolder.ts';
import { skillFolders } from '../publishing/skillFolder.ts';
import { checkoutOf } from './checkout.ts';
import type { Copy, ImportOptions } from './copy.ts';
import { isLicenseFile, licenseOf, maxLicenseBytes } from './license.ts';

/**
 * The skills below a directory. They are from where `--source` says, else from the https remote of the git checkout
 * that the directory is part of, whose licence then holds where a skill has none of its own. Throws where there is none.
 */
export async function directoryCopies(directory: string, { as, source }: ImportOptions): Promise<Copy[]> {
  const top = resolve(directory);
  if (!(await stat(top).catch(() => undefined))?.isDirectory()) {
    throw new Error(`"${directory}" is neither a directory nor an https:// address.`);
  }
  if (source !== undefined) checkSource(source);
  const checkout = await checkoutOf(top);
  const root = await licensesIn(checkout?.root ?? top);
  const url = source ?? checkout?.url ?? '';
  const taken = new Map<string, string>();
  return (await skillFolders(top)).map(({ author: written, slug, folder }) => {
    const author = as?.toLowerCase() ?? written;
    const place = relative(top, folder).split(sep).join('/');
    const namesake = taken.get(`${author}/${slug}`);
    taken.set(`${author}/${slug}`, namesake ?? place);
    return {
      author,
      slug,
      read: async () => {
        if (namesake !== undefined) {
          throw new ApiError('conflict', `"${place}" is left out, since "${namesake}" is called ${slug} too.`);
        }
        const { files } = await packFolder(folder);
        return { files, source: { url, license: licenseOf(files, root) } };
      },
    };
  });
}

function checkSource(source: string): void {
  const url = URL.parse(source);
  if (url?.protocol === 'https:' && !url.username && !url.password && source.length <= limits.urlLength) return;
  throw new Error('--source must be an https:// address without a user name or a password.');
}

async function licensesIn(folder: string): Promise<BundleFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files: BundleFile[] = [];
  for (const { name } of entries.filter((entry) => entry.isFile() && isLicenseFile(entry.name))) {
    const { size } = await stat(join(folder, name));
    if (size <= maxLicenseBytes) files.push({ path: name, bytes: await readFile(join(folder, name)) });
  }
  return files;
}
