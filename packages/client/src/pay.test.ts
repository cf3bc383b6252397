import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { USDC_OF, type Paid } from './pay.ts';

const NETWORK = 'eip155:8453';
const OFFER = {
  scheme: 'exact',
  network: NETWORK,
  amount: '10000',
  asset: USDC_OF[NETWORK]!,
  payTo: `0x${'12'.repeat(20)}`,
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
};
const base64 = (value: unknown): string => btoa(JSON.stringify(value));
const RECEIPT = { 'payment-response': base64({ success: true, transaction: '0xabc' }) };
const answer =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const priced = (offer: object) =>
  answer(402, { detail: { error: 'x402', message: 'pay' } }, { 'payment-required': base64({ accepts: [offer] }) });
const unknown = answer(503, { detail: { error: 'payment_unknown', message: 'wait' } }, { 'retry-after': '0' });
const settled = answer(200, { name: 'it' }, RECEIPT);

function payer(script: readonly (() => Response)[], mostUsd = 0.05) {
  const sent: (string | null)[] = [];
  const tags: (string | null)[] = [];
  const signed: unknown[] = [];
  const paid: Paid[] = [];
  const client = createClient({
    url: 'http://service.test',
    patience: { firstWaitMs: 1 },
    pay: {
      mostUsd,
      onPaid: (payment) => paid.push(payment),
      wallet: {
        address: `0x${'ab'.repeat(20)}`,
        signTypedData: async (data) => {
          signed.push(data);
          return `0x${'34'.repeat(65)}`;
        },
      },
    },
    world: {
      now: () => 1_700_000_000_000,
      random: () => 0,
      fetch: async (_url, init) => {
        const headers = new Headers(init.headers);
        sent.push(headers.get('payment-signature'));
        tags.push(headers.get('if-none-match'));
        return script[sent.length - 1]!();
      },
    },
  });
  return { client, sent, tags, signed, paid };
}

describe('a client that pays', () => {
  it('signs the price of a 402 once, and tells what it paid', async () => {
    const { client, sent, signed, paid } = payer([priced(OFFER), settled]);
    expect(await client.ask('regimes.current')).toMatchObject({ ok: true, value: { name: 'it' } });
    expect(sent[0]).toBeNull();
    expect(JSON.parse(atob(sent[1]!))).toMatchObject({
      x402Version: 2,
      accepted: OFFER,
      payload: { authorization: { to: OFFER.payTo, value: '10000', validBefore: '1700000120' } },
    });
    expect(signed).toMatchObject([
      {
        domain: { chainId: 8453, name: 'USD Coin' },
        primaryType: 'TransferWithAuthorization',
        message: { value: 10_000n },
      },
    ]);
    expect(paid).toEqual([{ units: 10_000n, network: NETWORK, transaction: '0xabc' }]);
  });

  it('sends the same payment again when the outcome is not known, of a POST too, and never a second one', async () => {
    const { client, sent, signed } = payer([priced(OFFER), unknown, unknown, settled]);
    const bought = await client.ask('auth.keys.create', { body: { email: 'a@b.cd' } });
    expect(bought).toMatchObject({ ok: true });
    expect(new Set(sent.slice(1)).size).toBe(1);
    expect(signed).toHaveLength(1);
    const refused = payer([priced(OFFER), priced(OFFER), settled]);
    expect(await refused.client.ask('regimes.current')).toMatchObject({ ok: false, error: { code: 'x402' } });
    expect(refused.sent).toHaveLength(2);
  });

  it('hands out the payment of a call that failed for good', async () => {
    const { client, sent } = payer([priced(OFFER), ...Array.from({ length: 9 }, () => unknown)]);
    const failed = await client.ask('regimes.current');
    expect(failed).toMatchObject({ ok: false, error: { code: 'payment_unknown', detail: { payment: sent[1] } } });
  });

  it('keeps answers by their tag as the plain client does, but none that it paid for', async () => {
    const tag = { etag: '"1"', 'cache-control': 'private, no-cache' };
    const free = payer([answer(200, { n: 1 }, tag), () => new Response(null, { status: 304, headers: tag })]);
    for (let i = 0; i < 2; i++) expect(await free.client.ask('regimes.list')).toMatchObject({ value: { n: 1 } });
    expect(free.tags).toEqual([null, '"1"']);
    expect([free.sent, free.signed]).toEqual([[null, null], []]);
    // Even one that has a tag by mistake: it was bought once, and the next one is bought too.
    const once = answer(200, { n: 2 }, { ...RECEIPT, etag: '"2"', 'cache-control': 'private, no-store' });
    const bought = payer([priced(OFFER), once, priced(OFFER), once]);
    for (let i = 0; i < 2; i++) expect(await bought.client.ask('regimes.current')).toMatchObject({ value: { n: 2 } });
    expect(bought.tags).toEqual([null, null, null, null]);
    expect([bought.paid.length, new Set(bought.sent).size]).toEqual([2, 3]);
  });

  it.each([
    ['that is too dear', { amount: '50001' }],
    ['in a token that is not USDC', { asset: `0x${'99'.repeat(20)}` }],
    ['on a network that it does not know', { network: 'eip155:1' }],
    ['of another scheme', { scheme: 'upto' }],
  ])('pays nothing %s', async (_, change) => {
    const { client, signed, sent } = payer([priced({ ...OFFER, ...change })]);
    expect(await client.ask('regimes.current')).toMatchObject({ ok: false, error: { status: 402 } });
    expect([signed.length, sent.length]).toEqual([0, 1]);
  });
});
