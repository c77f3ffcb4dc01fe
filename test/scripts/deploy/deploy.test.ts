import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { variables } from '../../../origin/settings/variables.ts';
import { composeFile, readCompose } from '../../whole/composed.ts';
import { newWorkplace, operator } from '../process.ts';

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFile(join(root, path), 'utf8');

interface Instruction {
  name: string;
  rest: string;
}

/** Continued lines as one, comments left out. */
const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      return { name, rest: rest.join(' ') };
    });

describe('the image', () => {
  let all: Instruction[];
  let last: Instruction[];
  const of = (stage: Instruction[], name: string) => stage.filter((one) => one.name === name).map(({ rest }) => rest);
  beforeAll(async () => {
    all = instructionsOf(await text('scripts/deploy/Dockerfile'));
    last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  });

  it('stands on the Node that the project pins, by its whole version', async () => {
    const { dependencies } = JSON.parse(await text('package.json'));
    for (const from of of(all, 'FROM')) expect(from).toMatch(new RegExp(`^node:${dependencies.node}-[a-z]+-slim\\b`));
  });

  it('runs as nobody special, with one volume, and ends when it is told', () => {
    expect(of(last, 'USER')).toEqual(['1000:1000']);
    expect(of(last, 'VOLUME')).toEqual(['/data']);
    expect(of(last, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    // In the form that has no shell in between, which would keep the signal to itself.
    expect(JSON.parse(of(last, 'CMD')[0] ?? '')).toEqual(['node', 'scripts/start.ts']);
    expect(last.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      last.findIndex(({ name }) => name === 'COPY'),
    );
  });

  it('has what builds it in another stage, and takes only what it names', () => {
    for (const run of of(last, 'RUN')) expect(run).not.toMatch(/apt|npm|curl|wget/);
    for (const run of of(all, 'RUN').filter((line) => line.includes('apt-get install')))
      expect(run).toMatch(/^apt-get update && .*--no-install-recommends .* && rm -rf \/var\/lib\/apt\/lists\/\*$/);
    expect(all.filter(({ name, rest }) => name === 'ADD' || /sudo|:latest|--allow-unauthenticated/.test(rest))).toEqual(
      [],
    );
    for (const folder of of(all, 'WORKDIR')) expect(folder).toMatch(/^\//);
    expect(of(all, 'ENV').join()).not.toMatch(/TOKEN|SECRET|PASSWORD/);
  });

  it('leaves out what a clone does not have', async () => {
    const left = (await text('.dockerignore')).split('\n');
    for (const name of ['.git', 'data', 'dist', 'node_modules']) expect(left).toContain(name);
  });
});

describe('the compose file', () => {
  it('keeps the registry in a read-only root without rights, and asks for what is secret', async () => {
    const source = await text('scripts/deploy/compose.yaml');
    const { services, volumes } = parse(source);
    const { registry, database } = services;
    expect(registry).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
    expect(registry.depends_on.database.condition).toBe('service_healthy');
    for (const port of registry.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(database.ports).toBeUndefined();
    const known = variables.map(({ name }) => name);
    for (const name of Object.keys(registry.environment)) expect(known).toContain(name);
    for (const [, name = ''] of source.matchAll(/\$\{(\w+)[^}]*\}/g))
      if (/PASSWORD|TOKEN/.test(name)) expect(source).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?)`));
    expect(Object.keys(volumes).sort()).toEqual(['database', 'registry']);
  });
});

describe('the compose file of many machines', () => {
  const given = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'S3_KEY', 'S3_SECRET', 'CDN_TOKEN', 'METRICS_TOKEN'];
  const composed = readCompose({
    ...Object.fromEntries(given.map((name) => [name, 'given'])),
    ...{ MIRROR_URL: 'https://skills.example', ORIGIN_URL: 'https://api.skills.example' },
  });
  const { services } = composed;
  const at = (role: string, port?: number) =>
    Object.values(services)
      .filter(({ environment }) => environment?.['ROLE'] === role)
      .map(({ networks }) => `${networks?.default.ipv4_address}${port ? `:${port}` : ''}`);

  it('has two of each role in a read-only root without rights, and asks for what is secret', async () => {
    const known = variables.map(({ name }) => name);
    for (const role of ['origin', 'builder', 'mirror']) expect(at(role)).toHaveLength(2);
    for (const { environment = {}, ...service } of Object.values(services)) {
      for (const port of (service['ports'] ?? []) as string[]) expect(port).toMatch(/^127\.0\.0\.1:/);
      if (!environment['ROLE']) continue;
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
      for (const name of Object.keys(environment)) expect(known).toContain(name);
    }
    const source = await readFile(composeFile, 'utf8');
    for (const name of given) expect(source).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?)`));
    for (const name of given) expect(() => readCompose({ [name]: '' })).toThrow('The compose file asks for');
  });

  it('gives mirrors nothing of the store', () => {
    for (const { environment = {} } of Object.values(services))
      if (environment['ROLE'] === 'mirror') expect(environment).not.toHaveProperty('DATABASE_URL');
  });

  it('leads haproxy and varnish to its machines, by addresses that stay', async () => {
    const { environment: balancer = {} } = services['haproxy'] ?? {};
    expect([balancer['ORIGIN_1'], balancer['ORIGIN_2']]).toEqual(at('origin', 8787));
    expect([balancer['MIRROR_1'], balancer['MIRROR_2']]).toEqual(at('mirror', 8788));
    const [, , command = ''] = (services['varnish-config']?.['command'] ?? []) as string[];
    const [, words = ''] = /^node scripts\/operator\.ts (.*) > \/config\/default\.vcl$/.exec(command) ?? [];
    await using place = await newWorkplace();
    const { code, stdout } = await operator(place, ...words.split(' '));
    expect(code).toBe(0);
    for (const address of [...at('mirror'), ...at('builder')]) expect(stdout).toContain(`"${address}"`);
    expect(stdout).toContain('/run/secrets/purge-token');
  });
});

describe('the unit', () => {
  it('waits as long for its end as the registry takes, and writes nowhere but to its own folder', async () => {
    const unit = await text('scripts/deploy/skill-registry.service');
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(14);
    expect(value('ProtectSystem')).toBe('strict');
    expect(value('StateDirectory')).toBe('skill-registry');
    expect(value('Environment')).toContain('DATA_DIR=/var/lib/skill-registry');
  });
});
