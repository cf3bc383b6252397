/**
 * Failing facilitators: they answer HTML, 500, nothing, or too late, during the check and during the settlement. Before
 * the settlement nothing is charged and the payment can be reused; after it only the chain decides whether it was
 * charged.
 */

import { PLANS, usdcUnits } from '@barograph/contract';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { createLog } from '../../../store/src/log.ts';
import { createStanding } from '../../../payments/src/chain.ts';
import { PAYMENTS_V1 } from '../../../payments/src/config.ts';
import { railOf } from '../../../payments/src/rails.ts';
import { createResolver } from '../../../payments/src/resolver.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { ask, codeOf, NOW, replica, type Asked, type Reply } from '../accounts/test-support.ts';
import { movedDeadlines } from '../../../sources/test/deadlines.ts';
import type { TestServer } from '../../../store/test/test-support.ts';
import { opened, paying, wallet } from './test-support.ts';
import { paymentsOf } from '../payments-of.ts';

const PAY_TO = wallet(78).address;
const rail = railOf('base-sepolia', PAY_TO);
const payer = wallet(79);
const UNITS = usdcUnits(PLANS.pass_1h.usd);
const PACE = { ...PAYMENTS_V1, pollMs: 10 };
const pass = movedDeadlines();
const BUY = 'POST /payments/agent-subscribe';

/** Faults of an HTTP answer. */
const FAULTS = {
  'answers HTML': (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
  'answers 500': (response: ServerResponse) => void response.writeHead(500).end('{"error":"busy"}'),
  'answers 500 in HTML': (response: ServerResponse) =>
    void response.writeHead(500, { 'content-type': 'text/html' }).end('<html>'),
  'closes the connection': (response: ServerResponse) => void response.destroy(),
  'breaks off its answer': (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 500 });
    response.write('{"success":');
    setImmediate(() => response.destroy());
  },
  // Not before its server is stopped.
  'is slow': () => undefined,
} as const;
type Fault = keyof typeof FAULTS;
const NAMES = Object.keys(FAULTS) as Fault[];

interface Served {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function served(handle: (path: string, body: string, response: ServerResponse) => void): Promise<Served> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => handle(request.url ?? '', text, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0');
const HASH = `0x${'ab'.repeat(32)}`;
/** Topics of the events of the token: `AuthorizationUsed`, `Transfer`. */
const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A node of a chain where a payment has moved, or not; only what the resolver asks. */
function node() {
  const chain = { moved: undefined as string | undefined, now: NOW, amount: UNITS };
  const log = (topics: readonly string[], data: string, index: number) => ({
    address: rail.asset,
    topics,
    data,
    blockNumber: '0x10',
    blockHash: HASH,
    transactionHash: HASH,
    transactionIndex: '0x0',
    logIndex: `0x${index}`,
    removed: false,
  });
  const from = `0x${word(payer.address)}`;
  const answers: Readonly<Record<string, (params: readonly Readonly<Record<string, unknown>>[]) => unknown>> = {
    eth_getBlockByNumber: () => ({ number: '0x10', hash: HASH, timestamp: `0x${Math.floor(chain.now / 1000).toString(16)}`, transactions: [] }), // prettier-ignore
    eth_call: () => `0x${word(chain.moved === undefined ? 0 : 1)}`,
    eth_getLogs: ([filter]) =>
      filter?.['blockHash'] === undefined
        ? [log([USED, from, chain.moved!], '0x', 1)]
        : [log([TRANSFER, from, `0x${word(PAY_TO)}`], `0x${word(chain.amount)}`, 2)],
  };
  return {
    chain,
    handle: (_: string, body: string, response: ServerResponse): void => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly Readonly<Record<string, unknown>>[] }; // prettier-ignore
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? null }));
    },
  };
}

/** The cases. @param serverOf the database server of the file that runs them. */
// oxlint-disable-next-line eslint/max-lines-per-function -- a table of cases over one facilitator
export function facilitatorCases(serverOf: () => TestServer): void {
  describe('a facilitator that fails', () => {
    const { chain, handle } = node();
    const asked = { verify: 0, settle: 0 };
    let fault: { readonly at: 'verify' | 'settle'; readonly name: Fault } | undefined;
    let facilitator: Served;
    let rpc: Served;
    let store: Store;
    let wall: ManualClock;
    let host: Host;
    const logged: string[] = [];
    beforeAll(async () => {
      facilitator = await served((path, _, response) => {
        const at = path === '/verify' ? 'verify' : 'settle';
        asked[at]++;
        if (fault?.at === at) return FAULTS[fault.name](response);
        response.setHeader('content-type', 'application/json');
        const outcome =
          at === 'verify' ? { isValid: true } : { success: true, transaction: HASH, network: rail.network };
        response.end(JSON.stringify({ ...outcome, payer: payer.address }));
      });
      rpc = await served(handle);
      store = await serverOf().open(await serverOf().database());
      wall = createManualClock(NOW);
      const by = { facilitatorUrl: facilitator.url };
      const mode = { kind: 'real', payTo: PAY_TO, network: 'base-sepolia', rpcUrl: rpc.url, by } as const;
      host = replica(store, wall, undefined, {
        payments: paymentsOf(mode, PACE),
        log: createLog('trace', { write: (line) => logged.push(line) }),
      });
    });
    afterAll(async () => {
      await host.server.close();
      await facilitator.stop();
      await rpc.stop();
    });

    /** A new payment, with its known outcome. */
    const fresh = async (): Promise<Asked> => {
      Object.assign(asked, { verify: 0, settle: 0 });
      Object.assign(chain, { moved: undefined, now: wall.now(), amount: UNITS });
      return paying({ wallet: payer, units: UNITS, now: wall.now(), rail }, { body: { plan: 'pass_1h' } });
    };
    const nonceOf = ({ headers = {} }: Asked): string => {
      const { payload } = opened(headers['payment-signature']) as { payload: { authorization: { nonce: string } } };
      return payload.authorization.nonce;
    };
    const buy = async (payment: Asked): Promise<Reply> => {
      const reply = ask(host, BUY, payment);
      if (fault?.name === 'is slow') {
        const { at } = fault;
        await vi.waitFor(() => expect(asked[at]).toBe(1));
        await pass(PACE.settleMs + PACE.verifyMs);
      }
      return reply;
    };
    const look = async (): Promise<void> => {
      const standing = createStanding({ rail, rpcUrl: rpc.url, timeoutMs: 5000 });
      const log = createLog('silent');
      await createResolver({ payments: store.payments, rail, settler: { standing }, wall, log, config: PACE }).look();
    };
    const keys = async (): Promise<number> => (await store.db.selectFrom('keys').select('id').execute()).length;
    const stateOf = async (): Promise<string | undefined> => {
      const rows = await store.db.selectFrom('payments').select('state').orderBy('seenAt').orderBy('nonce').execute();
      return rows.at(-1)?.state;
    };

    it.each(NAMES)(
      'and %s when it checks a payment charges nothing, and takes the same payment later',
      async (name) => {
        const payment = await fresh();
        const before = await keys();
        fault = { at: 'verify', name };
        const refused = await buy(payment);
        expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([503, 'payments_unavailable', '3']); // prettier-ignore
        expect(refused.headers['payment-required']).toBeUndefined();
        expect([asked, await keys()]).toEqual([{ verify: 1, settle: 0 }, before]);
        fault = undefined;
        expect(await buy(payment)).toMatchObject({ status: 200, body: { plan: 'pass_1h' } });
        expect([asked, await keys()]).toEqual([{ verify: 2, settle: 1 }, before + 1]);
      },
    );

    it.each(NAMES)('and %s when it settles is asked once; the chain tells what became of it', async (name) => {
      for (const hasMoved of [true, false]) {
        wall.moveTo(wall.now() + 1000);
        const payment = await fresh();
        const before = await keys();
        fault = { at: 'settle', name };
        const first = await buy(payment);
        fault = undefined;
        const again = await buy(payment);
        for (const { status, headers, ...one } of [first, again]) {
          expect([status, codeOf({ status, headers, ...one }), headers['retry-after']]).toEqual([503, 'payment_unknown', '3']); // prettier-ignore
          expect([headers['payment-required'], headers['payment-response']]).toEqual([undefined, undefined]);
        }
        // Nobody is asked to settle it again, also while the chain does not say.
        await look();
        expect([asked.settle, await stateOf(), await keys()]).toEqual([1, 'unknown', before]);
        if (hasMoved) {
          chain.moved = nonceOf(payment);
          await look();
          const paid = await buy(payment);
          expect(paid).toMatchObject({ status: 200, body: { plan: 'pass_1h' } });
          expect((await buy(payment)).body['api_key']).toBe(paid.body['api_key']);
        } else {
          // It can move nothing any more: the payer keeps the money, and the answer says so.
          chain.now = wall.now() + 200_000;
          await look();
          const failed = await buy(payment);
          expect([failed.status, codeOf(failed)]).toEqual([402, 'payment_failed']);
        }
        expect([asked.settle, await keys()]).toEqual([1, before + (hasMoved ? 1 : 0)]);
      }
    });

    it('is quoted by no log, and no key or signature either', () => {
      const text = logged.join('\n');
      expect(text).toContain('settlement unknown');
      expect(text).not.toMatch(/Bad gateway|bg_live_[A-Za-z0-9_-]{20}|0x[0-9a-f]{130}/);
    });
  });
}
