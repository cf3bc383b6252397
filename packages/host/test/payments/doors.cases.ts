/** Payable calls over MCP and webhooks: neither takes payments, and neither shows sold data. */

import { operationNamed } from '@barograph/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../src/compose.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { ask, codeOf } from '../accounts/test-support.ts';
import { payment, wallet } from './test-support.ts';

const rich = wallet(81);
const RICH = 10n ** 9n;
/** The five answers, flows of ETFs, and a file of the archive. */
const PAYABLE: readonly (readonly [id: string, given: Readonly<Record<string, string>>])[] = [
  ['quant.whales', {}],
  ['quant.market', {}],
  ['regimes.current', {}],
  ['market_intelligence.liquidations', {}],
  ['event.calendar', {}],
  ['market_intelligence.etf_flows', { asset: 'btc' }],
];

/** The cases. @param partsOf a host on the test ledger, and its store. */
export function doorCases(partsOf: () => { readonly host: Host; readonly store: Store }): void {
  describe('what is sold', () => {
    beforeAll(async () => partsOf().store.testLedger.fill(rich.address.toLowerCase(), RICH));
    const untouched = async (): Promise<void> => {
      const { store } = partsOf();
      expect(await store.testLedger.balance(rich.address.toLowerCase())).toBe(RICH);
      const rows = await store.db.selectFrom('payments').select('nonce').where('payer', '=', rich.address.toLowerCase()).execute(); // prettier-ignore
      expect(rows).toEqual([]);
    };
    const headersOf = async (units: bigint) => {
      const text = await payment({ wallet: rich, units, now: Date.now() });
      return { 'x-payment': text };
    };

    it.each(PAYABLE)(
      'by %s names its price to an agent without a key, takes no payment there, and shows nothing',
      async (id, given) => {
        const { path, payable } = operationNamed(id);
        expect([id, payable]).toEqual([id, expect.anything()]);
        const params = { name: id.replaceAll('.', '_'), arguments: given };
        const call = async (headers: Readonly<Record<string, string>>) =>
          partsOf().host.server.inject({
            method: 'POST',
            url: '/mcp?tools=all',
            headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', host: 'localhost', ...headers }, // prettier-ignore
            payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
          });
        for (const headers of [{}, await headersOf(10_000n)]) {
          const reply = await call(headers);
          expect(reply.statusCode, reply.body).toBe(200);
          expect(reply.body, path).toContain('x402');
          expect(reply.body).not.toMatch(/"as_of"|signature/i);
          expect([reply.headers['payment-response'], reply.headers['x-payment-response']]).toEqual([
            undefined,
            undefined,
          ]);
        }
        // A wrong key stays one.
        expect((await call({ 'x-api-key': 'bg_live_wrong' })).body).toContain('invalid_api_key');
        await untouched();
      },
    );

    it('takes no webhook without a key, paid or not', async () => {
      const { host } = partsOf();
      const body = { url: 'https://example.org/hook' };
      for (const headers of [{}, await headersOf(10_000n)]) {
        const created = await ask(host, 'POST /webhooks', { body, headers });
        expect([created.status, codeOf(created)]).toEqual([401, 'missing_api_key']);
        expect(created.headers['payment-required']).toBeUndefined();
        expect(await ask(host, 'GET /webhooks', { headers })).toMatchObject({ status: 401 });
      }
      await untouched();
    });

    it('is not bought by a delivery of a webhook: a POST without a payment buys nothing', async () => {
      const { host } = partsOf();
      for (const [id, given] of PAYABLE) {
        const url = operationNamed(id).path.replace('{asset}', given['asset'] ?? '');
        const reply = await host.server.inject({ method: 'POST', url, payload: '{"type":"liquidation"}', headers: await headersOf(10_000n) }); // prettier-ignore
        expect([404, 405]).toContain(reply.statusCode);
        expect(reply.headers['payment-response']).toBeUndefined();
      }
      await untouched();
    });
  });
}
