/** A device that asks whether its skills are still the newest, compared with a bare route with the same token check. */
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { operations } from '../../../origin/contract/operations.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { approve } from '../../../origin/store/library/libraryChanges.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { workingCopy } from '../catalog/copy.ts';
import { openDataDir } from '../catalog/place.ts';
import { shareOfRate } from '../figures.ts';
import { type Load, ratesOf, requestText } from '../load/httpLoad.ts';
import { now } from '../reading.ts';
import type { Measure } from '../run.ts';
import { startForked } from '../servers/forked.ts';
import { freePort } from '../servers/freePort.ts';
import { publicUrls, startProgram } from '../servers/program.ts';

const held = 500;
const path = apiPrefix + operations.getSyncManifest.path;

export const syncManifest: Measure = async ({ catalog }) => {
  await using copy = await workingCopy(await catalog());
  const { dataDir } = copy;
  const token = await makeHolder(dataDir);
  const port = await freePort();
  const origin = await startProgram('origin/main.ts', {
    ...{ ...publicUrls, DATA_DIR: dataDir, ORIGIN_PORT: String(port), TRUSTED_PROXY_HOPS: '1' },
  });
  const authorization = `Bearer ${token}`;
  const first = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization, 'accept-encoding': 'identity' },
  });
  const { skills } = (await first.json()) as { skills: unknown[] };
  if (skills.length !== held) throw new Error(`The manifest has ${skills.length} skills.`);
  const etag = first.headers.get('etag') ?? '';
  const bare = await startForked('tokenServer.ts', { dataDir, path, etag });
  const requests = Array.from({ length: 20_000 }, (_, client) =>
    requestText(path, {
      ...{ authorization, 'if-none-match': etag },
      'x-forwarded-for': `10.0.${Math.floor(client / 250)}.${client % 250}`,
    }),
  );
  const load: Omit<Load, 'port'> = { requests, status: 304, connections: 32, milliseconds: 2000 };
  const { subject, reference } = await ratesOf(
    { name: `a manifest of ${held} skills`, port, ...load },
    { name: 'a Hono route with the same token check', port: bare.port, ...load },
  );
  bare.stop();
  await origin.stop();
  return [{ goal: 'sync manifest, 304', subject, reference, ratio: shareOfRate(subject, reference) }];
};

/** The token of a new person whose library is large. */
async function makeHolder(dataDir: string): Promise<string> {
  const engine = await openDataDir(dataDir);
  const token = await engine.write(async (db) => {
    const { id: profileId } = await createProfile(db, { handle: 'holder' }, now());
    const skills = await db
      .selectFrom('skills')
      .select(['id', 'latest_version_id'])
      .where('latest_version_id', 'is not', null)
      .orderBy('id')
      .limit(held)
      .execute();
    for (const { id: skillId, latest_version_id } of skills)
      await approve(db, { profileId, skillId, versionId: latest_version_id as number }, now());
    return mintToken(db, { class: 'session', profileId }, now());
  });
  await engine.close();
  return token;
}
