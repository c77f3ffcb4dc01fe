import { describe, expect, it } from 'vitest';
import { allowedAddresses, isPublic, publicOnly } from '../../../origin/write/advisories/publicAddress.ts';
import { folderUrl, looksLikeAddress, readGitAddress } from '../../../scripts/operator/imported/gitAddress.ts';

describe('an address of a repository', () => {
  it('is https, and says whose it is and what it is called', () => {
    expect(readGitAddress('https://GitHub.com/Ada-L/Sums.git/')).toEqual({
      url: 'https://github.com/Ada-L/Sums.git',
      host: 'github.com',
      port: 443,
      owner: 'Ada-L',
      name: 'Sums',
    });
    expect(readGitAddress('https://git.example:8443/sums')).toMatchObject({
      port: 8443,
      owner: undefined,
      name: 'sums',
    });
  });

  it.each([
    ['http://github.com/ada/sums', /http:\/\/ is refused/],
    ['git://github.com/ada/sums', /git:\/\/ is refused/],
    ['ssh://git@github.com/ada/sums', /ssh is refused/],
    ['git+ssh://github.com/ada/sums', /ssh is refused/],
    ['git@github.com:ada/sums.git', /ssh is refused/],
    ['file:///etc', /file:\/\/ is refused/],
    ['ftp://github.com/ada/sums', /ftp:\/\/ is refused/],
    ['ext::sh -c "touch /tmp/x"', /transport helpers/],
    ['https::https://github.com/ada/sums', /transport helpers/],
    ['--upload-pack=touch /tmp/x', /start with a hyphen/],
    ['-oProxyCommand=touch /tmp/x', /start with a hyphen/],
    ['https://', /not an address/],
    ['https://github.com', /without a repository/],
    ['https://github.com/ada/sums?x=1', /only the address/],
    ['https://github.com/ada/sums/tree/main/skills', /own address, https:\/\/github\.com\/ada\/sums\./],
    ['https://github.com./ada/sums', /dot at its end/],
  ])('%s is refused in one sentence', (text, sentence) => {
    expect(looksLikeAddress(text)).toBe(true);
    expect(() => readGitAddress(text)).toThrow(sentence);
  });

  it('with a password is refused without repeating it', () => {
    for (const text of ['https://ada:hunter2@github.com/ada/sums', 'https://hunter2@github.com/ada/sums']) {
      expect(() => readGitAddress(text)).toThrow(/user name or a password/);
      expect(() => readGitAddress(text)).not.toThrow(/hunter2/);
    }
  });

  it('leads to a folder at a commit where the site shows one', () => {
    const at = (text: string, folder = 'skills/a b') => folderUrl(readGitAddress(text), 'c0ffee', folder);
    expect(at('https://github.com/ada/sums.git')).toBe('https://github.com/ada/sums/tree/c0ffee/skills/a%20b');
    expect(at('https://github.com/ada/sums', '')).toBe('https://github.com/ada/sums/tree/c0ffee');
    expect(at('https://gitlab.com/math/ada/sums')).toBe('https://gitlab.com/math/ada/sums/-/tree/c0ffee/skills/a%20b');
    expect(at('https://codeberg.org/ada/sums')).toBe('https://codeberg.org/ada/sums/src/commit/c0ffee/skills/a%20b');
    expect(at('https://git.example/ada/sums')).toBe('https://git.example/ada/sums');
  });
});

describe('a host', () => {
  it.each(
    (
      '127.0.0.1 127.9.9.9 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.1 192.0.2.1 ' +
      '198.18.0.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 fe80::1 fc00::1 fd12::1 fec0::1 ff02::1 ' +
      '::ffff:10.0.0.1 ::ffff:8.8.8.8 2002:7f00:1:: 2002:808:808:: 2001:0:1::1 2001:db8::1 3fff::1 64:ff9b::10.0.0.1 ' +
      '64:ff9b::127.0.0.1 64:ff9b:1::8.8.8.8 100::1 localhost'
    ).split(' '),
  )('%s is not public', (address) => expect(isPublic(address)).toBe(false));

  it.each(['8.8.8.8', '140.82.121.3', '2606:50c0:8000::153', '64:ff9b::8.8.8.8'])('%s is public', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  const { signal } = new AbortController();
  const policyOf = (...addresses: string[]) => ({ ...publicOnly, addressesOf: async () => addresses });

  it('is refused when any of its addresses is not public', async () => {
    expect(await allowedAddresses('x.test', policyOf('8.8.8.8', '1.1.1.1'), signal)).toEqual(['8.8.8.8', '1.1.1.1']);
    await expect(allowedAddresses('x.test', policyOf('8.8.8.8', '10.0.0.1'), signal)).rejects.toThrow(
      'x.test is at 10.0.0.1, not an address of the public internet',
    );
    await expect(allowedAddresses('x.test', policyOf('8.8.8.8', '::1'), signal)).rejects.toThrow('x.test is at ::1');
    await expect(allowedAddresses('x.test', policyOf(), signal)).rejects.toThrow('x.test has no address.');
  });

  it('is refused as a literal in whatever notation', async () => {
    for (const literal of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '127.1']) {
      const { host } = readGitAddress(`https://${literal}/ada/sums`);
      await expect(allowedAddresses(host, publicOnly, signal)).rejects.toThrow(/not an address of the public/);
    }
    await expect(allowedAddresses('localhost', publicOnly, signal)).rejects.toThrow('localhost is at');
  });
});
