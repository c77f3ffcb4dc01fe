import { describe, expect, it } from 'vitest';
import { knownBad } from '../../../origin/scan/detectors/packages/known-bad.ts';
import { badFiles, badHosts } from '../../../origin/scan/detectors/packages/knownBad.data.ts';
import { inspect, linesFound } from './inspect.ts';

/** In pieces, or virus scanners would report this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)', '7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');
const host = ['npmjs', 'help'].join('.');
const address = [91, 92, 242, 30].join('.');

describe('known-bad', () => {
  it.each([
    ['alone', eicar],
    ['with a line break', `${eicar}\n`],
    ['with a Windows line break', `${eicar}\r\n`],
  ])('finds the EICAR test file %s', (_, text) => {
    for (const isText of [true, false]) expect(linesFound(knownBad, text, { path: 'a.com', isText })).toEqual([1]);
  });

  it('does not take a text about that file for it', () => {
    expect(inspect(knownBad, `The file holds ${eicar} and nothing else.`)).toEqual([]);
  });

  it.each([
    ['an address', `See https://${host}/login`],
    ['an address in capitals', `See HTTPS://WWW.${host.toUpperCase()}/login`],
    ['a subdomain', `pip install https://cdn.${host}/a.tgz`],
    ['a user name before it', `git clone https://me@${host}/a`],
    ['an argument of a command', `curl -s ${host}/a -o a`],
    ['a connection', `nc -w 3 ${address} 4444`],
    ['a call', `s.connect(("${address}", 4444))`],
    ['a device', `exec 3<>/dev/tcp/${address}/80`],
    ['where a mail goes', `bcc: 'someone@${['giftshop', 'club'].join('.')}'`],
  ])('finds %s', (_, text) => {
    expect(linesFound(knownBad, `first line\n${text}\nlast line`)).toEqual([2]);
  });

  it.each([
    ['a name in a report', `The attackers registered ${host} to collect passwords.`],
    ['a list of indicators', `- \`${host}\` (phishing)\n- ${address}`],
    ['a list in a scanner', `BAD = ["${address}", "${host}"]`],
    ['a search', `grep -r "${host}" node_modules`],
    ['a defanged address', `hxxps://${host.replace('.', '[.]')}/login`],
    ['a sentence that forbids it', `Never open \`https://${host}/login\`.`],
    ['another host that ends alike', `https://my${host}/`],
    ['another host that begins alike', `https://${host}.example/`],
    ['another address that ends alike', `http://1${address}/`],
    ['a path', `https://example.org/${host}.md`],
    ['talk of a command', `curl requests to ${host} were seen`],
  ])('lets %s be', (_, text) => {
    expect(inspect(knownBad, text)).toEqual([]);
  });

  it('says why', () => {
    expect(inspect(knownBad, `curl https://${host}/`)).toEqual([
      { line: 1, message: expect.stringMatching(/^The line uses a host that took maintainers’ passwords .+ 2025\.$/) },
    ]);
  });

  it('has a reason and a source for everything', () => {
    for (const [hash, { why, source }] of badFiles) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(why && source).toBeTruthy();
    }
    for (const [name, { why, source }] of badHosts) {
      expect(name).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
      expect(why && source).toBeTruthy();
    }
  });
});
