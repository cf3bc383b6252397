/** Receivers must have public addresses, whatever their name and whenever it is resolved. */

import { describe, expect, it } from 'vitest';
import { isPublic, NOT_PUBLIC, publicLookup, receiverUrl } from '../../../sources/src/upstream/public-address.ts';
import { createSender } from '../../src/webhooks/sender.ts';

/** Ways to write an address that leads into a network of the host. */
const REFUSED = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://10.255.255.255:8443/',
  'https://167772161/',
  'https://172.16.0.1/',
  'https://172.31.255.254/',
  'https://192.168.1.1/',
  'https://0xc0a80101/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://100.64.0.1/',
  'https://192.0.0.8/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://240.0.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://１２７.０.０.１/',
  'https://①②⑦.0.0.1/',
  'https://127%2e0%2e0%2e1/',
] as const;

describe('a receiver', () => {
  it.each(REFUSED)('%s is refused', (url) => {
    expect(receiverUrl(url, false)).toEqual({ ok: false, error: NOT_PUBLIC });
  });

  it.each([
    'https://example.com/hook',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://a.b.example:8443/x?y',
  ])('%s is taken', (url) => {
    expect(receiverUrl(url, false).ok).toBe(true);
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://u:p@example.com/',
    'example.com',
    'file:///etc/passwd',
  ])('%s is refused for what it is', (url) => {
    expect(receiverUrl(url, false).ok).toBe(false);
  });
});

describe('a name', () => {
  const resolving = (...found: readonly string[]) =>
    publicLookup((_, done) =>
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  const looked = async (...found: readonly string[]): Promise<unknown> =>
    new Promise((resolve) => {
      resolving(...found)('example.com', {}, (error, address) => resolve(error?.message ?? address));
    });

  it('leads to the address that was checked, and nowhere when one of its addresses is private', async () => {
    expect(await looked('8.8.8.8', '2606:4700:4700::1111')).toBe('8.8.8.8');
    expect(await looked('8.8.8.8', '10.0.0.1')).toBe(NOT_PUBLIC);
    expect(await looked('::ffff:127.0.0.1')).toBe(NOT_PUBLIC);
    expect(await looked()).toBe(NOT_PUBLIC);
  });

  it('that is public when it is subscribed and private when it is sent to gets nothing', async () => {
    const url = 'https://rebinds.example/hook';
    expect(receiverUrl(url, false).ok).toBe(true);
    const send = createSender({
      isPrivateAllowed: false,
      timeoutMs: 1000,
      resolver: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect(await send(url, {}, '{}')).toEqual({ status: null, error: NOT_PUBLIC });
    expect(await send('https://0x7f.1/', {}, '{}')).toEqual({ status: null, error: NOT_PUBLIC });
  });

  it('is no address', () => {
    expect(isPublic('example.com')).toBe(false);
  });
});
