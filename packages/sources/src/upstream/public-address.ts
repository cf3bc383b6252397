/** Addresses that a webhook may go to: public ones. Everything that leads into a network of the host is refused. */

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
// Of IPv6 only 2000::/3 is public, and not what carries an IPv4 address (6to4, Teredo) or documents.
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** True of an address that the public internet routes. */
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

/** Text of a refusal: says nothing of what was resolved. */
export const NOT_PUBLIC = 'the receiver has no public address';

/**
 * The URL of a receiver. `new URL` writes every form of an IPv4 address (decimal, octal, hexadecimal, short) as four
 * numbers, so that only those need to be looked at; names are looked at when they are resolved.
 *
 * @param isPrivateAllowed for tests and for those who host themselves: any address, and http.
 */
export function receiverUrl(text: string, isPrivateAllowed: boolean): Result<URL, string> {
  if (!URL.canParse(text)) return err('expected a URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return err('expected a URL without user and password');
  if (isPrivateAllowed) return /^https?:$/.test(url.protocol) ? ok(url) : err('expected http:// or https://');
  if (url.protocol !== 'https:') return err('expected https://');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublic(host) ? ok(url) : err(NOT_PUBLIC);
  // A name without a dot, or one of the names of networks at home, never is of the public internet.
  const name = host.replace(/\.$/, '');
  const isLocal = !name.includes('.') || /\.(?:localhost|local|internal|intranet|lan|home|corp|arpa)$/.test(name);
  return isLocal ? err(NOT_PUBLIC) : ok(url);
}

/** Resolves a name; the system's resolver when left out. */
export type Resolver = (name: string, done: (error: Error | null, found: readonly LookupAddress[]) => void) => void;

const SYSTEM: Resolver = (name, done) => resolve(name, { all: true }, done);

/**
 * A lookup for connections that gives public addresses only. The connection goes to the very address that was checked:
 * a name that is resolved otherwise a moment later changes nothing. One private address among several refuses all.
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
