import { BlockList } from 'node:net';
import fc from 'fast-check';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientAddress, clientOf } from '../../origin/http/clientAddress.ts';
import { peer } from './peer.ts';

interface Request {
  from?: string | undefined;
  forwarded?: string | string[];
  hops?: number;
}

/** The client that a request counts for. */
async function client({ from, forwarded = [], hops = 0 }: Request): Promise<string> {
  const app = new Hono().get('*', (c) => c.text(clientAddress(c, hops)));
  const headers = new Headers();
  for (const value of [forwarded].flat()) headers.append('x-forwarded-for', value);
  return (await app.request('/', { headers }, from === undefined ? undefined : peer(from))).text();
}

describe('the client of a request', () => {
  it('is the peer of its socket', async () => {
    expect(await client({ from: '192.0.2.1' })).toBe('192.0.2.1');
    expect(await client({ from: '::ffff:192.0.2.1' })).toBe('192.0.2.1');
    expect(await client({ from: '2001:db8::1' })).toBe('2001:db8:0:0::/64');
  });

  it('is not what the request says, unless proxies are trusted', async () => {
    expect(await client({ from: '192.0.2.1', forwarded: '198.51.100.7' })).toBe('192.0.2.1');
    expect(await client({ from: '192.0.2.1', forwarded: '198.51.100.7', hops: 1 })).toBe('198.51.100.7');
  });

  it.each([
    [1, '203.0.113.9'],
    [2, '198.51.100.7'],
    [3, '10.0.0.1'],
  ])('is entry %i from the right behind as many proxies', async (hops, expected) => {
    const forwarded = '10.9.9.9, 10.0.0.1 ,198.51.100.7,  203.0.113.9';
    expect(await client({ from: '192.0.2.1', forwarded, hops })).toBe(expected);
    expect(await client({ from: '192.0.2.1', forwarded: forwarded.split(', '), hops })).toBe(expected);
  });

  it('is the peer where a trusted proxy has written nothing', async () => {
    expect(await client({ from: '192.0.2.1', hops: 1 })).toBe('192.0.2.1');
    expect(await client({ from: '192.0.2.1', forwarded: '', hops: 1 })).toBe('192.0.2.1');
    expect(await client({ from: '192.0.2.1', forwarded: '198.51.100.7', hops: 2 })).toBe('192.0.2.1');
  });

  it.each(['unknown', '_hidden', '999.1.1.1', '192.0.2', '::g', '[::1', ']:1', 'a, ', '1.2.3.4:x', 'for=198.51.100.7'])(
    'is the peer where a trusted proxy has written "%s"',
    async (entry) => {
      expect(await client({ from: '192.0.2.1', forwarded: `198.51.100.7, ${entry}`, hops: 1 })).toBe('192.0.2.1');
    },
  );

  it.each([
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[::ffff:198.51.100.7]:1', '198.51.100.7'],
  ])('is read out of %s, as some proxies write it', async (entry, expected) => {
    expect(await client({ from: '192.0.2.1', forwarded: entry, hops: 1 })).toBe(expected);
  });

  it('is one and the same where there is no address at all', async () => {
    expect(await client({})).toBe('unknown');
    expect(await client({ from: '' })).toBe('unknown');
  });

  it('can be had of any header, long ones too', async () => {
    const printable = fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)) });
    const entry = fc.oneof(printable, fc.ipV4(), fc.ipV6(), fc.constant(','.repeat(20_000)));
    await fc.assert(
      fc.asyncProperty(fc.array(entry), fc.nat(), async (forwarded, hops) => {
        expect(await client({ from: '192.0.2.1', forwarded, hops })).toMatch(/^[\d.]+$|^[\da-f:]+::\/64$/);
      }),
    );
  });
});

describe('an address', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['1::8', '1:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['0:0:0:1::', '0:0:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::192.0.2.1', '0:0:0:0::/64'],
    ['::c000:201', '0:0:0:0::/64'],
  ])('%s counts for the network %s', (address, network) => expect(clientOf(address)).toBe(network));

  it.each(['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201', '0:0:0:0:0:ffff:c000:0201', '192.0.2.1'])(
    '%s counts for 192.0.2.1',
    (address) => expect(clientOf(address)).toBe('192.0.2.1'),
  );

  it.each(['', ' ', 'localhost', '1.2.3', '01.2.3.4', '1.2.3.4 ', '[::1]', ':::', '1:2:3:4:5:6:7:8:9', '::1/64'])(
    '"%s" is none',
    (text) => expect(clientOf(text)).toBe(undefined),
  );

  it('of IPv6 counts for one client with the rest of its /64, and with nothing else', () => {
    const group = fc.oneof(fc.constantFrom(0, 1, 0xffff), fc.nat(0xffff));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    const written = (values: number[]) => values.map((value) => value.toString(16)).join(':');
    fc.assert(
      fc.property(groups, groups, fc.boolean(), (one, other, same) => {
        const second = same ? [...one.slice(0, 4), ...other.slice(4)] : other;
        fc.pre([one, second].every((values) => values.slice(0, 5).some(Boolean)));
        const network = new BlockList();
        network.addSubnet(written(one), 64, 'ipv6');
        const together = clientOf(written(one)) === clientOf(written(second));
        expect(together).toBe(network.check(written(second), 'ipv6'));
      }),
    );
  });
});
