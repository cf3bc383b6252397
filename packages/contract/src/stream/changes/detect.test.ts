import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Published } from '../../published.ts';
import { changeEvents, detectChanges, isWatched, type KnownStates } from './detect.ts';

type Snapshot = Published<unknown, unknown>;
type Color = 'red' | 'grey' | 'green';
/** Colours of each coin in a snapshot; a coin that is absent has no record. */
type Rows = Readonly<Record<string, { readonly day: Color; readonly h4: Color | null }>>;

const COINS = ['BTC', 'ETH', 'kPEPE'];
const color = fc.constantFrom<Color>('red', 'grey', 'green');
const rows: fc.Arbitrary<Rows> = fc.dictionary(
  fc.constantFrom(...COINS),
  fc.record({ day: color, h4: fc.option(color, { nil: null }) }),
);

const published = (rows: Rows, asOf: number): Snapshot => ({
  asOf,
  head: {},
  records: Object.entries(rows).map(([symbol, { day, h4 }]) => ({
    value: { symbol, color: day, h4_color: h4 },
    json: '',
  })),
});

/** Events of a month of snapshots, each compared with the states before it. */
function eventsOf(month: readonly Rows[]): readonly string[] {
  let known: KnownStates = {};
  return month.flatMap((rows, asOf) => {
    const { changes, known: next } = detectChanges('signum', published(rows, asOf), JSON.parse(JSON.stringify(known)));
    known = next;
    const about = { name: 'signum', asOf, sha256: '' };
    return changeEvents(changes, { seenAt: asOf, dataSource: 'simulated', snapshot: about }).map((event) => {
      if (event.type !== 'signum_color') throw new Error(event.type);
      return `${event.ts} ${event.symbol} ${event.timeframe} ${event.from} ${event.to}`;
    });
  });
}

/** The same, subject by subject: the known colours of one, without repetitions, are its changes. */
function expected(month: readonly Rows[]): readonly string[] {
  return COINS.flatMap((symbol) =>
    (['1d', '4h'] as const).flatMap((timeframe) => {
      const known = month.flatMap((rows, asOf) => {
        const state = timeframe === '1d' ? rows[symbol]?.day : rows[symbol]?.h4;
        return state === undefined || state === null ? [] : [{ asOf, state }];
      });
      return known.flatMap(({ asOf, state }, i) => {
        const before = known[i - 1]?.state ?? state;
        return before === state ? [] : [`${asOf} ${symbol} ${timeframe} ${before} ${state}`];
      });
    }),
  );
}

describe('changes of a month of snapshots', () => {
  it('are all told, each once and in order', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 30 }), (month) => {
        const events = eventsOf(month);
        expect([...events].sort()).toEqual([...expected(month)].sort());
        const moments = events.map((event) => Number(event.split(' ')[0]));
        expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      }),
    );
  });

  it('are none of a snapshot that is published again', () => {
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const { known } = detectChanges('signum', published(first, 0));
        const once = detectChanges('signum', published(second, 1), known);
        const again = detectChanges('signum', published(second, 1), once.known);
        expect(again.changes).toEqual([]);
        expect(again.known).toBe(once.known);
      }),
    );
  });

  it('are none of a publication whose states nobody watches', () => {
    expect(isWatched('heatmap')).toBe(false);
    expect(detectChanges('heatmap', published({ BTC: { day: 'red', h4: null } }, 0)).changes).toEqual([]);
  });
});

describe('the states of', () => {
  const changesOf = (
    name: string,
    before: Omit<Snapshot, 'asOf'>,
    after: Omit<Snapshot, 'asOf'>,
  ): readonly object[] => {
    const { known } = detectChanges(name, { asOf: 0, ...before });
    return detectChanges(name, { asOf: 1, ...after }, known).changes;
  };
  const recordsOf = (...values: readonly object[]): Snapshot['records'] => values.map((value) => ({ value, json: '' }));

  it('the nowcast: model, labels and shocks of the market and of coins', () => {
    const block = (label: string | null, kind: string | null, isKnown = true): object => ({
      regime: label === null ? null : { label, confidence: 0.75 },
      shock: { active: isKnown ? kind !== null : null, kind, score: 1.5 },
      explain: { hysteresis_state: label === null ? null : { path: 'margin' } },
    });
    const snapshot = (sha256: string, market: object, coin: object): Omit<Snapshot, 'asOf'> => ({
      head: { modelVersion: '2026.11.0', sha256, market: { '24h': market } },
      records: recordsOf({ symbol: 'ETH', coin }),
    });
    const before = snapshot('a', block('choppy_range', null), block('vol_spike', 'down'));
    const after = snapshot('b', block('vol_spike', 'up'), block('vol_spike', null));
    const unknown = snapshot('a', block(null, null, false), block(null, null, false));
    expect(changesOf('quant', before, after)).toMatchObject([
      {
        symbol: 'MARKET',
        from: '2026.11.0',
        to: '2026.11.0',
        fields: { type: 'model', fromSha256: 'a', toSha256: 'b' },
      },
      {
        symbol: 'MARKET',
        from: 'choppy_range',
        to: 'vol_spike',
        fields: { scope: 'market', path: 'margin', confidence: 0.75 },
      },
      { symbol: 'MARKET', from: 'none', to: 'up', fields: { type: 'shock', scope: 'market', score: 1.5 } },
      { symbol: 'ETH', from: 'down', to: 'none', fields: { type: 'shock', scope: 'coin' } },
    ]);
    expect(changesOf('quant', before, unknown)).toEqual([]);
    expect(changesOf('quant', before, { ...before, head: { ...(before.head as object), market: null } })).toEqual([]);
  });

  it('the nowcast: each hour once, of scopes that have a regime', () => {
    const hour = 3_600_000;
    const block = (drawdown: number | null, isKnown = true): object => ({
      regime: isKnown ? { label: 'choppy_range', confidence: 0.75 } : null,
      shock: { active: null, kind: null, score: null },
      explain: { hysteresis_state: null },
      monte_carlo: drawdown === null ? null : { p_drawdown_5: drawdown },
    });
    const at = (asOf: number, coin: object): Snapshot => ({
      asOf,
      head: { modelVersion: '1', sha256: 'a', market: { '24h': block(0.2) } },
      records: recordsOf({ symbol: 'ETH', coin }),
    });
    let known: KnownStates = {};
    const hours = [at(0, block(0.1)), at(hour - 1, block(0.3)), at(hour, block(0.4)), at(1.5 * hour, block(0.5)), at(2 * hour, block(null, false)), at(2.25 * hour, block(null))]; // prettier-ignore
    const changes = hours.map((snapshot) => {
      const found = detectChanges('quant', snapshot, known);
      known = found.known;
      return found.changes.map(({ symbol, to, fields }) => [symbol, to.slice(11, 16), fields.type === 'nowcast_hour' ? fields.drawdown : fields]); // prettier-ignore
    });
    expect(changes).toEqual([
      [],
      [],
      [
        ['MARKET', '01:00', 0.2],
        ['ETH', '01:00', 0.4],
      ],
      [],
      [['MARKET', '02:00', 0.2]],
      [['ETH', '02:00', null]],
    ]);
  });

  it('the long-horizon regime: committed, and pending with its end', () => {
    const head = (name: string, pending: string | null): Omit<Snapshot, 'asOf'> => ({
      head: { current: { name, pending: pending === null ? null : { name: pending } } },
      records: [],
    });
    expect(changesOf('cycle', head('A', 'B'), head('B', null))).toMatchObject([
      { from: 'A', to: 'B', fields: { type: 'long_regime', what: 'committed' } },
      { from: 'B', to: 'none', fields: { type: 'long_regime', what: 'pending' } },
    ]);
    expect(changesOf('cycle', head('A', null), { head: { current: null }, records: [] })).toEqual([]);
  });

  it('liquidity: market and coins, but none that is warming', () => {
    const snapshot = (label: string, status: string): Omit<Snapshot, 'asOf'> => ({
      head: { market: { regime: label, band: 'fragile', score: 3 } },
      records: recordsOf({ symbol: 'BTC', regime: { regime: label, status } }),
    });
    expect(changesOf('liquidity', snapshot('neutral', 'warming'), snapshot('deep_book', 'ok'))).toMatchObject([
      { symbol: 'MARKET', fields: { type: 'liquidity_regime', scope: 'market' } },
    ]);
    expect(changesOf('liquidity', snapshot('neutral', 'ok'), snapshot('deep_book', 'ok'))).toHaveLength(2);
  });

  it('gamma: but none without coverage', () => {
    const snapshot = (state: string, coverage: string): Omit<Snapshot, 'asOf'> => ({
      head: {},
      records: recordsOf({ symbol: 'BTC', gamma: { regime: { state, coverage, score: 0.5 } } }),
    });
    expect(changesOf('positioning', snapshot('amplify', 'full'), snapshot('dampen', 'funding_only'))).toMatchObject([
      { from: 'amplify', to: 'dampen', fields: { type: 'gamma_state', score: 0.5 } },
    ]);
    expect(changesOf('positioning', snapshot('amplify', 'full'), snapshot('transitional', 'none'))).toEqual([]);
  });

  it.each([
    [
      'market-health',
      'market_health',
      (band: string) => ({ head: { health: { sentiment: band, total_score: 7 } }, records: [] }),
    ],
    ['meme', 'meme', (band: string) => ({ head: { score: { band, composite: 7 } }, records: [] })],
    ['volatility', 'volatility', (band: string) => ({ head: { score: { band, composite: 7 } }, records: [] })],
    ['event', 'event', (band: string) => ({ head: {}, records: recordsOf({ band, composite: 7 }) })],
    ['security', 'security', (band: string) => ({ head: {}, records: recordsOf({ band, composite: 7 }) })],
    ['policy', 'policy', (band: string) => ({ head: {}, records: recordsOf({ band, composite: 7 }) })],
  ] as const)('%s: the band of the score', (name, composite, snapshotOf) => {
    expect(changesOf(name, snapshotOf('quiet'), snapshotOf('heavy'))).toMatchObject([
      { symbol: 'MARKET', from: 'quiet', to: 'heavy', fields: { type: 'score_band', composite, score: 7 } },
    ]);
  });

  it('volatility: the regimes of coins', () => {
    const snapshot = (regime: string): Omit<Snapshot, 'asOf'> => ({
      head: { score: { band: null, composite: null } },
      records: recordsOf({ symbol: 'BTC', regime }),
    });
    expect(changesOf('volatility', snapshot('normal'), snapshot('vol_shock'))).toMatchObject([
      { symbol: 'BTC', from: 'normal', to: 'vol_shock', fields: { type: 'volatility_regime' } },
    ]);
  });
});
