import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { freePort } from '../../servers/freePort.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';
import { own, ownFolder, user } from '../../servers/program.ts';
import { newWorkplace, operator } from '../process.ts';

const run = promisify(execFile);
const hasPgbackrest = hasPostgres && existsSync('/usr/bin/pgbackrest');

it.skipIf(!hasPgbackrest)(
  'for a bucket, backup says what pgBackRest knows how to reach it by, and no key',
  async () => {
    await using place = await newWorkplace();
    const [key, include] = [join(place.folder, 'key'), join(place.folder, 'conf.d')];
    await writeFile(key, 'ab'.repeat(32));
    await mkdir(include);
    // Nobody listens there.
    const at = `127.0.0.1:${await freePort()}`;
    const keys = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'secret/+', AWS_SESSION_TOKEN: 'token/+=' };
    Object.assign(place.environment, {
      ...{
        DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
        BACKUP_DIR: 's3://my-backups/registry',
        BACKUP_KEY_FILE: key,
      },
      ...{ AWS_ENDPOINT_URL_S3: `https://${at}`, AWS_REGION: 'eu-test-1', ...keys },
    });
    const { stdout, output } = await operator(place, '--json', 'backup');
    for (const secret of ['abab', ...Object.values(keys)]) expect(output).not.toContain(secret);
    const { configuration, key: secret } = JSON.parse(stdout);
    const paths = ['log-path', 'lock-path'].map((name) => `${name}=${place.folder}`);
    const lines = [...configuration, '[global]', ...paths, 'io-timeout=0.1'];
    await writeFile(join(place.folder, 'pgbackrest.conf'), `${lines.join('\n')}\n`);
    const commands = secret.map((command: string) =>
      command
        .replaceAll('/etc/pgbackrest/conf.d', include)
        .replace('-o postgres ', '')
        .replace(/; chown [^)]*/, ''),
    );
    const asked = `pgbackrest --config=${place.folder}/pgbackrest.conf --config-include-path=${include} --stanza=registry info`;
    const told = await run('sh', ['-ec', [...commands, asked].join('\n')], { env: place.environment });
    expect(told.stdout).toContain(`unable to connect to '${at}'`);
  },
);

it.skipIf(!hasPgbackrest)('backup, drill and restore --at say what pgBackRest is to do, and that does it', async () => {
  await using server = await newPostgres();
  await using place = await newWorkplace();
  const folder = await ownFolder('pgbackrest-');
  const [key, include] = [join(folder, 'key'), join(folder, 'conf.d')];
  await writeFile(key, 'ab'.repeat(32));
  await mkdir(include);
  Object.assign(place.environment, {
    ...{ DATABASE_URL: server.url, BACKUP_DIR: join(folder, 'repository'), BACKUP_KEY_FILE: key },
  });
  const told = async (...args: string[]) => JSON.parse((await operator(place, '--json', ...args)).stdout);
  /** As a shell of the user postgres on the machine of the database. */
  const shell = (command: string) =>
    run('sh', ['-ec', command.replaceAll('/etc/pgbackrest/conf.d', include)], {
      ...user,
      cwd: folder,
      env: process.env,
    });
  try {
    const { configuration, key: secret, archiving, first, daily, look } = await told('backup');
    expect((await operator(place, 'backup')).output).not.toContain('abab');
    const [{ data_directory: files = '' } = {}] = (await server.run('show data_directory')) as Record<string, string>[];
    const own1 = [`pg1-path=${files}`, `pg1-port=${server.port}`, 'pg1-user=postgres'];
    const paths = ['log-path', 'lock-path', 'spool-path'].map((name) => `${name}=${join(folder, name)}`);
    const lines = (configuration as string[]).flatMap((line) =>
      line.startsWith('pg1-path') ? own1 : line === '[global]' ? [line, ...paths] : [line],
    );
    await writeFile(join(folder, 'pgbackrest.conf'), `${lines.join('\n')}\n`);
    own(folder);
    vi.stubEnv('PGHOST', '127.0.0.1');
    vi.stubEnv('PGBACKREST_CONFIG', join(folder, 'pgbackrest.conf'));
    vi.stubEnv('PGBACKREST_CONFIG_INCLUDE_PATH', include);
    for (const statement of archiving) await server.run(statement);
    await server.stop('fast');
    await server.start();
    for (const command of [...secret, ...first]) await shell(command);
    await operator(place, 'user', 'create', 'ada');
    for (const command of daily) await shell(command);
    await operator(place, 'user', 'create', 'grace');
    await wait(1100);
    const second = new Date().toISOString().replace(/\.\d+/, '');
    await wait(1100);
    await operator(place, 'user', 'create', 'late');
    await server.run('select pg_switch_wal()');
    for (const command of look) await shell(command);

    const drill: Record<'begin' | 'look' | 'end', string[]> = await told('drill');
    const [scratch, port] = [join(folder, 'drill'), await freePort()];
    const here = (command: string) =>
      command
        .replaceAll('/var/tmp/drill', scratch)
        .replaceAll('5499', String(port))
        .replace('scram-sha-256', 'trust')
        .replaceAll(
          'npm run operator --',
          `${process.execPath} ${join(import.meta.dirname, '../../../scripts/operator.ts')}`,
        );
    for (const command of drill.begin) await shell(here(command));
    const looked = await run('sh', ['-ec', drill.look.map(here).join('\n')], { env: place.environment });
    expect(looked.stdout).toMatch(/ok {4}store[\s\S]*checks passed/);
    for (const command of drill.end) await shell(here(command));
    await server.stop('fast');

    const { restore } = await told('restore', '--at', second);
    for (const command of restore) await shell(command);
    await server.start();
    await expect.poll(() => server.run('select pg_is_in_recovery() as is')).toEqual([{ is: false }]);
    const handles = await server.run("select handle from profiles where handle in ('ada', 'grace', 'late') order by 1");
    expect(handles).toEqual([{ handle: 'ada' }, { handle: 'grace' }]);
    expect((await operator(place, 'token', 'mint', 'ada')).code).toBe(0);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  }
});
