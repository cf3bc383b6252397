import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rationaleOf } from './rationale.ts';
import { rawRead } from './raw.ts';
import { LONG_REGIME_V1 } from './rules.ts';
import { NO_SIGNALS, type CycleSignals } from './signals.ts';
import { distributionStage, euphoriaScore } from './stage.ts';
import { thresholdsOf } from './thresholds.ts';
import type { CycleRegime } from './taxonomy.ts';

/** A bear market. */
const bear: CycleSignals = {
  ...NO_SIGNALS,
  d200: -0.25,
  slope200: -0.04,
  ddAth: -0.55,
  athAgeD: 250,
  r1: 0.01,
  r3: 0.02,
  r7: -0.02,
  r30: -0.09,
  r90: -0.3,
  offLow: 0.08,
  lowAgeD: 10,
  rv30Pctile: 0.4,
  rvRatio: 0.8,
  z1: 0.3,
  intradayLow: -0.01,
  b200: 7,
  b50: 20,
  b200Chg30: -3,
};

describe('thresholds', () => {
  it('say how far each cutoff is from flipping, the nearest first', () => {
    const list = thresholdsOf(bear, 2, rawRead(bear), LONG_REGIME_V1);
    const own = list.filter(({ effect }) => effect === 'keeps');
    expect(own.map(({ signal, op, cutoff }) => `${signal}${op}${cutoff}`).toSorted()).toEqual([
      'd200<0',
      'ddAth<-0.25',
      'slope200<0.01',
    ]);
    expect(own.find(({ signal }) => signal === 'd200')).toEqual({
      regime: 2,
      signal: 'd200',
      op: '<',
      cutoff: 0,
      value: -0.25,
      distance: 0.25,
      width: 0.02,
      satisfied: true,
      effect: 'keeps',
      missing: false,
    });
    expect(list.some(({ regime }) => regime === 1)).toBe(true);
    expect(list.filter(({ missing }) => missing).map(({ signal }) => signal)).toEqual(['liqZ', 'depegMinutes']);
    expect(list.at(-1)!.missing).toBe(true);
  });

  it('are in the order of their distance in widths, and of the best of the other regimes only', () => {
    const read = rawRead(bear);
    const list = thresholdsOf(bear, 2, read, LONG_REGIME_V1).filter(({ missing }) => !missing);
    const widths = list.map(({ regime, signal, op, cutoff, distance }) => {
      const { gates } = LONG_REGIME_V1.states.find((state) => state.regime === regime) ?? {
        gates: LONG_REGIME_V1.shocks.flat(),
      };
      const side = gates
        .flatMap((gate) => (gate.op === 'any' ? gate.of : [gate]))
        .find((one) => one.signal === signal && one.op === op && one.cutoff === cutoff)!;
      return Math.abs(distance!) / side.width;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    const others = read.scores.map((score, i) => (i === 0 || i === 1 ? -1 : (score ?? -1)));
    const best = 1 + others.indexOf(Math.max(...others));
    expect(new Set(list.map(({ regime }) => regime))).toEqual(new Set([1, 2, best]));
  });

  it('are zero away exactly where moving the signal by the distance puts it on the cutoff', () => {
    for (const { signal, op, value, distance, cutoff } of thresholdsOf(bear, 2, rawRead(bear), LONG_REGIME_V1)) {
      if (value === null || distance === null || signal === 'worst30') continue;
      expect(op === '>' ? value - distance : value + distance).toMatchOracle(cutoff, { rel: 1e-12, abs: 1e-15 });
    }
  });
});

describe('the rationale', () => {
  it('is made of fixed parts', () => {
    expect(rationaleOf(bear, 2, LONG_REGIME_V1)).toBe(
      'Established Bear: BTC -25 % vs its 200-day average; -55 % from the high; breadth 7 % above the 200-day average; BTC -30 % in 90 days; BTC -9 % in 30 days.',
    );
    expect(rationaleOf({ ...bear, b50: 80 }, 2, LONG_REGIME_V1)).toMatch(/ Against: 80 % above the 50-day average\.$/);
  });

  it('takes evidence at its cutoff for evidence that holds', () => {
    expect(rationaleOf({ ...NO_SIGNALS, b50: 45 }, 2, LONG_REGIME_V1)).toBe(
      'Established Bear: 45 % above the 50-day average.',
    );
    expect(rationaleOf({ ...NO_SIGNALS, b50: 45.4 }, 2, LONG_REGIME_V1)).toBe(
      'Established Bear. Against: 45 % above the 50-day average.',
    );
  });

  it('tells nothing that it does not know', () => {
    expect(rationaleOf(NO_SIGNALS, 2, LONG_REGIME_V1)).toBe('Established Bear.');
    expect(rationaleOf(NO_SIGNALS, 1, LONG_REGIME_V1)).toBe('Structural Shock.');
    expect(rationaleOf({ ...NO_SIGNALS, r1: -0.2 }, 1, LONG_REGIME_V1)).toBe('Structural Shock: BTC -20 % in a day.');
  });

  it('is words for every regime and any signals, never NaN or null', () => {
    const id = fc.integer({ min: 1, max: 10 }) as fc.Arbitrary<CycleRegime>;
    fc.assert(
      fc.property(id, fc.double({ min: -1, max: 100, noNaN: true }), (regime, value) => {
        const all = Object.fromEntries(Object.keys(NO_SIGNALS).map((name) => [name, value])) as unknown as CycleSignals;
        expect(rationaleOf(all, regime, LONG_REGIME_V1)).not.toMatch(/NaN|null|undefined|-0 /);
      }),
    );
  });
});

describe('the stage of a distribution', () => {
  it.each([
    [{}, 'early_distribution'],
    [{ r7: -0.1 }, 'active_deleveraging'],
    [{ r7: -0.0999 }, 'early_distribution'],
    [{ oiChg7: -15 }, 'active_deleveraging'],
    [{ oiChg7: -14.9 }, 'early_distribution'],
    [{ liqZ: 2 }, 'active_deleveraging'],
    [{ liqZ: 1.99 }, 'early_distribution'],
    [{ d200: -0.0501 }, 'active_deleveraging'],
    [{ d200: -0.05 }, 'early_distribution'],
  ] as const)('[#521] of %j is %s', (signals, stage) => {
    expect(distributionStage({ ...NO_SIGNALS, ...signals })).toBe(stage);
  });
});

describe('the kind of a euphoria', () => {
  const hot = { ...NO_SIGNALS, d200: 0.9, r30: 0.35, rvRatio: 1.15, altRel90: 0.5, altOut90: 65 };
  it('[#521] is a blow-off on a tie, and the larger of the two otherwise', () => {
    expect(euphoriaScore(hot)).toEqual({ label: 'blow_off', altExpansion: 0.5, blowOff: 0.5 });
    expect(euphoriaScore({ ...hot, altRel90: 0.6 }).label).toBe('alt_expansion');
    expect(euphoriaScore({ ...hot, d200: 1.5 }).label).toBe('blow_off');
  });
  it('knows of coins only what it was told', () => {
    expect(euphoriaScore({ ...hot, altRel90: null })).toEqual({ label: 'blow_off', altExpansion: null, blowOff: 0.5 });
  });
});
