/** A complete host for attacks over sockets: real gate, accounts, streams and store; classifies its answers. */

import {
  commonParameters,
  ENDPOINT_LIST,
  PROBLEM_STATUS,
  type Endpoint,
  type ProblemCode,
  type Tier,
} from '@barograph/contract';
import type { AddressInfo } from 'node:net';
import { MINT_LIMITS_V1 } from '../../src/accounts/mint-limits.ts';
import { newKey } from '../../../store/src/secret.ts';
import { createManualClock, createSystemClock } from '../../../sources/src/clock.ts';
import { composeHost } from '../../src/compose.ts';
import { createLog } from '../../../store/src/log.ts';
import { PAYMENTS_V1 } from '../../../payments/src/config.ts';
import { testModel } from '../services/quant/test-support.ts';
import { startTestServer } from '../../../store/test/test-support.ts';
import { AS_OF, smallMarket } from '../test-support.ts';
import { paymentsOf } from '../payments-of.ts';

/** Brakes on minting that refuse one in a few hundred calls, so that both answers are seen. */
const MINTS = {
  ...MINT_LIMITS_V1,
  perNetwork: 1_000_000,
  perAddressAndNetwork: 50,
  perAddress: 100,
  perHour: 1_000_000,
};

type Line = Readonly<Record<string, unknown>>;

/** A host that listens. */
export interface Attacked {
  readonly port: number;
  /** Lines of its log at error level. */
  readonly errors: readonly Line[];
  /** Lines at warn level and above. */
  readonly lines: readonly Line[];
  /** Makes a key of a tier, as an operator does. */
  key(tier: Tier): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a host over a small market with a model, on a database of its own. */
export async function startAttacked(): Promise<Attacked> {
  const database = await startTestServer();
  const store = await database.open(await database.database());
  const errors: Line[] = [];
  const lines: Line[] = [];
  const write = (text: string): void => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    if (Number(line['level']) >= 50) errors.push(line);
  };
  const host = composeHost({
    market: smallMarket(),
    clock: createManualClock(AS_OF),
    wall: createSystemClock(),
    store,
    timeline: 'test',
    log: createLog('warn', { write }),
    version: '0.0.0',
    publicUrl: () => 'http://localhost',
    pricingUrl: '/pricing',
    corsOrigins: ['https://page.example'],
    model: testModel(),
    mintLimits: MINTS,
    payments: paymentsOf({ kind: 'test' }, { ...PAYMENTS_V1, perNetwork: 1_000_000 }),
  });
  await host.start();
  await host.ready();
  await host.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (host.server.server.address() as AddressInfo).port,
    errors,
    lines,
    key: async (tier) => {
      const { text, hash, prefix } = newKey();
      const made = await store.keys.create({ hash, prefix, email: null, tier, tierExpiresAt: null }, Date.now());
      if (!made.ok) throw new Error('expected a key, got a cooldown');
      return text;
    },
    stop: async () => {
      await host.stop();
      await database.stop();
    },
  };
}

/** Problems that a request may have before it has an operation, or with any operation. */
const OF_ALL: readonly ProblemCode[] = [
  'bad_request',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'expectation_failed',
  'headers_too_large',
];
/** Problems of whatever needs a key, from the gate. */
const OF_GATE: readonly ProblemCode[] = ['missing_api_key', 'invalid_api_key', 'tier_too_low', 'daily_limit'];

/** Codes of a payment that is refused; an operation declares them as `payment_refused` and `payment_malformed`. */
const OF_PAYMENTS = Object.keys(PROBLEM_STATUS).filter((one): one is ProblemCode => /payment/.test(one));
/** Classes of `/mcp`: answers and refusals of the protocol, and those of this host before it. */
const OF_AGENTS: ReadonlySet<string> = new Set([
  '200',
  '202',
  '204',
  '400 json-rpc',
  '400 bad_request',
  '403 bad_request',
  '404 not_found',
  '404',
  '405 json-rpc',
  '405 method_not_allowed',
  '405',
  '406 json-rpc',
  '413 payload_too_large',
  '415 json-rpc',
  '417 expectation_failed',
  '417',
]);

/** With an empty name in the place of one, too: the router takes it for a name. */
const ROUTES = ENDPOINT_LIST.map(([, endpoint]) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]*')}$`),
}));

/** The operation that a request reaches; a path without parameters wins over one with them. */
export function operationAt(method: string, url: string): Endpoint | undefined {
  const path = url.split('?', 1)[0] ?? '';
  const found = ROUTES.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  return (found.find(({ endpoint }) => !endpoint.path.includes('{')) ?? found[0])?.endpoint;
}

/** An answer, as far as its class goes. */
export interface Seen {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Status and error code of an answer: `404 unknown_symbol`, `422 validation`, `200`. */
export function classOf({ status, type, body }: Seen): string {
  if (status < 400 || body === '') return String(status);
  if (!type.startsWith('application/json')) return `${status} of type ${type}`;
  const whole = JSON.parse(body) as {
    jsonrpc?: string;
    error?: string;
    detail?: { error?: string } | readonly unknown[];
  };
  if (whole.jsonrpc !== undefined) return `${status} json-rpc`;
  if (Array.isArray(whole.detail)) return `${status} validation`;
  // The body of a price is that of x402.
  return `${status} ${String((whole.detail as { error?: string } | undefined)?.error ?? whole.error)}`;
}

/** True when the contract says that this request may be answered by this class. */
export function isKnownClass(method: string, url: string, found: string): boolean {
  const [status, code] = found.split(' ');
  const to = operationAt(method, url);
  if (/^\/mcp(?:\?|$)/.test(url)) return OF_AGENTS.has(found);
  if (to === undefined)
    return OF_ALL.some((one) => found === `${PROBLEM_STATUS[one]} ${one}` || isBare(method, one, found));
  if (['200', '204', '304'].includes(found)) return true;
  const gate = to.access === 'none' ? [] : [...OF_GATE, 'rate_limited' as const];
  const payment = to.payable === undefined ? [] : OF_PAYMENTS;
  const codes = [...OF_ALL, ...gate, ...payment, ...to.errors.map((one) => one.code)];
  if (method === 'HEAD') return codes.some((one) => String(PROBLEM_STATUS[one]) === status);
  if (code === 'validation') {
    const parameters = {
      ...to.query.properties,
      ...to.pathParameters.properties,
      ...to.body?.properties,
      ...commonParameters(to),
    };
    return Object.keys(parameters).length > 0;
  }
  return codes.some((one) => found === `${PROBLEM_STATUS[one]} ${one}`);
}

/** HEAD has no body to say its code, and a preflight has none at all. */
function isBare(method: string, code: ProblemCode, found: string): boolean {
  return (method === 'HEAD' && found === String(PROBLEM_STATUS[code])) || (method === 'OPTIONS' && found === '204');
}
