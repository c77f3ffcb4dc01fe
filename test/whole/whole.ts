/**
 * A registry of many machines on one, as plain processes: PostgreSQL with the store and the catalog, Redis, an S3
 * server, two origins, two builders, two mirrors, haproxy in front of the origins and varnish in front of the mirrors.
 */

import { newWorkplace } from '../scripts/process.ts';
import { freePort } from '../servers/freePort.ts';
import { hasHaproxy, newHaproxy } from '../servers/haproxy.ts';
import { hasPostgres, newPostgres } from '../servers/postgres.ts';
import { hasRedis, newRedis, type RedisServer } from '../servers/redis.ts';
import { openS3, type S3Server } from '../servers/s3/server.ts';
import { hasVarnish, startVarnish, token } from '../servers/varnish.ts';
import { machinesOf, readCompose } from './composed.ts';
import { type Machine, portOf, type Role, startMachine } from './machine.ts';

export const hasWhole = hasPostgres && hasRedis && hasHaproxy && hasVarnish;

export interface Whole extends AsyncDisposable {
  /** What clients know: haproxy's address of the origins, and varnish. */
  bases: { origin: string; mirror: string };
  machines: Machine[];
  redis: RedisServer;
  bucket: S3Server;
}

/** Any. */
const [password, secret] = ['inDatabases', 'aSecretOfTestsAlone'];

interface Options {
  /** Whether each commit is on disk. */
  isDurable?: boolean;
  /** The environment of such a machine, made of the one that the compose file has. */
  given?(role: Role, environment: Record<string, string>): Promise<Record<string, string>>;
}

/** As scripts/deploy/grow/compose.yaml has it, but for the addresses. */
export async function openWhole({ isDurable = false, given = async (_, same) => same }: Options = {}): Promise<Whole> {
  await using owned = new AsyncDisposableStack();
  const [database, redis] = [owned.use(await newPostgres({ isDurable })), owned.use(await newRedis({ password }))];
  const bucket = owned.use(await openS3());
  const varnishPort = await freePort();
  const mirror = `http://127.0.0.1:${varnishPort}`;
  const ports = { origin: await freePort(), mirror: await freePort() };
  const bases = { origin: `http://127.0.0.1:${ports.origin}`, mirror };
  const composed = readCompose({
    ...{ POSTGRES_PASSWORD: password, REDIS_PASSWORD: password, METRICS_TOKEN: secret, CDN_TOKEN: token },
    ...{ S3_KEY: bucket.environment.AWS_ACCESS_KEY_ID, S3_SECRET: bucket.environment.AWS_SECRET_ACCESS_KEY },
    ...{ ORIGIN_URL: bases.origin, MIRROR_URL: bases.mirror },
  });
  await database.run('create role registry superuser login');
  await database.run('create database registry owner registry');
  await database.run(composed.configs.catalog.content);
  const needed = machinesOf(composed, {
    ...{ 'database:5432': `127.0.0.1:${database.port}`, 'redis:6379': new URL(redis.url).host },
    ...{
      'http://objects:7070': bucket.environment.AWS_ENDPOINT_URL_S3,
      's3://registry/': `s3://${bucket.state.bucket}/`,
    },
    ...{ 'http://varnish:6081': mirror, 'us-east-1': bucket.environment.AWS_REGION },
  });
  const places = await Promise.all(needed.map(newWorkplace));
  const portsOf = (role: Role): [number, number] => {
    const ports = places.flatMap((place, nth) => (needed[nth]?.role === role ? [portOf(place, role)] : []));
    return [ports[0] ?? 0, ports[1] ?? 0];
  };
  owned.use(await newHaproxy({ origins: portsOf('origin'), mirrors: portsOf('mirror') }, ports));
  const machines: Machine[] = [];
  for (const [nth, { role, environment }] of needed.entries()) {
    const place = places[nth];
    if (place) machines.push(owned.use(startMachine(role, place, await given(role, environment))));
    // The first of them makes the schema.
    if (nth === 0) await machines[0]?.ready();
  }
  await Promise.all(machines.map((machine) => machine.ready()));
  owned.use(await startVarnish(portsOf('mirror'), { port: varnishPort }));
  const all = owned.move();
  return { bases, machines, redis, bucket, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
