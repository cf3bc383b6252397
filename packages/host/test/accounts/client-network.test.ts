import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClientNetwork, proxiesOf } from '../../src/accounts/client-network.ts';

const PROXIES = proxiesOf('10.0.0.0/8, 192.0.2.1, fd00::/8')!;

describe('[12.2] the client network', () => {
  const alone = createClientNetwork(undefined);
  const behind = createClientNetwork(PROXIES);
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:7:1:2:3:4:5', '2001:db8:7:0:0:0:0:0/48'],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:0/48'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:0/48'],
    [undefined, 'unknown'],
    ['nobody', 'unknown'],
  ])('of %s is %s', (remote, network) => {
    expect(alone({ remote, headers: {} })).toBe(network);
  });

  it.each([
    ['nobody is trusted', alone, '203.0.113.7', '198.51.100.9', '203.0.113.0/24'],
    ['a stranger says so', behind, '203.0.113.7', '198.51.100.9', '203.0.113.0/24'],
    ['a proxy says so', behind, '10.1.2.3', '198.51.100.9', '198.51.100.0/24'],
    ['a proxy of IPv6 says so, with a port', behind, 'fd00::5', '[2001:db8:9::1]:443', '2001:db8:9:0:0:0:0:0/48'],
    [
      'what stands before the client is the client’s tale',
      behind,
      '10.1.2.3',
      '1.1.1.1, 198.51.100.9',
      '198.51.100.0/24',
    ],
    ['two proxies in a row', behind, '10.1.2.3', '1.1.1.1, 198.51.100.9:5000, 192.0.2.1', '198.51.100.0/24'],
    ['no address ends it at the proxy', behind, '10.1.2.3', 'unknown', '10.1.2.0/24'],
    ['without a header it is the proxy', behind, '10.1.2.3', undefined, '10.1.2.0/24'],
  ] as const)('X-Forwarded-For: %s', (_, of, remote, header, network) => {
    const headers = header === undefined ? {} : { 'x-forwarded-for': header };
    expect(of({ remote, headers })).toBe(network);
  });

  it('of a stranger is never changed by a header, and nothing that is sent makes it throw', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (remote, header) => {
        fc.pre(!remote.startsWith('10.') && remote !== '192.0.2.1');
        const headers = { 'x-forwarded-for': header };
        expect(behind({ remote, headers })).toBe(behind({ remote, headers: {} }));
        expect(behind({ remote: '10.0.0.1', headers })).toMatch(/\/(?:24|48)$/);
      }),
    );
  });

  it('shares its text with the whole IPv6 network, however the address is written', () => {
    fc.assert(
      fc.property(fc.ipV6(), (remote) => {
        const network = alone({ remote, headers: {} });
        const [base = ''] = network.split('/');
        expect(alone({ remote: base, headers: {} })).toBe(network);
      }),
    );
  });

  it.each(['10.0.0.0/33', '10.0.0/8', 'proxy', '10.0.0.1/8/9', '::1/129', '', '10.0.0.1,,'])(
    'proxies %j are refused',
    (list) => expect(proxiesOf(list)).toBeUndefined(),
  );
});
