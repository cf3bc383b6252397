/** Follows redirects of a source: only to web addresses, never into a private network. */

import { err, ok, type Result } from '@barograph/core';
import { isIP } from 'node:net';
import { Pool } from 'undici';
import { isPublic, publicLookup } from './public-address.ts';
import { exchange, type Answer, type ExchangeLimits, type Failure, type Outgoing } from './exchange.ts';
import type { RedirectRule } from './redirect-rule.ts';

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Target of a redirect, or the reason for not following it, without the address. */
function targetOf({ headers: { location } }: Answer, from: URL, { named }: RedirectRule): Result<URL, string> {
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) return err('a redirect without an address');
  const url = new URL(location, from);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return err('a redirect to no web address');
  if (url.username !== '' || url.password !== '') return err('a redirect with a password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!named.has(url.host) && isIP(host) !== 0 && !isPublic(host)) return err('a redirect to a private address');
  return ok(url);
}

/** Sends a request and follows its redirects, each within the limits of one attempt. */
export async function exchangeFollowing(
  pool: Pool,
  origin: string,
  outgoing: Outgoing,
  limits: ExchangeLimits,
  rule: RedirectRule | undefined,
): Promise<Answer | Failure> {
  let answer = await exchange(pool, outgoing, limits);
  if (rule === undefined) return answer;
  let at = new URL(outgoing.path, origin);
  for (let hops = 0; answer.kind === 'answer' && STATUSES.has(answer.status); hops++) {
    const { status } = answer;
    const refused = (reason: string): Failure => ({ kind: 'failure', code: 'refused', status, reason });
    if (hops === rule.most) return refused(`expected at most ${rule.most} redirects`);
    const next = targetOf(answer, at, rule);
    if (!next.ok) return refused(next.error);
    at = next.value;
    // Names are checked at resolution, and the connection uses the checked address.
    const connect = rule.named.has(at.host) ? {} : { lookup: publicLookup(rule.resolver) };
    const other = new Pool(at.origin, { connections: 1, headersTimeout: 0, bodyTimeout: 0, connect });
    try {
      answer = await exchange(other, { ...outgoing, path: `${at.pathname}${at.search}` }, limits);
    } finally {
      await other.destroy();
    }
  }
  return answer;
}
