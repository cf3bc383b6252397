import { ok } from '@barograph/core';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { value } from './body.ts';
import { pastFrom } from './datasets.ts';

import { operation, type Operation } from './operation.ts';
import { ENDPOINT_LIST, OPERATIONS } from './operations.ts';
import { settlePast, settleScope } from './scope.ts';
import { TIERS, unlocks, type Tier } from './tiers.ts';

const unscoped = operation('meta.scoped', {
  path: '/x',
  family: 'meta',
  dataset: 'coins',
  summary: 's',
  query: Type.Object({ coin: Type.Optional(Type.String()) }),
  reply: Type.Object({}),
  answer: () => ok(value({})),
});
const scoped: Operation = { ...unscoped, scope: { free: { parameter: 'coin', only: ['BTC', 'ETH'] } } };
const proToo = { ...scoped, scope: { ...scoped.scope, pro: { parameter: 'coin', only: ['BTC'] } } };

function codeOf(tier: Tier, coin: string, endpoint = scoped): unknown {
  const settled = settleScope(endpoint, tier, { coin }, 'https://plans');
  return settled.ok ? 'ok' : settled.error.body.detail;
}

describe('settleScope', () => {
  it.each(['BTC', 'btc', 'BTCUSDT', 'BTC/USDT', 'XBTUSD', 'BTC-USD-SWAP', 'eth-perp', 'BTC,ETH', 'btc, eth'])(
    'lets a free key ask for %s',
    (coin) => {
      expect(codeOf('free', coin)).toBe('ok');
    },
  );

  it.each(['SOL', 'BTC,SOL', '', 'BTC,', 'BTCX', 'kBTC', '1000BTC', 'ETHBTC', 'BTC-EUR', 'BTC-28JUN24', 'WBTC'])(
    'refuses %j, naming the tier that may and where it is sold',
    (coin) => {
      expect(codeOf('free', coin)).toMatchObject({
        error: 'tier_too_low',
        required_tier: 'pro',
        pricing_url: 'https://plans',
      });
    },
  );

  it('names the lowest tier that sees everything', () => {
    expect(codeOf('free', 'SOL', proToo)).toMatchObject({ required_tier: 'pro_plus' });
    expect(codeOf('pro', 'ETH', proToo)).toMatchObject({ required_tier: 'pro_plus' });
    expect(codeOf('pro_plus', 'SOL', proToo)).toBe('ok');
  });

  it('narrows what was not asked for to what may be seen', () => {
    expect(settleScope(scoped, 'free', {})).toEqual({ ok: true, value: { coin: 'BTC,ETH' } });
    expect(settleScope(scoped, 'pro', {})).toEqual({ ok: true, value: {} });
  });

  it('never lets a name pass that is not in the scope, and hands on the name that it checked', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('BTC', 'ETH', 'SOL', 'BTC,SOL', 'ETHUSDT', 'xbt/usdt', 'kBTC', 'BTC-EUR'),
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const coin = names.join(',');
        const settled = settleScope(scoped, 'free', { coin });
        if (coin.split(',').every((name) => /^(?:BTC|ETH)(?:USDT|-PERP)?$/i.test(name.trim()))) {
          expect(settled.ok).toBe(true);
        }
        const passed = settled.ok ? (settled.value['coin'] ?? coin) : 'BTC';
        expect(['BTC', 'ETH']).toEqual(expect.arrayContaining(String(passed).split(',')));
      }),
    );
  });
});

describe('the scopes of all operations', () => {
  const scopes = ENDPOINT_LIST.flatMap(([id, endpoint]) =>
    Object.keys(endpoint.scope ?? {}).map((tier) => ({ id, tier: tier as Tier, access: endpoint.access })),
  );

  it('are of tiers that the gate lets in: a scope behind a closed gate would be none [#501] [#506]', () => {
    expect(scopes.length).toBeGreaterThan(3);
    for (const { id, tier, access } of scopes) expect([id, tier, unlocks(tier, access)]).toEqual([id, tier, true]);
  });
});

describe('parameters that are paid for', () => {
  const query = Type.Object({
    symbol: Type.Optional(Type.String()),
    least: Type.Number({ default: 5 }),
    days: Type.Integer({ default: 30 }),
  });
  const paid = { symbol: { tier: 'pro' }, least: { tier: 'pro' }, days: { tier: 'pro', most: 7 } } as const;
  const bought: Operation = { ...unscoped, query, paid };
  const settled = (tier: Tier, parameters: Readonly<Record<string, unknown>>, sent?: readonly string[]) =>
    settleScope(bought, tier, { least: 5, days: 30, ...parameters }, '/plans', sent ?? Object.keys(parameters));

  it('are narrowed when they are not sent, and any value of a tier that pays', () => {
    expect(settled('free', {})).toEqual({ ok: true, value: { days: 7 } });
    expect(settled('pro', {})).toEqual({ ok: true, value: {} });
    expect(settled('pro_plus', { symbol: 'X', least: 0, days: 35 })).toEqual({ ok: true, value: {} });
  });

  it('may be sent with what everyone gets', () => {
    expect(settled('free', { least: 5, days: 7 })).toEqual({ ok: true, value: {} });
    expect(settled('free', { days: 1 })).toEqual({ ok: true, value: {} });
  });

  it('have a bound for each tier, the least of which narrows, and never widens what is usual', () => {
    const bounds = [{ tier: 'pro', most: 24 }, { tier: 'pro_plus', most: 168 }] as const; // prettier-ignore
    const ofTiers = { ...bought, paid: { days: bounds } };
    const settle = (tier: Tier, days: number, sent = ['days']) => settleScope(ofTiers, tier, { days }, '/plans', sent);
    const needs = (required_tier: string) => ({
      ok: false,
      error: { status: 403, body: { detail: { required_tier } } },
    });
    expect(settle('free', 30, [])).toEqual({ ok: true, value: { days: 24 } });
    expect(settle('pro', 30, [])).toEqual({ ok: true, value: { days: 30 } });
    expect(settle('pro_plus', 30, [])).toEqual({ ok: true, value: {} });
    expect(settle('free', 24)).toEqual({ ok: true, value: {} });
    expect(settle('free', 25)).toMatchObject(needs('pro'));
    expect(settle('free', 169)).toMatchObject(needs('pro_plus'));
    expect(settle('pro', 168)).toEqual({ ok: true, value: {} });
    expect(settle('pro', 168.5)).toMatchObject(needs('pro_plus'));
  });

  it.each([{ symbol: 'X' }, { least: 0 }, { least: 9 }, { days: 8 }, { days: 30 }])('are 403 with %j', (parameters) => {
    expect(settled('free', parameters)).toMatchObject({
      ok: false,
      error: { status: 403, body: { detail: { error: 'tier_too_low', required_tier: 'pro', pricing_url: '/plans' } } },
    });
  });
});

describe('the past', () => {
  const operations = OPERATIONS.filter(({ pointInTime }) => pointInTime === true);
  const callers = TIERS.map((tier) => [tier] as const);

  it.each(callers)(
    'is told to %s where it sees the history that is sold, and refused with the tier elsewhere',
    (tier) => {
      expect(operations.length).toBeGreaterThan(50);
      for (const { id, dataset, ...endpoint } of operations) {
        const past = pastFrom(dataset) ?? endpoint.access;
        const refused = settlePast(endpoint, tier, '/plans');
        if (!unlocks(tier, endpoint.access)) continue;
        expect([id, refused === undefined]).toEqual([id, unlocks(tier, past)]);
        if (refused === undefined) continue;
        const detail = { error: 'tier_too_low', required_tier: past, pricing_url: '/plans' };
        expect(refused).toMatchObject({ status: 403, body: { detail } });
      }
    },
  );

  it('is no question where there are no keys', () => {
    expect(operations.flatMap((operation) => settlePast(operation, undefined) ?? [])).toEqual([]);
  });
});
