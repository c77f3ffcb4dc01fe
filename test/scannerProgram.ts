/**
 * A scanner as operators run them: `node test/scannerProgram.ts <what to do> <folder>`. It finds the word ODD in SARIF, or
 * misbehaves.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const [, , what = '', folder = '', extra = ''] = process.argv;
const sarif = (results: unknown[], more = {}) =>
  JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'odd-finder' } }, results, ...more }] });
const at = (uri: string, startLine = 1) => ({ physicalLocation: { artifactLocation: { uri }, region: { startLine } } });
const result = (uri: string, more = {}) => ({ ruleId: 'odd', level: 'error', message: { text: 'It is odd.' }, locations: [at(uri)], ...more }); // biome-ignore format: a row

const behaviours: Record<string, () => void> = {
  version: () => console.log('1.2.3\nmore'),
  find: () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
    const found = paths.flatMap(
      (path) =>
      readFileSync(join(folder, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.includes('ODD') ? [result(`file://${folder}/${path}`, { locations: [at(path, index + 1)] })] : [])), // biome-ignore format: a row
    );
    console.log(sarif(found));
    process.exitCode = found.length > 0 ? 1 : 0;
  },
  ours: () => {
    const finding = { detector: 'odd', severity: 'low', path: 'SKILL.md', line: 2, message: 'It is odd.' };
    console.log(JSON.stringify({ findings: [finding] }));
  },
  surroundings: () => {
    const names = Object.keys(process.env).sort().join(' ');
    const mode = (statSync(folder).mode & 0o777).toString(8);
    const text = `${names} ${mode} ${process.cwd() === folder} ${readdirSync(process.env['HOME'] ?? '').length}`;
    console.log(sarif([result('SKILL.md', { message: { text } })]));
  },
  hostile: () => {
    const paths = [
      '/etc/passwd',
      '../../x',
      'https://bad.example/x',
      'file:///etc/passwd',
      'no-such-file',
      '%2e%2e/x',
      'SKILL.md',
    ];
    const results = paths.map((path) => result(path, { ruleId: `a\u001b[2J\u202e${'x'.repeat(500)}`, message: { text: `\u0000\u001b]0;t\u0007\n${'y'.repeat(9000)}` } })); // biome-ignore format: a row
    console.log(sarif(results));
  },
  flood: () =>
    console.log(
      sarif(Array.from({ length: 3000 }, () => result('SKILL.md', { level: 'note' })).concat(result('SKILL.md'))),
    ),
  huge: () => {
    const chunk = 'x'.repeat(1024 * 1024);
    const more = (): void => void process.stdout.write(chunk, more);
    more();
  },
  text: () => console.log('All is well.'),
  latin: () => void process.stdout.write(Buffer.from([0x7b, 0xff, 0x7d])),
  nothing: () => undefined,
  other: () => console.log(JSON.stringify({ version: '2.0.0', runs: [] })),
  strange: () => console.log(JSON.stringify({ findings: [], status: 'clean' })),
  failed: () => console.log(sarif([], { invocations: [{ executionSuccessful: false }] })),
  deep: () => console.log(`{"version":"2.1.0","runs":[],"x":${'['.repeat(500_000)}${']'.repeat(500_000)}}`),
  forever: () => {
    console.log(sarif([]));
    setInterval(() => undefined, 1000);
  },
  killed: () => process.kill(process.pid, 'SIGKILL'),
  // A child in a session of its own, which goes on after its parent.
  left: () => {
    const script = `setInterval(() => require('node:fs').writeFileSync(${JSON.stringify(extra)}, String(Date.now())), 20)`;
    spawn(process.execPath, ['-e', script], { detached: true, stdio: 'inherit' }).unref();
    setTimeout(() => {
      console.log(sarif([]));
      process.exit();
    }, 500);
  },
  network: () => {
    const socket = connect(Number(extra), '127.0.0.1');
    const say = (text: string) => {
      console.log(sarif([result('SKILL.md', { message: { text } })]));
      socket.destroy();
    };
    socket.on('connect', () => say('reached')).on('error', () => say('not reached'));
  },
};

behaviours[what]?.();
