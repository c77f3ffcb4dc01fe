import { isIPv6 } from 'node:net';
import { request } from 'undici';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import type { Files } from '../../../mirror/snapshot/files/sink.ts';
import { openServed } from '../../../mirror/snapshot/served.ts';
import { operationPath } from '../../../origin/contract/operations.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { OperatorContext } from '../operatorContext.ts';
import type { Check, Problem } from './check.ts';

export type Server = 'origin' | 'mirror';

/** What both servers answer with the bytes of a file. */
const samples = (['getRegistryStats', 'listSkills', 'listKits'] as const).map((id) => ({
  path: operationPath(id, {}),
  file: fileOf({ id, values: {} }),
}));

/** Milliseconds for a server that is there to answer. */
const patience = 5000;

/** Answers may be newer than the file that was read before: looked at again, they agree. */
const tries = 5;

/** That it answers on its port, with what the snapshot holds; and under its public address, where that is another one. */
export async function lookAtServer({ settings }: OperatorContext, server: Server): Promise<Omit<Check, 'name'>> {
  const remedy = `Start the registry: npm start. Where it runs, its log says why the ${server} doesn’t.`;
  const problems: Problem[] = [];
  const addresses = [...new Set([portOf(settings, server), publicOf(settings, server)])];
  const { files, close } = openServed(settings);
  try {
    for (const address of addresses) {
      const what = await faultOf(address, publicOf(settings, server), files);
      if (what) problems.push({ what: `${address} ${what}`, remedy });
    }
  } finally {
    await close();
  }
  return { looked: `${samples.length} answers of ${addresses.join(' and ')}, against the snapshot’s files`, problems };
}

const publicOf = ({ site }: Settings, server: Server): string =>
  server === 'origin' ? site.originUrl : site.mirrorUrl;

function portOf({ host, originPort, mirrorPort }: Settings, server: Server): string {
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  const name = everywhere ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${server === 'origin' ? originPort : mirrorPort}`;
}

/** Undefined where it answers as it should. It is asked under the name that it goes by in public. */
async function faultOf(address: string, publicUrl: string, files: Files): Promise<string | undefined> {
  const headers = { host: new URL(publicUrl).host };
  for (const { path, file: name } of samples) {
    for (let left = tries; ; left -= 1) {
      const file = await files.read(name);
      try {
        const options = { headers, headersTimeout: patience, bodyTimeout: patience };
        const { statusCode, body } = await request(`${address}${path}`, options);
        const bytes = Buffer.from(await body.arrayBuffer());
        if (statusCode !== 200) return `answers ${statusCode} at ${path}`;
        if (!file) return `could not be compared: the snapshot has no ${path}`;
        if (bytes.equals(file.body)) break;
        if (left === 0)
          return `answers other bytes at ${path} than the snapshot holds: another registry, or an old one`;
      } catch (error) {
        return `does not answer: ${(error as Error).message || (error as { code?: string }).code}`;
      }
    }
  }
  return undefined;
}
