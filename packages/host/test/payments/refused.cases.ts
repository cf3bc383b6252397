/** Payments that do not match their request, are invalid, or are too many. */

import { usdcUnits } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PAYMENTS_V1 } from '../../../payments/src/config.ts';
import { TEST_RAIL } from '../../../payments/src/ledger.ts';
import { ask, codeOf, type Reply } from '../accounts/test-support.ts';
import { balance, fileLine, PASS, RICH, rich, signing, type Shop } from './buyer.ts';
import { payment, paying, wallet, type Signing } from './test-support.ts';

/** The cases. @param shopOf a host on the test ledger. */
export function refusedCases(shopOf: () => Shop): void {
  // oxlint-disable-next-line eslint/max-lines-per-function -- cases side by side
  describe('a payment that is not one for the request', () => {
    const poor = wallet(2);
    beforeAll(async () => void (await shopOf().store.testLedger.fill(rich.address.toLowerCase(), RICH)));
    const bad: readonly (readonly [string, string, () => Partial<Signing>])[] = [
      ['that ended', 'payment_expired', () => ({ validBefore: shopOf().wall.now() - 1000 })],
      ['that is valid later', 'payment_not_yet_valid', () => ({ validAfter: shopOf().wall.now() + 60_000 })],
      [
        'that is valid for a day',
        'payment_valid_too_long',
        () => ({ validBefore: shopOf().wall.now() + 24 * HOUR_MS }),
      ],
      ['that is a unit too small', 'payment_wrong_amount', () => ({ units: PASS - 1n })],
      ['that is a unit too large', 'payment_wrong_amount', () => ({ units: PASS + 1n })],
      ['in another asset', 'payment_wrong_asset', () => ({ accepted: { asset: `0x${'12'.repeat(20)}` } })],
      ['on another network', 'payment_wrong_network', () => ({ accepted: { network: 'eip155:1' } })],
      [
        'of version 1 on another network',
        'payment_wrong_network',
        () => ({ version: 1, accepted: { network: 'base' } }),
      ],
      ['to another', 'payment_wrong_recipient', () => ({ to: `0x${'34'.repeat(20)}` })],
      ['for another URL', 'payment_wrong_resource', () => ({ resource: 'https://example.org/api/v1/quant/whales' })],
      ['signed by another', 'payment_bad_signature', () => ({ signature: `0x${'11'.repeat(64)}1b` })],
      ['signed for another chain', 'payment_bad_signature', () => ({ rail: { ...TEST_RAIL, chainId: 1 } })],
      // One signature has two forms; tokens take the one with the lower s.
      ['in the other form of its signature', 'payment_bad_signature', () => ({ malleated: true })],
      ['that ends a second too soon', 'payment_expired', () => ({ validBefore: shopOf().wall.now() + 5000 })],
      [
        'on a network with zeros in front',
        'payment_wrong_network',
        () => ({ accepted: { network: 'eip155:0402402402402' } }),
      ],
      [
        'on the network by its other name',
        'payment_wrong_network',
        () => ({ accepted: { network: TEST_RAIL.v1Network } }),
      ],
      ['whose offer has zeros in front', 'payment_wrong_amount', () => ({ accepted: { amount: '01500000' } })],
      ['whose offer is a number', 'payment_malformed', () => ({ accepted: { amount: 1_500_000 } })],
      ['whose amount has an exponent', 'payment_malformed', () => ({ authorization: { value: '15e5' } })],
      ['whose amount is not what was signed', 'payment_wrong_amount', () => ({ authorization: { value: '1500001' } })],
      ['whose amount is below zero', 'payment_malformed', () => ({ authorization: { value: '-1500000' } })],
      [
        'whose nonce is not what was signed',
        'payment_bad_signature',
        () => ({ authorization: { nonce: `0x${'ee'.repeat(32)}` } }),
      ],
      ['by a contract', 'payment_bad_signature', () => ({ signature: `0x${'11'.repeat(80)}` })],
      ['without funds', 'payment_unfunded', () => ({ wallet: poor })],
    ];

    it.each(bad)('%s is %s, and charges nothing', async (_, code, change) => {
      const before = await balance(shopOf(), rich.address);
      const asked = await paying(signing(shopOf(), PASS, change()), { body: { plan: 'pass_1h' } });
      const refused = await ask(shopOf().host, 'POST /payments/agent-subscribe', asked);
      const isRead = code !== 'payment_malformed';
      expect([refused.status, codeOf(refused)]).toEqual([isRead ? 402 : 400, code]);
      expect(refused.headers['payment-required'] !== undefined).toBe(isRead);
      if (isRead) expect(refused.body).toMatchObject({ accepts: [{ amount: PASS.toString() }] });
      expect(await balance(shopOf(), rich.address)).toBe(before);
    });

    it('is taken whatever the case of its addresses, and up to the last second that it can be settled in', async () => {
      const validBefore = shopOf().wall.now() + PAYMENTS_V1.shortestValidMs + 999;
      const upper = { payTo: TEST_RAIL.payTo.toUpperCase().replace('0X', '0x') };
      const asked = await paying(signing(shopOf(), PASS, { validBefore, accepted: upper }), {
        body: { plan: 'pass_1h' },
      });
      expect(await ask(shopOf().host, 'POST /payments/agent-subscribe', asked)).toMatchObject({ status: 200 });
    });

    it('leaves no row, however many come, and is 429 from then on for its network alone', async () => {
      const rows = async (): Promise<number> =>
        (await shopOf().store.db.selectFrom('payments').select('nonce').execute()).length;
      const before = await rows();
      const asked = await paying(signing(shopOf(), PASS, { signature: `0x${'11'.repeat(64)}1b` }), {
        body: { plan: 'pass_1h' },
      });
      const from = '198.51.100.9';
      const sendFrom = async (address: string): Promise<Reply> =>
        ask(shopOf().host, 'POST /payments/agent-subscribe', { ...asked, from: address });
      shopOf().wall.moveTo((Math.floor(shopOf().wall.now() / 60_000) + 1) * 60_000);
      await shopOf().store.brakes.take(
        Array.from({ length: 1 }, () => ({
          name: 'pay network 198.51.100.0/24',
          most: PAYMENTS_V1.perNetwork,
          windowMs: 60_000,
        })),
        shopOf().wall.now(),
      );
      await shopOf().store.pool.query(`update brakes set count = $1 where scope = 'pay network 198.51.100.0/24'`, [
        PAYMENTS_V1.perNetwork - 1,
      ]);
      const [last, ...more] = [await sendFrom(from), await sendFrom(from), await sendFrom('198.51.100.200')];
      expect(last).toMatchObject({ status: 402 });
      for (const one of more) {
        expect([one.status, codeOf(one), one.headers['retry-after']]).toEqual([429, 'rate_limited', '60']);
      }
      // What asks the store for a price is counted too; what only names one is not.
      expect(await ask(shopOf().host, fileLine('klines'), { from })).toMatchObject({ status: 429 });
      expect(await ask(shopOf().host, 'GET /quant/whales', { from })).toMatchObject({ status: 402 });
      expect(
        await ask(shopOf().host, 'POST /payments/test-balance', { from, body: { address: rich.address, usd: '1' } }),
      ).toMatchObject({ status: 429 });
      expect(await sendFrom('203.0.113.9')).toMatchObject({ status: 402 });
      expect(await rows()).toBe(before);
    });

    it('is answered as before when the clock is set back', async () => {
      const asked = await paying(signing(shopOf(), PASS), { body: { plan: 'pass_1h' } });
      const first = await ask(shopOf().host, 'POST /payments/agent-subscribe', asked);
      const [now, before] = [shopOf().wall.now(), await balance(shopOf(), rich.address)];
      shopOf().wall.moveTo(now - HOUR_MS);
      const again = await ask(shopOf().host, 'POST /payments/agent-subscribe', asked);
      shopOf().wall.moveTo(now);
      expect([first.status, again.status, again.body['api_key']]).toEqual([200, 200, first.body['api_key']]);
      expect(await balance(shopOf(), rich.address)).toBe(before);
    });

    it('buys nothing by HEAD and OPTIONS, and none is sold there', async () => {
      const before = await balance(shopOf(), rich.address);
      const { headers } = await paying(signing(shopOf(), usdcUnits('0.01')));
      for (const method of ['HEAD', 'OPTIONS', 'PUT'] as const) {
        const url = '/api/v1/regimes/current';
        const reply = await shopOf().host.server.inject({ method, url, headers: { ...headers } });
        expect([method, reply.statusCode]).toEqual([
          method,
          expect.toSatisfy((one: number) => one === 404 || one === 405),
        ]);
        expect(reply.headers['payment-required']).toBeUndefined();
      }
      expect(await balance(shopOf(), rich.address)).toBe(before);
    });

    it('is 400 when there are two, or none that can be read', async () => {
      const one = await payment(signing(shopOf(), PASS));
      const body = { plan: 'pass_1h' };
      const codes = await Promise.all(
        [
          { 'x-payment': one, 'payment-signature': one },
          { 'x-payment': `${one}, ${one}` },
          { 'x-payment': 'a b' },
          { 'x-payment': Buffer.from('{"x402Version":3}').toString('base64') },
          { 'x-payment': Buffer.from('[]').toString('base64') },
          { 'x-payment': 'A'.repeat(PAYMENTS_V1.headerBytes + 1) },
          { 'x-payment': 'A'.repeat(100_000) },
        ].map(async (headers) => {
          const reply = await ask(shopOf().host, 'POST /payments/agent-subscribe', { headers, body });
          return [reply.status, codeOf(reply)];
        }),
      );
      expect(codes.slice(0, 2)).toEqual([
        [400, 'two_payments'],
        [400, 'two_payments'],
      ]);
      expect(new Set(codes.slice(2).map(String))).toEqual(new Set(['400,payment_malformed']));
    });
  });
}
