/**
 * A registry of many machines on one, as plain processes: PostgreSQL with the store and the catalog, Redis, an S3
 * server, two origins, two builders, two mirrors, haproxy in front of the origins and varnish in front of the mirrors.
 */
import { freePort } from '../../scripts/bench/servers/freePort.ts';
import { newWorkplace } from '../scripts/process.ts';
import { hasHaproxy, newHaproxy } from '../servers/haproxy.ts';
import { hasPostgres, newPostgres } from '../servers/postgres.ts';
import { hasRedis, newRedis, type RedisServer } from '../servers/redis.ts';
import { openS3, type S3Server } from '../servers/s3/server.ts';
import { hasVarnish, startVarnish, token } from '../servers/varnish.ts';
import { type Machine, portOf, type Role, startMachine } from './machine.ts';

export const hasWhole = hasPostgres && hasRedis && hasHaproxy && hasVarnish;

export interface Whole extends AsyncDisposable {
  /** What clients know: haproxy's address of the origins, and varnish. */
  bases: { origin: string; mirror: string };
  machines: Machine[];
  redis: RedisServer;
  bucket: S3Server;
}

const roles: readonly Role[] = ['origin', 'origin', 'builder', 'builder', 'mirror', 'mirror'];

export async function openWhole(): Promise<Whole> {
  await using owned = new AsyncDisposableStack();
  const [database, redis] = [owned.use(await newPostgres()), owned.use(await newRedis())];
  await database.run('create database catalog');
  const bucket = owned.use(await openS3());
  const places = await Promise.all(roles.map(newWorkplace));
  const portsOf = (role: Role): [number, number] => {
    const ports = places.flatMap((place, nth) => (roles[nth] === role ? [portOf(place, role)] : []));
    return [ports[0] ?? 0, ports[1] ?? 0];
  };
  const balancer = owned.use(await newHaproxy({ origins: portsOf('origin'), mirrors: portsOf('mirror') }));
  const varnishPort = await freePort();
  const bases = { origin: `http://127.0.0.1:${balancer.origin}`, mirror: `http://127.0.0.1:${varnishPort}` };
  const shared = {
    ...{ ORIGIN_URL: bases.origin, MIRROR_URL: bases.mirror, COUNT_DOWNLOADS: 'none' },
    ...{ OBJECT_STORE: `s3://${bucket.state.bucket}/registry`, ...bucket.environment },
    ...{ CATALOG_URL: database.url.replace(/postgres$/, 'catalog'), LIMITER_URL: redis.url },
    ...{ CDN: 'varnish', CDN_TARGET: bases.mirror, CDN_TOKEN: token },
  };
  const store = { DATABASE_URL: database.url };
  const needed: Record<Role, Record<string, string>> = {
    // haproxy is one hop; of a mirror, varnish is.
    origin: { ...shared, ...store, TRUSTED_PROXY_HOPS: '2' },
    builder: { ...shared, ...store },
    mirror: { ...shared, TRUSTED_PROXY_HOPS: '2' },
  };
  const machines: Machine[] = [];
  for (const [nth, role] of roles.entries()) {
    const place = places[nth];
    if (place) machines.push(owned.use(startMachine(role, place, needed[role])));
    // The first of them makes the schema.
    if (nth === 0) await machines[0]?.ready();
  }
  await Promise.all(machines.map((machine) => machine.ready()));
  owned.use(await startVarnish(portsOf('mirror'), { port: varnishPort }));
  const all = owned.move();
  return { bases, machines, redis, bucket, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
