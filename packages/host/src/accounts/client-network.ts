/** Client network of a request: the client's address, widened to the prefix that one client controls. */

import type { Origin } from '@barograph/contract';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Leading bits of an address that identify a client; providers let clients choose the rest freely. */
export interface ClientNetworkConfig {
  readonly version: `client-network/${string}`;
  readonly v4Bits: number;
  readonly v6Bits: number;
}

/** A changed number is a new constant. */
export const CLIENT_NETWORK_V1: ClientNetworkConfig = Object.freeze({
  version: 'client-network/1',
  v4Bits: 24,
  v6Bits: 48,
});

/** Client network of a request as text: `192.0.2.0/24`, `2001:db8:7::/48`; `unknown` without a valid address. */
export type ClientNetwork = (origin: Origin) => string;

/** Address without zone and port, with IPv4-mapped IPv6 as IPv4; undefined when malformed. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1];
  const bare =
    bracketed ?? (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(trimmed) ? trimmed.slice(0, trimmed.lastIndexOf(':')) : trimmed);
  const [address = ''] = bare.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const found = mapped ?? address;
  return isIP(found) === 0 ? undefined : found;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address
    .replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
      return `:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    })
    .split('::');
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const first = numbers(head);
  const last = tail === undefined ? [] : numbers(tail);
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function networkOf(address: string, { v4Bits, v6Bits }: ClientNetworkConfig): string {
  const [groups, size, bits] = isIPv4(address)
    ? ([address.split('.').map(Number), 8, v4Bits] as const)
    : ([groupsOf(address), 16, v6Bits] as const);
  const kept = groups.map((group, i) => {
    const left = Math.min(size, Math.max(0, bits - i * size));
    return group & ~((1 << (size - left)) - 1) & ((1 << size) - 1);
  });
  return size === 8 ? `${kept.join('.')}/${bits}` : `${kept.map((group) => group.toString(16)).join(':')}/${bits}`;
}

/** Parses a list of addresses and CIDR networks; undefined when an entry is neither. */
export function proxiesOf(list: string): BlockList | undefined {
  const proxies = new BlockList();
  for (const entry of list.split(',').map((text) => text.trim())) {
    const [address = '', bits, ...more] = entry.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    const most = family === 'ipv4' ? 32 : 128;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
    if (isIP(address) === 0 || more.length > 0 || !(prefix <= most)) return undefined;
    proxies.addSubnet(address, prefix, family);
  }
  return proxies;
}

/**
 * Reads `X-Forwarded-For` from its end while a trusted proxy wrote the entry; entries before the first untrusted
 * address may be forged.
 *
 * @param proxies trusted proxies; without them only the address of the connection counts.
 */
export function createClientNetwork(
  proxies: BlockList | undefined,
  config: ClientNetworkConfig = CLIENT_NETWORK_V1,
): ClientNetwork {
  const isTrusted = (address: string): boolean => proxies?.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') === true;
  return ({ remote, headers }) => {
    let client = remote === undefined ? undefined : plainAddress(remote);
    if (client === undefined) return 'unknown';
    const header = headers['x-forwarded-for'];
    const hops = [header ?? []].flat().join(',').split(',').slice(-32);
    while (isTrusted(client) && hops.length > 0) {
      const before = plainAddress(hops.pop()!);
      if (before === undefined) break;
      client = before;
    }
    return networkOf(client, config);
  };
}
