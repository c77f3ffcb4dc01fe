// Installs the packages that the lockfile pins, where they are not installed yet. Plain JavaScript, since it runs before
// the pinned Node is there, under whatever Node the machine has.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const installed = join(root, 'node_modules/.package-lock.json');
const wanted = join(root, 'package-lock.json');

const isCurrent = existsSync(installed) && statSync(installed).mtimeMs > statSync(wanted).mtimeMs;
if (!isCurrent) {
  console.log('Installing packages (the first time takes a few minutes) …');
  // `npm install --no-save` installs what the lockfile pins and leaves it as it is; see scripts/README.md.
  const options = ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = spawn(process.execPath, [process.env.npm_execpath, ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...headersBesideNode(), ...process.env },
  });
  // Whoever ends this ends the installation too; the next one goes on with it.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => install.kill(signal));
  install.on('exit', (status) => {
    process.exitCode = status ?? 1;
  });
}

/** A driver that has to be compiled needs Node's headers: those beside the running Node spare a download. */
function headersBesideNode() {
  const prefix = join(process.execPath, '../..');
  return existsSync(join(prefix, 'include/node/node_api.h')) ? { npm_config_nodedir: prefix } : {};
}
