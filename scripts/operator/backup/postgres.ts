/** The same words where the store is in PostgreSQL: what to do with pgBackRest, on the machine of the database. */
import type { Settings } from '../../../origin/settings/settings.ts';
import { bucketAt, isBucketAddress } from '../../../origin/store/objects/s3/bucket.ts';
import type { Outcome } from '../operatorContext.ts';
import { timeFrom } from './copied.ts';

const stanza = '--stanza=registry';

/** Options of pgBackRest that are secret, and what a shell has them from. */
const secretsOf = ({ backup: { dir = '', keyFile }, s3 }: Settings): [option: string, value: string][] => [
  ...(keyFile ? [['repo1-cipher-pass', `$(cat ${keyFile})`] as [string, string]] : []),
  ...(isBucketAddress(dir)
    ? ([
        ['repo1-s3-key', '$AWS_ACCESS_KEY_ID'],
        ['repo1-s3-key-secret', '$AWS_SECRET_ACCESS_KEY'],
        ...(s3.sessionToken ? [['repo1-s3-token', '$AWS_SESSION_TOKEN']] : []),
      ] as [string, string][])
    : []),
];

/** No key is in what is printed: pgBackRest reads them from a file of its own. */
function keyLine(settings: Settings): string[] {
  const secrets = secretsOf(settings);
  if (secrets.length === 0) return [];
  const form = secrets.map(([option]) => `${option}=%s\\n`).join('');
  const values = secrets.map(([, value]) => `"${value}"`).join(' ');
  return [
    'install -d -o postgres -m 750 /etc/pgbackrest/conf.d',
    `(umask 077; printf '[global]\\n${form}' ${values} > /etc/pgbackrest/conf.d/key.conf; chown postgres /etc/pgbackrest/conf.d/key.conf)`,
  ];
}

/** pgBackRest speaks to a bucket by https alone, and names it in the path or by the host. */
function repositoryOf({ backup: { dir = '/var/lib/pgbackrest' }, s3 }: Settings): string[] {
  if (!isBucketAddress(dir)) return [`repo1-path=${dir}`];
  const { name, prefix, region, url } = bucketAt(dir, s3);
  const isHost = url.hostname.startsWith(`${name}.`);
  return [
    'repo1-type=s3',
    `repo1-path=/${prefix.slice(0, -1)}`,
    `repo1-s3-bucket=${name}`,
    `repo1-s3-endpoint=${isHost ? url.hostname.slice(name.length + 1) : url.hostname}`,
    `repo1-s3-region=${region}`,
    `repo1-s3-uri-style=${isHost ? 'host' : 'path'}`,
    ...(url.port ? [`repo1-storage-port=${url.port}`] : []),
  ];
}

const configurationOf = (settings: Settings): string[] => [
  '[global]',
  ...repositoryOf(settings),
  `repo1-retention-full=${settings.backup.days}`,
  'repo1-retention-full-type=time',
  ...(settings.backup.keyFile ? ['repo1-cipher-type=aes-256-cbc'] : []),
  'compress-type=zst',
  'start-fast=y',
  '',
  '[registry]',
  'pg1-path=/var/lib/postgresql/15/main',
];

const archiving = [
  "alter system set archive_mode = 'on';",
  `alter system set archive_command = 'pgbackrest ${stanza} archive-push %p';`,
  "alter system set archive_timeout = '60s';",
];

export function howToBackUp(settings: Settings): Outcome {
  const configuration = configurationOf(settings);
  const key = keyLine(settings);
  const first = [`pgbackrest ${stanza} stanza-create`, `pgbackrest ${stanza} check`];
  const daily = [`pgbackrest ${stanza} --type=full backup`, `pgbackrest ${stanza} --type=incr backup`];
  const look = [`pgbackrest ${stanza} info`, `pgbackrest ${stanza} verify`];
  const beside = settings.objectStore ? ['npm run operator -- doctor --thorough'] : [];
  const text = section([
    [
      'The store is in PostgreSQL: pgBackRest backs it up. In /etc/pgbackrest.conf on the machine of the database:',
      configuration,
    ],
    ...(key.length > 0 ? [['As root, so that pgBackRest has the key:', key] as Section] : []),
    ['As superuser of the database, once; then restart PostgreSQL:', archiving],
    ['As the user postgres, once:', first],
    ['Each week, and each day:', daily],
    ['To look at it:', look],
    ...(beside.length > 0
      ? [[`The files in ${settings.objectStore} are not in it. To look at these:`, beside] as Section]
      : []),
    [
      'A write is in the backup within archive_timeout. To lose none, have a standby confirm each write (synchronous_standby_names).',
      [],
    ],
  ]);
  return { text, json: { configuration, key, archiving, first, daily, look, ...(beside.length > 0 && { beside }) } };
}

export function howToRestore(settings: Settings, at: string | undefined): Outcome {
  const target =
    at === undefined ? [] : ['--type=time', `"--target=${sqlTime(timeFrom(at))}"`, '--target-action=promote'];
  const key = keyLine(settings);
  const restore = [['pgbackrest', stanza, '--delta', ...target, 'restore'].join(' ')];
  const text = section([
    [
      'The store is in PostgreSQL: pgBackRest restores it. Stop the registry and PostgreSQL, then as the user postgres:',
      restore,
    ],
    ...(key.length > 0 ? [['On a new machine, give it the key first:', key] as Section] : []),
    ['Start PostgreSQL, and the registry once the database takes writes. The mirror follows it back.', []],
  ]);
  return { text, json: { restore } };
}

export function howToDrill({ thorough }: { thorough?: boolean }): Outcome {
  const scratch = '/var/tmp/drill';
  const control = `/usr/lib/postgresql/15/bin/pg_ctl -D ${scratch} -w`;
  const own = [
    'port=5499',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${scratch}`,
    `hba_file=${scratch}/drill.hba`,
  ];
  const begin = [
    `install -d -m 700 ${scratch}`,
    `pgbackrest ${stanza} --pg1-path=${scratch} --archive-mode=off restore`,
    `touch ${scratch}/postgresql.conf`,
    `echo 'host all all 127.0.0.1/32 scram-sha-256' > ${scratch}/drill.hba`,
    `${control} -l ${scratch}/drill.log -o "${own.map((one) => `-c ${one}`).join(' ')}" start`,
  ];
  const look = [
    `export DATA_DIR=$(mktemp -d) DATABASE_URL=$(printf %s "$DATABASE_URL" | sed -E 's#@[^/]*#@127.0.0.1:5499#')`,
    'npm run operator -- snapshot',
    `npm run operator -- doctor --stopped${thorough ? ' --thorough' : ''}`,
    'rm -r $DATA_DIR',
  ];
  const end = [`${control} stop`, `rm -r ${scratch}`];
  const text = section([
    ['The store is in PostgreSQL: restore its backup next to it, as the user postgres:', begin],
    ['Build a mirror from it, and let doctor look at both, in a shell of its own:', look],
    ['Remove it, as the user postgres:', end],
  ]);
  return { text, json: { begin, look, end } };
}

/** PostgreSQL’s own form, in UTC. */
const sqlTime = (at: number): string => `${new Date(at).toISOString().replace('T', ' ').slice(0, -1)}+00`;

type Section = readonly [sentence: string, lines: readonly string[]];

const section = (sections: readonly Section[]): string =>
  sections
    .map(([sentence, lines]) => [sentence, ...lines.map((line) => `    ${line}`.trimEnd())].join('\n'))
    .join('\n\n');
