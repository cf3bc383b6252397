/** Replicas with keys for the tests of accounts. */

import { MINT_LIMITS_V1 } from '../../src/accounts/mint-limits.ts';
import { composeHost, type Host, type HostParts } from '../../src/compose.ts';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { AS_OF, smallMarket } from '../test-support.ts';

/** A Wednesday, 09:30:20 UTC of the machine's clock. */
export const NOW: number = Date.UTC(2026, 10, 18, 9, 30, 20);

const SOURCE = smallMarket();
/** Tests make more keys than strangers may. */
const MOST = 1_000_000;
export const PLENTY = {
  ...MINT_LIMITS_V1,
  perNetwork: MOST,
  perAddressAndNetwork: MOST,
  perAddress: MOST,
  perHour: MOST,
  mailsPerHour: MOST,
};

/** A replica over a store. Nothing is computed; the market stands still, the machine's clock is the caller's. */
export function replica(
  store: Store,
  wall: ManualClock = createManualClock(NOW),
  mail?: { readonly url: string; readonly from: string },
  more: Partial<HostParts> = {},
): Host {
  return composeHost({
    market: SOURCE,
    clock: createManualClock(AS_OF),
    wall,
    store,
    timeline: 'test',
    log: createLog('silent'),
    version: '0.0.0',
    publicUrl: () => 'https://example.org/',
    pricingUrl: 'https://example.org/plans',
    mail,
    mintLimits: PLENTY,
    ...more,
  });
}

/** Reply of the host. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Optional parts of a request. */
export interface Asked {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The other end of the connection. */
  readonly from?: string;
}

/** Asks a replica without a socket; paths begin behind /api/v1. */
export async function ask({ server }: Host, line: string, { key, body, headers, from }: Asked = {}): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  const reply = await server.inject({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test may send any method
    method: method as 'GET',
    url: `/api/v1${path}`,
    ...(from === undefined ? {} : { remoteAddress: from }),
    headers: { ...headers, ...(key === undefined ? {} : { 'x-api-key': key }) },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer of the contract is an object
  const parsed = reply.body === '' ? {} : (JSON.parse(reply.body) as Readonly<Record<string, unknown>>);
  return { status: reply.statusCode, body: parsed, headers: reply.headers };
}

/** Makes a key. */
export async function mint(host: Host, email = 'someone@example.com'): Promise<string> {
  const { status, body } = await ask(host, 'POST /auth/keys', { body: { email } });
  if (status !== 200) throw new Error(`expected a key, got ${JSON.stringify(body)}`);
  return String(body['api_key']);
}

/** The error code of an answer. */
export function codeOf({ body }: Reply): unknown {
  const detail = body['detail'];
  return typeof detail === 'object' && detail !== null && 'error' in detail ? detail.error : undefined;
}
