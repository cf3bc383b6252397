/** Whether a request comes from a page of this very host, in a browser on this very machine. */

import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';

/** The parts of a request that tell where it comes from. */
export interface Origin {
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  /** Address of the other end of the connection. */
  readonly remote: string | undefined;
}

/** Headers that proxies add. A page that came through one may be anybody's. */
const FORWARDED = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** True of `localhost` and of addresses that never leave the machine. */
export function isLoopback(address: string): boolean {
  const bare = address
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:/, '');
  if (isIPv6(bare)) return bare === '::1';
  return bare === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(bare);
}

/** The name in a `Host` header, without its port; undefined when it is none. */
function nameOf(host: string): string | undefined {
  return /^(?<name>\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host)?.groups?.['name'];
}

/**
 * The reason why a request is not from a page of this host on this machine; undefined when it is.
 *
 * A foreign name that resolves to this machine (DNS rebinding) shows in `Host`, a foreign page in `Origin` and
 * `Sec-Fetch-Site`, a stranger behind a proxy in what proxies add or in HTTP/1.0.
 */
export function foreignness({ headers, httpVersion, remote }: Origin): string | undefined {
  const { host, origin } = headers;
  if (remote === undefined || !isLoopback(remote)) return 'The connection comes from another machine.';
  const name = host === undefined ? undefined : nameOf(host);
  if (name === undefined || !isLoopback(name)) return 'The Host header does not name this machine.';
  if (origin === undefined || origin !== `http://${host}`) return 'The Origin header is not that of this host.';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'The request comes from another site.';
  if (httpVersion === '1.0' || FORWARDED.some((one) => headers[one] !== undefined))
    return 'The request came through a proxy.';
  return undefined;
}
