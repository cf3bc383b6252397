import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RISK_BANDS, riskBand } from './bands.ts';
import { depegEpisodes, depegs, type Stablecoin } from './depeg.ts';
import { EVENT_PARTS, EVENT_RISK_V1, eventRisk, MACRO_PRINTS, unlockMagnitude, type EventRiskInputs } from './event.ts';
import { headlineTilt, policyRisk, regulatoryPressure, type ClassifiedHeadline, type PolicyInputs } from './policy.ts';
import { saturate } from './saturate.ts';
import { hackSeverity, securityStress, type SecurityInputs } from './security.ts';

const NOW = 1_700_000_000_000;
const usd = fc.double({ min: 1, max: 1e10, noNaN: true });
const days = fc.double({ min: 0, max: 7, noNaN: true });
const unlock = fc.record({
  symbol: fc.constantFrom('ARB', 'APT', 'SUI'),
  time: days.map((d) => NOW + d * DAY_MS),
  usd,
  dayNotional: fc.option(usd),
  marketCap: fc.option(usd),
  shareOfFloat: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});
const print = fc.record({
  print: fc.constantFrom(...MACRO_PRINTS),
  name: fc.constant('print'),
  time: fc.double({ min: -2, max: 9, noNaN: true }).map((d) => NOW + d * DAY_MS),
});
const stable: fc.Arbitrary<Stablecoin> = fc.record({
  symbol: fc.string({ minLength: 3, maxLength: 5 }),
  price: fc.option(fc.double({ min: 0.5, max: 1.2, noNaN: true })),
  supplyUsd: fc.option(fc.double({ min: 1e6, max: 1e11, noNaN: true })),
});
const inputs: fc.Arbitrary<EventRiskInputs> = fc.record({
  asOf: fc.constant(NOW),
  windowDays: fc.integer({ min: 1, max: 30 }),
  unlocks: fc.option(fc.array(unlock, { maxLength: 6 })),
  prints: fc.option(fc.array(print, { maxLength: 4 })),
  stablecoins: fc.option(fc.uniqueArray(stable, { selector: ({ symbol }) => symbol, maxLength: 5 })),
});
const nothing: EventRiskInputs = { asOf: NOW, windowDays: 7, unlocks: null, prints: null, stablecoins: null };

describe('a saturating sum', () => {
  it('is 0 at 0, rises, stays at most 100, and is additive inside', () => {
    const x = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(x, x, (a, b) => {
        expect(saturate(a + b)).toBeGreaterThanOrEqual(saturate(a));
        expect(saturate(a + b)).toBeLessThanOrEqual(100);
        const left = (1 - saturate(a) / 100) * (1 - saturate(b) / 100);
        expect(saturate(a + b)).toMatchOracle(100 * (1 - left), { rel: 1e-9, abs: 1e-9 });
      }),
    );
    expect(saturate(0) + 0).toBe(0);
  });
});

describe('bands of risk', () => {
  it('are a function of the score that never falls, and an edge belongs to the more severe one [#615]', () => {
    const index = (score: number): number => RISK_BANDS.indexOf(riskBand(score));
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (a, b) => {
          expect(index(Math.min(a, b))).toBeLessThanOrEqual(index(Math.max(a, b)));
        },
      ),
    );
    expect([14.9, 15, 34.9, 35, 59.9, 60, 79.9, 80].map((score) => riskBand(score))).toEqual([
      'dormant',
      'quiet',
      'quiet',
      'elevated',
      'elevated',
      'heavy',
      'heavy',
      'critical',
    ]);
  });
});

describe('event risk', () => {
  it('is Σ w·s over the feeds that answered, within 0…100, and one feed alone is itself [#614]', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { score, exactScore, subScores, inputsAvailable, effectiveWeights, partial, band } = eventRisk(given);
        const known = EVENT_PARTS.filter((part) => subScores[part] !== null);
        for (const part of EVENT_PARTS) {
          expect(inputsAvailable[part]).toBe(subScores[part] !== null);
          fc.pre(subScores[part] === null || Number.isFinite(subScores[part]));
        }
        expect(partial).toBe(known.length < 3);
        expect(band === null).toBe(known.length === 0);
        fc.pre(known.length > 0);
        const weight = known.reduce((sum, part) => sum + EVENT_RISK_V1.weights[part], 0);
        const mean = known.reduce((sum, part) => sum + EVENT_RISK_V1.weights[part] * subScores[part]!, 0) / weight;
        expect(exactScore).toMatchOracle(mean, { rel: 1e-9, abs: 1e-9 });
        expect(score! >= 0 && score! <= 100).toBe(true);
        expect(known.reduce((sum, part) => sum + effectiveWeights[part], 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('does not fall as an unlock grows or comes nearer, and does not know one outside the window', () => {
    fc.assert(
      fc.property(unlock, fc.double({ min: 1, max: 10, noNaN: true }), days, (one, factor, nearer) => {
        const of = (change: object): number => eventRisk({ ...nothing, unlocks: [{ ...one, ...change }] }).exactScore!;
        expect(of({ usd: one.usd * factor })).toBeGreaterThanOrEqual(of({}) - 1e-9);
        expect(of({ time: Math.max(NOW, one.time - nearer * DAY_MS) })).toBeGreaterThanOrEqual(of({}) - 1e-9);
        expect(of({ time: NOW + 8 * DAY_MS })).toBe(0);
        expect(of({ time: NOW - 1 })).toBe(0);
      }),
    );
  });

  it('is 0 of feeds that say that nothing is ahead, and null of none that answered', () => {
    expect(eventRisk({ ...nothing, unlocks: [], prints: [], stablecoins: [] })).toMatchObject({
      score: 0,
      band: 'dormant',
      partial: false,
    });
    expect(eventRisk(nothing)).toMatchObject({ score: null, band: null, partial: true });
  });

  it('sizes an unlock by days of volume, damped where it is little of the float', () => {
    const one = { symbol: 'ARB', time: NOW, usd: 3e8, dayNotional: 1e8, marketCap: 1e9, shareOfFloat: 0.05 };
    expect(unlockMagnitude(one)).toBe(1.5);
    expect(unlockMagnitude({ ...one, shareOfFloat: 0.0125 })).toBe(0.75);
    expect(unlockMagnitude({ ...one, usd: 1e12 })).toBe(1.5);
    expect(unlockMagnitude({ ...one, dayNotional: null, usd: 2e7 })).toBe(0.5);
    expect(unlockMagnitude({ ...one, dayNotional: null, marketCap: null })).toBeNull();
    expect(unlockMagnitude({ ...one, dayNotional: 0 })).toBeNull();
  });

  it('weighs a print by its hours, before and after', () => {
    const at = (hours: number): number =>
      eventRisk({ ...nothing, prints: [{ print: 'CPI', name: 'CPI', time: NOW + hours * HOUR_MS }] }).exactScore!;
    expect(at(0)).toBeCloseTo(saturate(1.2 * 0.9), 9);
    expect(at(36)).toBeCloseTo(saturate((1.2 * 0.9) / Math.E), 9);
    expect(at(-6)).toBeCloseTo(saturate((1.2 * 0.9 * 0.5) / Math.E), 9);
    expect(at(7 * 24 + 1)).toBe(0);
  });

  it.each([
    [{ windowDays: 31 }, '"windowDays" expected a number within 1…30, got 31'],
    [{ asOf: NaN }, '"asOf" expected epoch ms, got NaN'],
    [
      { unlocks: [{ symbol: 'A', time: 1, usd: -1, dayNotional: 1, marketCap: 1, shareOfFloat: 1 }] },
      '"usd" of an unlock of A expected a finite number ≥ 0, got -1',
    ],
    [{ stablecoins: [{ symbol: 'USDX', price: NaN, supplyUsd: 1e9 }] }, '"price" of USDX expected a finite number ≥ 0'],
  ])('refuses %j', (change, message) => {
    expect(() => eventRisk({ ...nothing, ...change })).toThrow(message);
  });
});

describe('depegs', () => {
  it('do not depend on the order of the coins, and count more below the peg than above', () => {
    fc.assert(
      fc.property(fc.uniqueArray(stable, { selector: ({ symbol }) => symbol, maxLength: 6 }), (coins) => {
        expect(depegs(coins.toReversed())).toEqual(depegs(coins));
        for (const { score, severity, share } of depegs(coins)) {
          expect(score >= 0 && score <= 100 && severity <= 1 && share <= 1).toBe(true);
        }
      }),
    );
    const of = (price: number): number => depegs([{ symbol: 'USDX', price, supplyUsd: 1e9 }])[0]!.severity;
    expect(of(0.99)).toBeCloseTo(0.3, 9);
    expect(of(1.01)).toBeCloseTo(0.1, 9);
    expect(depegs([{ symbol: 'TINY', price: 0.5, supplyUsd: 1e6 }])).toEqual([]);
  });

  it('last from the first observation away to the last before the return, over gaps', () => {
    const price = [1, 0.999, 0.99, NaN, 0.97, 0.995, 0.9985, 1, 0.9, 0.91];
    const time = price.map((_, i) => i * HOUR_MS);
    const found = depegEpisodes(time, price);
    expect(
      found.map(({ start, end, worstAt }) => [start, end, worstAt].map((t) => (t === null ? null : t / HOUR_MS))),
    ).toEqual([
      [2, 5, 4],
      [8, null, 8],
    ]);
    expect(found[0]!.worstBps).toBeCloseTo(300, 6);
    expect(found[0]!.severity).toBeCloseTo(0.7, 6);
    expect(() => depegEpisodes([1, 1], [1, 1])).toThrow('"time[1]" expected a number above 1, got 1');
    expect(() => depegEpisodes([1], [1, 1])).toThrow('"price" expected 1 values as "time" has, got 2');
  });

  it('are the same whether the series comes whole or was cut before an episode began', () => {
    const walk = fc.array(fc.double({ min: 0.95, max: 1.02, noNaN: true }), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(walk, (price) => {
        const time = price.map((_, i) => i);
        const all = depegEpisodes(time, price);
        for (const { start } of all) {
          const tail = depegEpisodes(time.slice(start), price.slice(start));
          expect(tail).toEqual(all.filter((one) => one.start >= start));
        }
      }),
    );
  });
});

describe('security stress', () => {
  const quiet: SecurityInputs = { asOf: NOW, windowDays: 10, hacks: [], flows: [], depegs: [] };
  const hack = (lossUsd: number | null, age: number) => ({
    name: `${lossUsd}`,
    time: NOW - age * DAY_MS,
    lossUsd,
    symbols: ['ETH'],
  });

  it('grades a loss by its size, and lets it fade by half in three days [#625]', () => {
    expect([0, 1e4, 1e5, 1e7, 1e8, 1e10].map((loss) => hackSeverity(loss))).toEqual([0, 0.05, 0.05, 0.4, 0.75, 1]);
    expect(hackSeverity(null)).toBeNull();
    const of = (loss: number, age: number): number =>
      securityStress({ ...quiet, hacks: [hack(loss, age)] }).subScores.hack!;
    expect(of(1e8, 0)).toBeCloseTo(saturate(1.6 * 0.75), 9);
    expect(of(1e8, 3)).toBeCloseTo(saturate(0.8 * 0.75), 9);
    expect(of(1e8, 10.1)).toBe(0);
    expect(of(1e8, -0.1)).toBe(0);
  });

  it('names the largest hack and the worst flow, and needs no loss to list one [#626]', () => {
    const flows = [
      { symbol: 'cexa', z: 2.5 },
      { symbol: 'bridge', z: -4 },
    ];
    const found = securityStress({ ...quiet, hacks: [hack(null, 1), hack(1e6, 2), hack(1e7, 9)], flows });
    expect(found.largestHack?.name).toBe('10000000');
    expect(found.worstFlowSymbol).toBe('bridge');
    expect(found.subScores.flow).toBeCloseTo(42.5, 9);
    expect(securityStress({ ...quiet, hacks: [hack(null, 1)] })).toMatchObject({ score: 0, largestHack: null });
  });

  it('re-normalises: a feed that did not answer changes nothing but the weights of the others', () => {
    const depeg = {
      symbol: 'USDX',
      start: NOW - DAY_MS,
      end: null,
      worstBps: 300,
      worstAt: NOW,
      severity: 0.7,
      share: 1,
    };
    const all = securityStress({ ...quiet, depegs: [depeg] });
    const few = securityStress({ ...quiet, flows: null, depegs: [depeg] });
    expect(all.subScores.depeg).toBeCloseTo(70, 9);
    expect(all.exactScore).toBeCloseTo(0.25 * 70, 9);
    expect(few.exactScore).toBeCloseTo((0.25 / 0.7) * 70, 9);
    expect(few.inputsAvailable).toEqual({ hack: true, flow: false, depeg: true });
    const faded = securityStress({ ...quiet, depegs: [{ ...depeg, end: NOW - 2 * DAY_MS }] });
    expect(faded.subScores.depeg).toBeCloseTo(35, 9);
  });

  it.each([
    [{ windowDays: 11 }, '"windowDays" expected a number within 1…10, got 11'],
    [{ asOf: Infinity }, '"asOf" expected epoch ms'],
    [{ hacks: [hack(-5, 0)] }, '"lossUsd" of -5 expected a finite number ≥ 0, got -5'],
  ])('refuses %j', (change, message) => {
    expect(() => securityStress({ ...quiet, ...change })).toThrow(message);
  });
});

describe('policy risk', () => {
  const quiet: PolicyInputs = { asOf: NOW, windowDays: 45, media: null, crossAsset: null, rates: [], headlines: null };
  const headline: fc.Arbitrary<ClassifiedHeadline> = fc.record({
    time: fc.double({ min: 0, max: 72, noNaN: true }).map((h) => NOW - h * HOUR_MS),
    class: fc.constantFrom('restrictive', 'neutral', 'supportive'),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const turned = { restrictive: 'supportive', neutral: 'neutral', supportive: 'restrictive' } as const;

  it('tilts within −1…1, oddly: turning every headline turns the sign [#632]', () => {
    fc.assert(
      fc.property(fc.array(headline, { maxLength: 12 }), (list) => {
        const tilt = headlineTilt(list, NOW);
        expect(Math.abs(tilt)).toBeLessThanOrEqual(1);
        const other = list.map((one) => ({ ...one, class: turned[one.class] }));
        expect(headlineTilt(other, NOW) + tilt).toBeCloseTo(0, 12);
        expect(
          regulatoryPressure([...list, { time: NOW, class: 'restrictive', confidence: 0.5 }], NOW),
        ).toBeGreaterThan(regulatoryPressure(list, NOW) - 1e-12);
        expect(policyRisk({ ...quiet, headlines: list }).policyTilt).toBe(tilt);
      }),
    );
    expect(policyRisk(quiet).policyTilt).toBeNull();
    expect(policyRisk({ ...quiet, headlines: [] }).policyTilt).toBe(0);
  });

  it('scores media, moves and decisions as its tables say', () => {
    const of = (change: Partial<PolicyInputs>) => policyRisk({ ...quiet, ...change }).subScores;
    expect(of({ media: { volumeZ: 2.5, tone: -3.75 } }).gdelt).toBeCloseTo(65, 9);
    expect(of({ media: { volumeZ: -2, tone: 4 } }).gdelt).toBe(0);
    expect(of({ crossAsset: [1, -1, 1] }).cross_asset).toBeCloseTo(35, 9);
    const decision = { name: 'FOMC', time: NOW + 7 * DAY_MS, importance: 1, expectedMoveBp: 25 };
    expect(of({ rates: [decision] }).rate).toBeCloseTo(saturate(2 / Math.E), 9);
    expect(of({ rates: [{ ...decision, expectedMoveBp: null }] }).rate).toBeCloseTo(saturate(1 / Math.E), 9);
    expect(of({ rates: [{ ...decision, time: NOW + 46 * DAY_MS }] }).rate).toBe(0);
  });

  it('lists what is ahead, nearest first [#634]', () => {
    const at = (name: string, d: number) => ({ name, time: NOW + d * DAY_MS, importance: 1, expectedMoveBp: null });
    const { upcoming } = policyRisk({ ...quiet, rates: [at('c', 60), at('b', 30), at('a', 2), at('past', -1)] });
    expect(upcoming.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it.each([
    [{ windowDays: 0 }, '"windowDays" expected a number within 1…45, got 0'],
    [{ crossAsset: [] }, '"crossAsset" expected at least one move, or null, got none'],
    [{ asOf: NaN }, '"asOf" expected epoch ms, got NaN'],
  ])('refuses %j', (change, message) => {
    expect(() => policyRisk({ ...quiet, ...change })).toThrow(message);
  });
});
