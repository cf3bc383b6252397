import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEALTH_COMPONENTS, HEALTH_INPUTS, MARKET_HEALTH_V1, type HealthInput } from './config.ts';
import { marketHealth, nonMonotone, unknownHealth, type HealthInputs } from './score.ts';

/** Values around the knots of each input, or null. */
const RANGES: Record<HealthInput, readonly [number, number]> = {
  pctFrom200ma: [-60, 120],
  slope200Pct: [-10, 15],
  cross: [-1, 1],
  breadthPct: [0, 100],
  stablecoin90dPct: [-10, 15],
  dollar90dPct: [-10, 10],
  yield10y90dBp: [-120, 120],
  buyRatio: [0, 1],
  volumeMultiplier: [0, 6],
  fearGreed: [0, 100],
  fundingPct8h: [-0.1, 0.2],
  openInterest7dPct: [-50, 60],
  longShortRatio: [0.2, 5],
  breadth20Pct: [0, 100],
  volatilityPctile: [0, 100],
  return7dPct: [-40, 40],
  return1dPct: [-20, 20],
  rsi14: [0, 100],
  stablecoin14dPct: [-4, 4],
};
const known = (name: HealthInput): fc.Arbitrary<number> =>
  fc.double({ min: RANGES[name][0], max: RANGES[name][1], noNaN: true });
const full: fc.Arbitrary<HealthInputs> = fc.record(
  Object.fromEntries(HEALTH_INPUTS.map((name) => [name, known(name)])) as Record<HealthInput, fc.Arbitrary<number>>,
);
const some: fc.Arbitrary<HealthInputs> = fc.record(
  Object.fromEntries(HEALTH_INPUTS.map((name) => [name, fc.option(known(name))])) as Record<
    HealthInput,
    fc.Arbitrary<number | null>
  >,
);
const componentOf = (input: HealthInput) =>
  HEALTH_COMPONENTS.find((name) => MARKET_HEALTH_V1.components[name].parts.some((part) => part.input === input))!;

describe('market health', () => {
  it('has integers within 0…100, and a total that a reader computes from two of them [#175] [#176]', () => {
    fc.assert(
      fc.property(some, (inputs) => {
        const { totalScore, longTermScore, shortTermScore, components, partial } = marketHealth(inputs);
        for (const score of [
          totalScore,
          longTermScore,
          shortTermScore,
          ...Object.values(components).map((c) => c.score),
        ]) {
          expect(score === null || (Number.isInteger(score) && score >= 0 && score <= 100)).toBe(true);
        }
        expect(totalScore).toBe(
          longTermScore === null || shortTermScore === null
            ? null
            : Math.floor((longTermScore + shortTermScore + 1) / 2),
        );
        expect(partial).toBe(Object.values(components).some(({ score }) => score === null));
      }),
    );
  });

  it('has four components of the long term and seven of the short, whose weights sum to one [#173] [#174]', () => {
    const all = Object.values(MARKET_HEALTH_V1.components);
    const sum = (group: string): number =>
      all.filter((one) => one.group === group).reduce((total, { weight }) => total + weight, 0);
    const named = (group: string): string[] =>
      HEALTH_COMPONENTS.filter((name) => MARKET_HEALTH_V1.components[name].group === group);
    expect(named('long')).toEqual(['price_trend', 'market_breadth', 'stablecoin_flow_90d', 'macro_dxy']);
    expect(named('short').toSorted()).toEqual([
      'derivatives',
      'fear_greed',
      'market_breadth_short',
      'short_term_price',
      'stablecoin_flow_14d',
      'volatility',
      'volume_quality',
    ]);
    expect(sum('long')).toBeCloseTo(1, 12);
    expect(sum('short')).toBeCloseTo(1, 12);
    for (const { parts } of all) {
      expect(parts.reduce((total, { weight }) => total + weight, 0)).toBeCloseTo(1, 12);
    }
  });

  it('moves a group as the weighted mean says when a component goes', () => {
    fc.assert(
      fc.property(full, fc.constantFrom(...HEALTH_COMPONENTS), (inputs, gone) => {
        const { group, parts } = MARKET_HEALTH_V1.components[gone];
        const before = marketHealth(inputs).components;
        const after = marketHealth({ ...inputs, [parts[0]!.input]: null });
        const rest = HEALTH_COMPONENTS.filter((name) => name !== gone && after.components[name].available).filter(
          (name) => before[name].group === group,
        );
        const weight = rest.reduce((total, name) => total + before[name].weight, 0);
        const mean = rest.reduce((total, name) => total + before[name].weight * after.components[name].exactScore!, 0);
        const score = group === 'long' ? after.longTermScore : after.shortTermScore;
        expect(after.components[gone]).toMatchObject({ available: false, score: null, weight: before[gone].weight });
        expect(Math.abs(score! - mean / weight)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });

  it('is monotone in every input whose map does not bend', () => {
    const bent = nonMonotone();
    expect(bent).toEqual(['pctFrom200ma', 'fearGreed', 'fundingPct8h', 'openInterest7dPct', 'rsi14']);
    // The direction of the day reverses the points of volume, so volume has no map of its own.
    const straight = HEALTH_INPUTS.filter((name) => !bent.includes(name) && name !== 'return1dPct');
    fc.assert(
      fc.property(
        full,
        fc.constantFrom(...straight).chain((name) => fc.tuple(fc.constant(name), known(name), known(name))),
        (inputs, [name, a, b]) => {
          const component = componentOf(name);
          const at = (value: number): number =>
            marketHealth({ ...inputs, [name]: value }).components[component].exactScore!;
          const { knots } = MARKET_HEALTH_V1.components[component].parts.find((part) => part.input === name)!;
          const falls = name === 'volumeMultiplier' ? inputs.return1dPct! < 0 : knots.at(-1)![1] < knots[0]![1];
          const [low, high] = a <= b ? [at(a), at(b)] : [at(b), at(a)];
          expect(falls ? low >= high - 1e-9 : low <= high + 1e-9).toBe(true);
        },
      ),
    );
  });

  it('reads volume with the day that it came with', () => {
    const of = (volumeMultiplier: number, return1dPct: number | null): number | null =>
      marketHealth({ ...unknownHealth(), buyRatio: 0.5, volumeMultiplier, return1dPct }).components.volume_quality
        .exactScore;
    expect(of(2, 1)).toBeCloseTo(0.6 * 50 + 0.4 * 80, 12);
    expect(of(2, -1)).toBeCloseTo(0.6 * 50 + 0.4 * 20, 12);
    expect(of(2, 0)).toBe(50);
    expect(of(2, null)).toBe(50);
  });

  it('calls from 60 on bullish and up to 40 bearish [#177]', () => {
    const of = (return7dPct: number) =>
      marketHealth({ ...unknownHealth(), return7dPct, return1dPct: null, rsi14: null }).shortTermSentiment;
    expect([-15, -3, -2.7, 0, 2.7, 3, 15].map(of)).toEqual([
      'BEARISH',
      'BEARISH',
      'NEUTRAL',
      'NEUTRAL',
      'NEUTRAL',
      'BULLISH',
      'BULLISH',
    ]);
  });

  it('knows nothing from nothing, and keeps what is known of one group', () => {
    const empty = marketHealth(unknownHealth());
    expect([empty.totalScore, empty.longTermScore, empty.sentiment, empty.partial]).toEqual([
      null,
      null,
      'NEUTRAL',
      true,
    ]);
    const half = marketHealth({ ...unknownHealth(), breadthPct: 50 });
    expect([half.totalScore, half.longTermScore, half.shortTermScore]).toEqual([null, 55, null]);
  });

  it.each([
    [{ ...unknownHealth(), fearGreed: NaN }, '"inputs.fearGreed" expected a finite number, got NaN'],
    [{ ...unknownHealth(), mood: 3 }, '"inputs" expected only pctFrom200ma'],
  ] as unknown as [HealthInputs, string][])('refuses an invalid input', (inputs, message) => {
    expect(() => marketHealth(inputs)).toThrow(message);
  });
});
