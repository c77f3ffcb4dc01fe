/** What browsers and Node.js have, and what programs use most beside it. */
import { rows } from './api.ts';

const verbs = 'get post put patch delete head request';
const all = (prefixes: string): string =>
  prefixes
    .split(' ')
    .flatMap((prefix) => verbs.split(' ').map((verb) => `${prefix}.${verb}`))
    .join(' ');

const both = (names: string): string =>
  names
    .split(' ')
    .flatMap((name) => [
      `fs.${name}`,
      `fs.promises.${name}`,
      `fs/promises.${name}`,
      `fs-extra.${name}`,
      `fs.${name}Sync`,
      `fs-extra.${name}Sync`,
    ])
    .join(' ');

const child = (names: string): string =>
  names
    .split(' ')
    .map((name) => `child_process.${name}`)
    .join(' ');

export const javascriptApis = rows([
  [
    all(
      'axios axios.create() got superagent needle ky http https request undici axios.default got.extend() ky.create()',
    ),
    { does: 'request', url: 0 },
  ],
  [
    'fetch node-fetch node-fetch.default cross-fetch axios axios.default got ky request undici.fetch needle navigator.sendBeacon undici.request bent $.ajax $.post $.get',
    { does: 'request', url: 0 },
  ],
  [
    'http.request().write https.request().write http.request().end https.request().end',
    { does: 'transmit', how: 'HTTP' },
  ],
  ['console.log process.stdout.write', { does: 'print' }],
  ['XMLHttpRequest', { does: 'make' }],
  ['XMLHttpRequest().open', { does: 'connect', to: 1 }],
  ['XMLHttpRequest().send', { does: 'transmit', how: 'HTTP' }],
  ['WebSocket ws ws.WebSocket socket.io-client socket.io-client.io', { does: 'connect', to: 0 }],
  ['WebSocket().send ws().send ws.WebSocket().send socket.io-client.io().emit', { does: 'transmit', how: 'WebSocket' }],
  ['net.connect net.createConnection tls.connect', { does: 'connect', to: 0 }],
  ['net.Socket', { does: 'make', origin: 'connection' }],
  ['net.Socket().connect', { does: 'connect', to: 0 }],
  [
    'net.connect().write net.createConnection().write net.Socket().write tls.connect().write net.connect().end net.Socket().end',
    { does: 'transmit', how: 'socket' },
  ],
  ['net.connect().pipe net.createConnection().pipe net.Socket().pipe tls.connect().pipe', { does: 'tie' }],
  ['nodemailer.createTransport().sendMail', { does: 'request' }],
  [
    'dns.lookup dns.resolve dns.resolve4 dns.resolveTxt dns.promises.lookup dns.promises.resolve dns/promises.resolve dns/promises.lookup',
    { does: 'lookUp' },
  ],
  [both('readFile'), { does: 'read', path: 0 }],
  [
    'fs.createReadStream Deno.readTextFile Deno.readTextFileSync Deno.readFile Bun.file fs.openSync fs.open fs.readJson fs-extra.readJson fs-extra.readJsonSync',
    { does: 'read', path: 0 },
  ],
  [both('writeFile'), { does: 'write', path: 0, what: 1 }],
  [both('appendFile'), { does: 'write', path: 0, what: 1, append: true }],
  [
    'Deno.writeTextFile Deno.writeTextFileSync Bun.write fs-extra.outputFile fs-extra.writeJson',
    { does: 'write', path: 0, what: 1 },
  ],
  ['fs.createWriteStream', { does: 'open' }],
  [both('copyFile rename cp copy'), { does: 'copy' }],
  ['process.chdir', { does: 'enter' }],
  [both('unlink rm rmdir'), { does: 'delete' }],
  [child('exec execSync'), { does: 'shell' }],
  [
    'shelljs.exec shelljs.default.exec execa.command execa.execaCommand execa.execaCommandSync zx.$ $',
    { does: 'shell' },
  ],
  [child('spawn spawnSync execFile execFileSync fork'), { does: 'start' }],
  [
    'execa execa.execa execa.execaSync execa.default cross-spawn cross-spawn.sync Bun.spawn Bun.spawnSync Deno.Command Deno.run',
    { does: 'start' },
  ],
  [
    'eval Function vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script vm2.VM().run setTimeout setInterval AsyncFunction vm.compileFunction module._compile Module()._compile',
    { does: 'evaluate', language: 'javascript' },
  ],
  ['require import module.require process.mainModule.require module.createRequire()', { does: 'module' }],
  ['Deno.env.get', { does: 'variable' }],
  ['Deno.env.toObject', { does: 'give', origin: 'environment' }],
  ['keytar.getPassword keytar.findCredentials keytar.findPassword', { does: 'give', origin: 'keychain' }],
  [
    'navigator.clipboard.readText clipboardy.read clipboardy.readSync clipboardy.default.read clipboardy.default.readSync',
    { does: 'give', origin: 'clipboard' },
  ],
  [
    'http.createServer().listen https.createServer().listen net.createServer().listen express().listen Bun.serve Deno.serve',
    { does: 'listen' },
  ],
]);
