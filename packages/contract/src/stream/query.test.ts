import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGE_TYPES } from './changes/kinds.ts';
import { EVENT_TYPES, USUAL_TYPES } from './kinds.ts';
import type { ErrorEnvelope } from '../problem.ts';
import type { Tier } from '../tiers.ts';
import { eventQueryOf, typesSeenBy } from './seen.ts';
import { decodeEventQuery, decodeResumeId, matchesEventQuery, type EventQuery, type FilteredEvent } from './query.ts';

const sizeless = new Set(['funding', 'price_move']);
const event: fc.Arbitrary<FilteredEvent> = fc
  .tuple(
    fc.constantFrom(...USUAL_TYPES),
    fc.constantFrom('BTC', 'ETH', 'kPEPE'),
    fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  )
  .map(([type, symbol, usd]) => ({ type, symbol, usd: sizeless.has(type) ? null : usd }));
const part = <T>(values: readonly T[]): fc.Arbitrary<readonly T[]> => fc.subarray([...values], { minLength: 1 });
const types = fc.option(part([...USUAL_TYPES]), { nil: undefined });
const symbols = fc.option(part(['BTC', 'eth', 'KPEPE', 'SOL']), { nil: undefined });
const minUsd = fc.constantFrom(0, 250, 25_000, 1e6);

function queryOf(raw: {
  readonly types?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly minUsd?: number;
}): EventQuery {
  const decoded = decodeEventQuery({
    types: raw.types?.join(),
    symbols: raw.symbols?.join(),
    min_usd: raw.minUsd ?? 0,
  });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value;
}

describe('filters of events', () => {
  it('commute: all at once is one after the other, in any order [#272]', () => {
    fc.assert(
      fc.property(fc.array(event), types, symbols, minUsd, (events, ofTypes, ofSymbols, least) => {
        const passing =
          (query: EventQuery) =>
          (event: FilteredEvent): boolean =>
            matchesEventQuery(event, query);
        const all = events.filter(passing(queryOf({ types: ofTypes, symbols: ofSymbols, minUsd: least })));
        const single = [queryOf({ types: ofTypes }), queryOf({ symbols: ofSymbols }), queryOf({ minUsd: least })];
        for (const order of [
          [0, 1, 2],
          [2, 1, 0],
          [1, 2, 0],
        ]) {
          expect(order.reduce((left, i) => left.filter(passing(single[i]!)), events)).toEqual(all);
        }
      }),
    );
  });

  it('drop what is smaller, whatever its sign, but never funding and price moves [#295]', () => {
    fc.assert(
      fc.property(event, minUsd, (event, least) => {
        const expected = sizeless.has(event.type) || Math.abs(event.usd!) >= least;
        expect(matchesEventQuery(event, queryOf({ minUsd: least }))).toBe(expected);
      }),
    );
  });

  it('let the six documented types pass when nothing is said, and no other', () => {
    expect([...USUAL_TYPES]).toEqual([
      'liquidation',
      'whale_transfer',
      'whale_position',
      'funding',
      'oi_delta',
      'price_move',
    ]);
    fc.assert(
      fc.property(fc.constantFrom(...EVENT_TYPES), fc.constantFrom('BTC', 'MARKET'), (type, symbol) => {
        expect(matchesEventQuery({ type, symbol, usd: null }, queryOf({}))).toBe(USUAL_TYPES.has(type));
        expect(matchesEventQuery({ type, symbol, usd: null }, queryOf({ types: [type] }))).toBe(true);
      }),
    );
  });

  it('hold no change event back by its size: it has none', () => {
    for (const type of CHANGE_TYPES) {
      const change = { type, symbol: 'BTC', usd: null };
      expect(matchesEventQuery(change, queryOf({ types: CHANGE_TYPES, minUsd: 1e9 }))).toBe(true);
    }
  });

  it('take coins in any case and lists with blanks', () => {
    const query = decodeEventQuery({ types: ' funding,, price_move', symbols: 'btc, kpepe', min_usd: 0 });
    expect(query).toEqual({
      ok: true,
      value: { types: new Set(['funding', 'price_move']), symbols: new Set(['BTC', 'KPEPE']), minUsd: 0 },
    });
    const passes = (type: string, symbol: string): boolean =>
      query.ok && matchesEventQuery({ type, symbol, usd: null }, query.value);
    expect([passes('funding', 'kPEPE'), passes('funding', 'ETH'), passes('oi_delta', 'BTC')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['rumour', 'Funding', '', ',', 'funding;price_move', 'funding,rumour', '__proto__'])(
    'answer 400 to types=%s, with the types that there are [#136] [#272]',
    (list) => {
      const decoded = decodeEventQuery({ types: list, min_usd: 0 });
      const { status, body } = decoded.ok ? { status: 200, body: undefined } : decoded.error;
      expect(status).toBe(400);
      expect((body as ErrorEnvelope).detail).toMatchObject({ error: 'unknown_event_type', accepted: [...EVENT_TYPES] });
    },
  );

  it.each([
    [{ symbols: ' ,', min_usd: 0 }, 'symbols'],
    [{ min_usd: -0.01 }, 'min_usd'],
  ])('answer 422 to %j', (raw, name) => {
    expect(decodeEventQuery(raw)).toMatchObject({
      error: { status: 422, body: { detail: [{ loc: ['query', name] }] } },
    });
  });
});

describe('types of a tier', () => {
  const kinds = [
    { type: 'funding', dataset: 'events' },
    { type: 'liquidation', dataset: 'positioning' },
    { type: 'whale_position', dataset: 'ladder' },
  ] as const;

  it('are those of datasets that it sees whole', () => {
    const seen = (tier: Tier): readonly string[] | undefined => {
      const types = typesSeenBy(tier, kinds);
      return types === undefined ? undefined : [...types];
    };
    expect([seen('free'), seen('pro'), seen('pro_plus')]).toEqual([['funding'], ['funding', 'liquidation'], undefined]);
    expect(typesSeenBy(undefined, kinds)).toBeUndefined();
  });

  it('are all that pass when none is named, and a 403 when another one is', () => {
    const seen = typesSeenBy('free', kinds);
    const all = decodeEventQuery({ min_usd: 0 }, seen);
    expect(all.ok && [...all.value.types!]).toEqual(['funding']);
    expect(decodeEventQuery({ types: 'funding', min_usd: 0 }, seen).ok).toBe(true);
    expect(decodeEventQuery({ types: 'funding,liquidation', min_usd: 0 }, seen)).toMatchObject({
      error: { status: 403 },
    });
  });
});

describe('events of a tier', () => {
  const passes = (tier: Tier, event: FilteredEvent, symbols?: string): number | boolean => {
    const query = eventQueryOf({ types: event.type, symbols, min_usd: 0 }, tier);
    return query.ok ? matchesEventQuery(event, query.value) : query.error.status;
  };
  const event = (type: string, dataset: FilteredEvent['dataset'] & string, symbol: string): FilteredEvent => ({
    type,
    dataset,
    symbol,
    usd: null,
  });

  it.each([
    [event('regime', 'quant', 'BTC'), [403, true, true]],
    [event('shock', 'quant', 'MARKET'), [403, true, true]],
    [event('liquidity_regime', 'liquidity_regime', 'BTC'), [403, true, true]],
    [event('gamma_state', 'gamma', 'BTC'), [true, true, true]],
    [event('gamma_state', 'gamma', 'ETH'), [false, true, true]],
    [event('volatility_regime', 'volatility', 'BTC'), [true, true, true]],
    [event('volatility_regime', 'volatility', 'kPEPE'), [false, true, true]],
    [event('long_regime', 'regimes', 'MARKET'), [true, true, true]],
    [event('signum_color', 'signum', 'DOGE'), [true, true, true]],
    [event('model', 'quant_model', 'MARKET'), [true, true, true]],
    [event('score_band', 'market_health', 'MARKET'), [true, true, true]],
    [event('score_band', 'liquidity_regime', 'MARKET'), [false, true, true]],
  ] as const)('are those of the operation that they come from: %j', (event, expected) => {
    expect((['free', 'pro', 'pro_plus'] as const).map((tier) => passes(tier, event))).toEqual(expected);
  });

  it('are refused when the tier sees none of the coins that are asked for', () => {
    expect(passes('free', event('gamma_state', 'gamma', 'ETH'), 'ETH,SOL')).toBe(403);
    expect(passes('free', event('gamma_state', 'gamma', 'BTC'), 'ETH,BTC')).toBe(true);
    expect(eventQueryOf({ types: 'gamma_state,funding', symbols: 'ETH', min_usd: 0 }, 'free').ok).toBe(true);
  });

  it('are all without keys', () => {
    const query = eventQueryOf({ types: 'regime', min_usd: 0 }, undefined);
    expect(query.ok && matchesEventQuery(event('regime', 'quant', 'ETH'), query.value)).toBe(true);
  });
});

describe('where a stream begins', () => {
  it.each([
    [undefined, undefined, undefined],
    [5, undefined, 5],
    [undefined, '9', 9],
    [5, '9', 9],
    [5, '', 5],
    [0, undefined, 0],
  ])('after since_id %s and Last-Event-ID %s is %s: the header wins [#273]', (since, header, expected) => {
    expect(decodeResumeId(since, header)).toEqual({ ok: true, value: expected });
  });

  it.each([
    [5, 'x', ['header', 'Last-Event-ID']],
    [5, '-1', ['header', 'Last-Event-ID']],
    [undefined, '1, 2', ['header', 'Last-Event-ID']],
    [undefined, '9'.repeat(16), ['header', 'Last-Event-ID']],
    [-1, undefined, ['query', 'since_id']],
  ])('is not after since_id %s and Last-Event-ID %s: 422', (since, header, loc) => {
    expect(decodeResumeId(since, header)).toMatchObject({ error: { status: 422, body: { detail: [{ loc }] } } });
  });
});
