import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEME_REGIMES, type MemeRegime } from './regime.ts';
import type { MemeRow } from './row.ts';
import { MEME_BANDS, MEME_SCORE_PARTS, MEME_SCORE_V1 } from './score-config.ts';
import { countFreshListings, freshListingsOf, memeBand, memeScore, type MemeCoin, type MemeMarket } from './score.ts';

const ROW: MemeRow = {
  configVersion: 'meme/2',
  symbol: 'DOGE',
  source: 'perpdex_perp',
  regime: 'dormant',
  daysInRegime: 3,
  prevRegime: null,
  regimeChanged: false,
  ret1d: 0,
  ret7d: 0,
  ret30d: 0,
  volSpike: 1,
  volPctile30: 50,
  sma20ExtensionPct: 0,
  extensionMax: 0,
  shareOfHigh: 1,
  pdSymbol: 'DOGE',
  fundingRate: 1.25e-5,
  oiUsd: null,
  price: 1,
  computedFrom: 100 * DAY_MS,
  stale: false,
};
const RETURNS = [0.01, -0.02, 0.03];
const coin = (row: Partial<MemeRow> = {}, more: Partial<MemeCoin> = {}): MemeCoin => ({
  row: { ...ROW, ...row },
  notional30: 1e6,
  returns: RETURNS,
  ...more,
});
const market = (coins: readonly MemeCoin[], more: Partial<MemeMarket> = {}): MemeMarket => ({
  coins,
  btcRet30d: 0,
  freshListings: 0,
  ...more,
});
const named = (rows: readonly Partial<MemeRow>[]): MemeCoin[] =>
  rows.map((row, i) => coin({ symbol: `C${i}`, pdSymbol: null, ...row }));

const maybe = (min: number, max: number): fc.Arbitrary<number | null> =>
  fc.option(fc.double({ min, max, noNaN: true }), { freq: 5 });
const coins: fc.Arbitrary<MemeCoin[]> = fc
  .array(
    fc.tuple(
      fc.record({
        regime: fc.constantFrom<MemeRegime | null>(...MEME_REGIMES, null),
        stale: fc.nat(9).map((n) => n === 9),
        ret7d: maybe(-90, 300),
        ret30d: maybe(-90, 300),
        volSpike: maybe(0, 10),
        sma20ExtensionPct: maybe(-60, 200),
        fundingRate: maybe(-1e-3, 1e-3),
      }),
      fc.option(fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e9, noNaN: true })), { freq: 5 }),
      fc.option(fc.array(fc.double({ min: -0.5, max: 1, noNaN: true }), { minLength: 30, maxLength: 30 }), { freq: 5 }),
    ),
    { maxLength: 9 },
  )
  .map((list) =>
    list.map(([row, notional30, returns], i) =>
      coin({ symbol: `C${i}`, pdSymbol: null, ...row }, { notional30, returns }),
    ),
  );

describe('the meme score', () => {
  it('[#597] is 35, 35, 30, 35, and 0 of heat, on an idle market', () => {
    const score = memeScore(market([coin()]));
    expect(score.subScores).toEqual({ momentum: 30, heat: 0, volume: 35, extension: 35, funding: 35 });
    expect(score).toMatchObject({
      score: 26.5,
      band: 'cooling',
      partial: false,
      coins: 1,
      configVersion: 'meme-score/1',
    });
    expect(score).toMatchObject({ medianFunding: 1.25e-5, freshIssuance: 0, shareAheadOfBtc: 0, memeSeason: false });
  });

  it.each([
    ['momentum', 'ret7d', [-30, -20, -10, 0, 15, 50, 90], [0, 0, 15, 30, 60, 100, 100]],
    ['volume', 'volSpike', [0, 0.5, 1, 2, 4, 9], [10, 10, 35, 70, 100, 100]],
    ['extension', 'sma20ExtensionPct', [-30, -20, 0, 25, 60, 90], [0, 0, 35, 80, 100, 100]],
    ['funding', 'fundingRate', [-1e-5, 0, 1.25e-5, 1e-4, 2e-4, 1], [20, 20, 35, 85, 100, 100]],
  ] as const)('has %s go through its knots', (part, field, values, scores) => {
    const of = (value: number): number | null => memeScore(market([coin({ [field]: value })])).subScores[part];
    expect(values.map(of)).toEqual(scores);
  });

  it('has heat go with the share of notional that is euphoric or igniting', () => {
    const hot = coin({ symbol: 'HOT', pdSymbol: null, regime: 'euphoric' });
    const lit = coin({ symbol: 'LIT', pdSymbol: null, regime: 'ignition' });
    const heat = (list: readonly MemeCoin[]): number | null => memeScore(market(list)).subScores.heat;
    const share = (hotShare: number): number | null =>
      heat([
        { ...hot, notional30: hotShare / 2 },
        { ...lit, notional30: hotShare / 2 },
        coin({}, { notional30: 1 - hotShare }),
      ]);
    expect([0, 0.25, 0.5, 1].map(share)).toEqual([0, 60, expect.closeTo(90, 10), 100]);
    expect(heat([{ ...hot, notional30: null }, coin()])).toBe(0);
    expect(heat([{ ...hot, notional30: 0 }])).toBeNull();
  });

  it('weighs the week’s return by notional, and nothing else', () => {
    const list = [coin({ ret7d: 50, volSpike: 4 }, { notional30: 9 }), ...named([{ ret7d: 0 }, { ret7d: 0 }])].map(
      (one, i) => ({ ...one, notional30: i === 0 ? 9 : 1 }),
    );
    expect(memeScore(market(list)).subScores).toMatchObject({ momentum: 100, volume: 35 });
  });

  it('is what the coins say that know, however large the others are', () => {
    const sure = named([
      { ret7d: 50, ret30d: 11 },
      { ret7d: 50, ret30d: 9 },
    ]);
    const silent = coin({ ret7d: null, ret30d: null, computedFrom: null }, { notional30: 1e12, returns: null });
    const known = memeScore(market(sure, { btcRet30d: 10 }));
    const both = memeScore(market([...sure, silent], { btcRet30d: 10 }));
    expect([known.shareAheadOfBtc, both.shareAheadOfBtc]).toEqual([0.5, 0.5]);
    expect(memeScore(market([...sure, silent], { btcRet30d: -1 })).shareAheadOfBtc).toBe(1);
    expect(both.subScores.momentum).toBe(known.subScores.momentum);
    expect(memeScore(market([coin({ ret7d: 50 }, { notional30: null })])).subScores.momentum).toBeNull();
    expect(memeScore(market([...named([{}, {}, {}, {}, {}]), silent])).coMovement).toBe(1);
  });

  it('makes up for a part that no coin can tell, and is null when none can', () => {
    const silent = memeScore(market([coin({ fundingRate: null })]));
    expect(silent.inputsAvailable).toMatchObject({ funding: false, momentum: true });
    expect(silent.score).toBe(25);
    expect([silent.partial, silent.medianFunding]).toEqual([true, null]);
    const none = memeScore(market([]));
    expect(none).toMatchObject({ score: null, band: null, partial: true, coins: 0, coMovement: null });
    expect(none).toMatchObject({ memeSeason: false, shareAheadOfBtc: null, medianFunding: null });
  });

  it('counts coins with a regime that are not stale, and a coin on both venues once, as its perp', () => {
    const perp = coin({ symbol: 'kPEPE', pdSymbol: 'kPEPE', volSpike: 4 });
    const spot = coin({ symbol: 'PEPE', pdSymbol: 'kPEPE', source: 'cexa_spot', volSpike: 1 });
    expect(memeScore(market([spot, perp]))).toMatchObject({ coins: 1, subScores: { volume: 100 } });
    const gone = { ...perp, row: { ...perp.row, stale: true } };
    expect(memeScore(market([spot, gone]))).toMatchObject({ coins: 1, subScores: { volume: 35 } });
    expect(memeScore(market([coin({ regime: null })])).coins).toBe(0);
  });

  it.each([
    ['euphoric', 80],
    ['heating', 60],
    ['neutral', 40],
    ['cooling', 20],
  ] as const)('[#597] is %s from %d on', (band, edge) => {
    const colder = MEME_BANDS[MEME_BANDS.indexOf(band) + 1];
    expect([edge - 0.1, edge, edge + 0.1].map((score) => memeBand(score))).toEqual([colder, band, band]);
  });

  it('[#597] is a season from 65 on, when 60 % of the coins are ahead of BTC', () => {
    const hot = { ret7d: 50, volSpike: 4, sma20ExtensionPct: 60, fundingRate: 2e-4 };
    const ahead = (n: number, btcRet30d: number | null = 10): boolean =>
      memeScore(
        market(named(Array.from({ length: 5 }, (_, i) => ({ ...hot, ret30d: i < n ? 10.5 : 10 }))), { btcRet30d }),
      ).memeSeason;
    expect([ahead(2), ahead(3), ahead(5), ahead(5, null), ahead(5, 11)]).toEqual([false, true, true, false, false]);
    // One part alone is the score: volume 1.84, 1.857…, 1.9 make 64.4, 65 and 66.5.
    const season = (volSpike: number): boolean =>
      memeScore(
        market(
          named([{ ret7d: null, ret30d: 11, sma20ExtensionPct: null, fundingRate: null, volSpike }]).map((one) => ({
            ...one,
            notional30: null,
          })),
        ),
      ).memeSeason;
    expect([season(1.84), season(1.858), season(1.9)]).toEqual([false, true, true]);
  });

  it('[#597] has the median of funding, and is frothier with more of it', () => {
    const of = (...rates: readonly (number | null)[]) =>
      memeScore(market(named(rates.map((fundingRate) => ({ fundingRate })))));
    expect(of(9e-5, 1e-5, null, 2e-5).medianFunding).toBe(2e-5);
    expect(of(1e-4).score!).toBeGreaterThan(of(1.25e-5).score!);
  });

  it('[#597] moves together over returns that end on the same day, null under five coins', () => {
    const five = named([{}, {}, {}, {}, {}]);
    expect(memeScore(market(five)).coMovement).toBe(1);
    expect(memeScore(market(five.slice(1))).coMovement).toBeNull();
    const late = five.map((one, i) => (i === 0 ? { ...one, row: { ...one.row, computedFrom: 99 * DAY_MS } } : one));
    expect(memeScore(market(late)).coMovement).toBeNull();
    const short = five.map((one, i) => (i === 0 ? { ...one, returns: null } : one));
    expect(memeScore(market(short)).coMovement).toBeNull();
  });

  it('[#597] gauges fresh listings, those of the last 7 days', () => {
    const gauge = (freshListings: number | null): number | null =>
      memeScore(market([], { freshListings })).freshIssuance;
    expect([0, 1, 5, 10, 15, 99, null].map(gauge)).toEqual([0, 10, 50, 75, 100, 100, null]);
    expect(() => gauge(-1)).toThrow('"freshListings" expected an integer ≥ 0, got -1');
    const asOf = 100 * DAY_MS;
    const at = [asOf - 7 * DAY_MS, asOf - 7 * DAY_MS + 1, asOf, asOf + 1];
    expect(at.map((time) => countFreshListings([time], asOf))).toEqual([0, 1, 1, 0]);
    expect(countFreshListings(at, asOf)).toBe(2);
  });

  it('[#597] counts no listing before the market is older than the window', () => {
    const asOf = 100 * DAY_MS;
    const week = asOf - 7 * DAY_MS;
    expect(freshListingsOf([week, asOf], [asOf], asOf)).toBeNull();
    expect(freshListingsOf([week - 1, asOf], [asOf], asOf)).toBe(1);
    expect(freshListingsOf([], [], asOf)).toBeNull();
    expect(freshListingsOf([null], [null], asOf)).toBeNull();
  });

  it('[#597] counts a coin without a completed day as listed now, and a coin at the edge of the window as old', () => {
    const asOf = 100 * DAY_MS;
    const week = asOf - 7 * DAY_MS;
    expect(freshListingsOf([0, null], [null, week, week + 1, 0], asOf)).toBe(2);
    expect([null, week, week + 1, 0].map((day) => freshListingsOf([0], [day], asOf))).toEqual([1, 0, 1, 0]);
  });

  it('stays within 0…100, is the same in every order, and writes to nothing', () => {
    fc.assert(
      fc.property(coins, fc.infiniteStream(fc.nat()), (list, seeds) => {
        const before = structuredClone(list);
        const score = memeScore(market(list, { btcRet30d: 3 }));
        const shuffled = list
          .map((one) => ({ one, at: seeds.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(memeScore(market(shuffled, { btcRet30d: 3 }))).toEqual(score);
        expect(list).toEqual(before);
        expect(score.score === null).toBe(score.band === null);
        for (const part of MEME_SCORE_PARTS) {
          const sub = score.subScores[part];
          expect(sub === null || (sub >= 0 && sub <= 100)).toBe(true);
        }
        if (score.score !== null) {
          expect(score.score).toBeGreaterThanOrEqual(0);
          expect(score.score).toBeLessThanOrEqual(100);
          expect(score.band).toBe(memeBand(score.score));
        }
      }),
    );
  });

  it('does not fall when a coin is hotter in any respect', () => {
    const field = fc.constantFrom('ret7d', 'volSpike', 'sma20ExtensionPct', 'fundingRate', 'regime');
    fc.assert(
      fc.property(coins, fc.nat(), field, fc.double({ min: 0, max: 50, noNaN: true }), (list, at, which, more) => {
        const score = memeScore(market(list)).exactScore;
        const hotter = list.map((one, i): MemeCoin => {
          if (i !== at % list.length) return one;
          if (which === 'regime')
            return one.row.regime === null ? one : { ...one, row: { ...one.row, regime: 'euphoric' } };
          const value = one.row[which];
          return value === null ? one : { ...one, row: { ...one.row, [which]: value + more } };
        });
        // Rounding of the mean may subtract an ulp.
        if (score !== null) expect(memeScore(market(hotter)).exactScore!).toBeGreaterThanOrEqual(score - 1e-9);
      }),
    );
  });

  it('does not change with the unit of notional', () => {
    fc.assert(
      fc.property(coins, fc.integer({ min: -20, max: 20 }), (list, power) => {
        const scaled = list.map((one) => ({
          ...one,
          notional30: one.notional30 === null ? null : one.notional30 * 2 ** power,
        }));
        expect(memeScore(market(scaled))).toEqual(memeScore(market(list)));
      }),
    );
  });

  it('has a config whose bands fall and whose weights sum to one', () => {
    const { weights, bandsFrom } = MEME_SCORE_V1;
    expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 15);
    expect(Object.values(bandsFrom)).toEqual([80, 60, 40, 20]);
  });
});
