/** The six answers sold individually: private, with a receipt, and never shared with the answers for keys. */

import { feature, operation, problem, REQUEST_PRICES, serviceOf, usdcUnits, value } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../store/src/secret.ts';
import type { Host } from '../../src/compose.ts';
import { replica } from '../accounts/test-support.ts';
import { balance, RICH, rich, signing, type Shop } from './buyer.ts';
import { opened, payment } from './test-support.ts';
import { paymentsOf } from '../payments-of.ts';

/** The cases. @param shopOf a host on the test ledger. */
export function answerCases(shopOf: () => Shop): void {
  describe('an answer that is sold', () => {
    /** The six, with answers that need no market; they fail on demand. */
    let isFailing = false;
    const sold = Object.keys(REQUEST_PRICES).map((path) =>
      operation(`sold${path.replaceAll(/[/{}]/g, '.')}`, {
        path,
        pathParameters: Type.Object(path.includes('{') ? { asset: Type.String() } : {}),
        family: 'sold',
        dataset: 'liquidations',
        summary: 'Sold.',
        reply: Type.Object({ path: Type.String() }),
        answer: () => (isFailing ? err(problem('not_found', 'Nothing.')) : ok(value({ path }))),
      }),
    );
    let shop: Host;
    let url = '';
    beforeAll(async () => {
      await shopOf().store.testLedger.fill(rich.address.toLowerCase(), RICH);
      const service = serviceOf([feature({ operations: sold })]);
      shop = replica(shopOf().store, shopOf().wall, undefined, { payments: paymentsOf({ kind: 'test' }), service });
      url = `${await shop.server.listen({ host: '127.0.0.1', port: 0 })}/api/v1`;
    });
    afterAll(async () => shop.server.close());

    it.each(Object.entries(REQUEST_PRICES))(
      'of %s is private, has no tag, comes with a receipt, and never from the answers of keys [#95] [#96] [#97]',
      async (priced, { usd }) => {
        const path = priced.replace('{asset}', 'eth');
        const { text, hash, prefix } = newKey();
        await shopOf().store.keys.create({ hash, prefix, email: null, tier: 'pro' }, shopOf().wall.now());
        const keyed = async (): Promise<Response> => fetch(`${url}${path}`, { headers: { 'x-api-key': text } });
        // Twice: afterwards the fast path answers keys.
        await keyed();
        const etag = (await keyed()).headers.get('etag')!;
        expect(etag).not.toBeNull();
        expect((await fetch(`${url}${path}`)).status).toBe(402);
        const before = await balance(shopOf(), rich.address);
        const keys = async () => (await shopOf().store.db.selectFrom('keys').select('id').execute()).length;
        const keysBefore = await keys();
        const header = await payment(signing(shopOf(), usdcUnits(usd)));
        const headers = { 'payment-signature': header, 'if-none-match': etag };
        const paid = await fetch(`${url}${path}`, { headers });
        expect([paid.status, await paid.json()]).toEqual([200, { path: priced }]);
        expect(JSON.stringify([...paid.headers])).not.toMatch(/bg_(?:live|test)_/);
        expect(await keys()).toBe(keysBefore);
        expect(paid.headers.get('cache-control')).toBe('private, no-store');
        expect(paid.headers.get('etag')).toBeNull();
        expect(opened(paid.headers.get('payment-response'))).toMatchObject({ success: true });
        expect(paid.headers.get('x-payment-response')).toBe(paid.headers.get('payment-response'));
        expect(before - (await balance(shopOf(), rich.address))).toBe(usdcUnits(usd));
        // Payment and key: the key counts.
        const both = { 'x-api-key': text, 'payment-signature': await payment(signing(shopOf(), usdcUnits(usd))) };
        expect((await fetch(`${url}${path}`, { headers: both })).headers.get('payment-response')).toBeNull();
        expect(before - (await balance(shopOf(), rich.address))).toBe(usdcUnits(usd));
      },
    );

    it('is given again as it was, and not made anew', async () => {
      const header = await payment(signing(shopOf(), usdcUnits('0.01')));
      const ask = async (): Promise<Response> =>
        fetch(`${url}/regimes/current?format=json`, { headers: { 'x-payment': header } });
      expect((await ask()).status).toBe(200);
      isFailing = true;
      expect((await ask()).status).toBe(200);
      isFailing = false;
    });
  });
}
