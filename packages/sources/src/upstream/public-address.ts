/** Checks that webhooks go to public addresses only; addresses in private networks are refused. */

import { err, ok, type Result } from '@barograph/core';
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Special-purpose blocks. @source IANA IPv4 and IPv6 Special-Purpose Address Registries */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
// Public IPv6 is 2000::/3, except ranges that embed IPv4 addresses (6to4, Teredo) or are for documentation.
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** Whether the public internet routes an address. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !PRIVATE.check(address, 'ipv4');
    case 6:
      return PUBLIC_6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Text of a refusal, without the resolved address. */
export const NOT_PUBLIC = 'the receiver has no public address';

/**
 * Parses the URL of a receiver. `new URL` writes every form of an IPv4 address (decimal, octal, hexadecimal, short) as four
 * numbers, so only those need a check here; names are checked when they are resolved.
 *
 * @param isPrivateAllowed allows any address, and http, for tests and self-hosting.
 */
export function receiverUrl(text: string, isPrivateAllowed: boolean): Result<URL, string> {
  if (!URL.canParse(text)) return err('expected a URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return err('expected a URL without user and password');
  if (isPrivateAllowed) return /^https?:$/.test(url.protocol) ? ok(url) : err('expected http:// or https://');
  if (url.protocol !== 'https:') return err('expected https://');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublic(host) ? ok(url) : err(NOT_PUBLIC);
  // A name without a dot, or a home network name, is never public.
  const name = host.replace(/\.$/, '');
  const isLocal = !name.includes('.') || /\.(?:localhost|local|internal|intranet|lan|home|corp|arpa)$/.test(name);
  return isLocal ? err(NOT_PUBLIC) : ok(url);
}

/** Resolver of names. @default the system's */
export type Resolver = (name: string, done: (error: Error | null, found: readonly LookupAddress[]) => void) => void;

const SYSTEM: Resolver = (name, done) => resolve(name, { all: true }, done);

/**
 * Lookup for connections that returns only public addresses. The connection uses the checked address, so a later change of the
 * name's resolution has no effect. One private address among several refuses all.
 */
export function publicLookup(resolver: Resolver = SYSTEM): LookupFunction {
  return (name, options, done) => {
    resolver(name, (error, found) => {
      const refused =
        error ?? (found.length > 0 && found.every(({ address }) => isPublic(address)) ? null : new Error(NOT_PUBLIC));
      if (refused !== null) return done(refused, '', 0);
      if (options.all === true) return done(null, [...found]);
      return done(null, found[0]!.address, found[0]!.family);
    });
  };
}
