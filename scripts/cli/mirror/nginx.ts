/** What a web server of a copy is told. */
import { nginxConfig } from '../../../mirror/serve/nginx.ts';
import { exitCodes, Failure } from '../failure.ts';
import { openMirrorFolder } from './folder.ts';

/** A piece for the `http` block. `listen`: what nginx is to say there. Errors: `Failure` where it would read something else. */
export async function nginxOf(root: string, listen: string): Promise<string> {
  if (!/^[\w.:[\]]{1,100}$/.test(listen))
    throw new Failure('--nginx takes a port, or an address with one.', exitCodes.usage);
  if (!/^[\w./@+-]+$/.test(root))
    throw new Failure(`nginx would not read ${root} as it is written: name a folder without spaces and signs.`);
  const { about } = await openMirrorFolder(root);
  if (!about) throw new Failure(`${root} has no copy of a registry.`);
  return nginxConfig({ root: `${root}/public`, listen, site: { originUrl: about.registry, mirrorUrl: about.site } });
}
