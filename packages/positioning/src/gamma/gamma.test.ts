/** The gamma analog as a reducer: laws over random markets, examples and refusals. */

import { deepFreeze, fold, HOUR_MS } from '@barograph/core';
import { firstNotJson } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAMMA_V2 } from './config.ts';
import { distributionContext } from './context.ts';
import { gamma, type GammaInput, type GammaRecord, type GammaState } from './gamma.ts';
import { binsOf, cycle, cycles, START } from '../../test/gamma-cycles.ts';

const runs = (inputs: readonly GammaInput[]): GammaRecord[] => fold(gamma(), inputs).outputs;
const one = (input: GammaInput): GammaRecord => gamma().step(gamma().initial, input).output;

/** `count` hours of a market with makers that alternate sides. */
function hours(count: number, change: (hour: number) => Parameters<typeof cycle>[0] = () => ({})): GammaInput[] {
  return Array.from({ length: count }, (_, hour) =>
    cycle({ time: START + hour * HOUR_MS, skew: Math.sin(hour), ...change(hour) }),
  );
}

describe('the gamma analog', () => {
  it('is the sum of what its rules add, each by what it read [#487][#488]', () => {
    const record = one(
      cycle({
        skew: 0.6,
        flip: 99.5,
        openInterestChangePct: 12,
        bins: [
          [-1, 30, 0],
          [40, 0, 70],
        ],
      }),
    );
    expect(record).toMatchObject({
      coin: 'BTC',
      makerNet: 600_000,
      makerGross: 1_000_000,
      makerAccounts: 20,
      flip: 99.5,
      bands: 2,
      isSampled: true,
    });
    expect(record.regime).toMatchObject({
      state: 'amplify',
      score: 1,
      confidence: 0.8,
      coverage: 'full',
      insufficientMakers: false,
      since: START,
      skewSource: 'raw',
      points: { skew: 20, density: 20, flip: 15, funding: 0, openInterest: 10 },
      previous: null,
    });
    expect(record.regime.inputs).toEqual({
      skewPctile: null,
      skew: 0.6,
      nearDensityPctile: null,
      nearDensity: 30,
      distToFlipPct: -0.5,
      fundingPctile: null,
      openInterestChangePct: 12,
    });
  });

  it('judges the skew raw with 47 samples, this one among them, and by percentile with 48 [#496][#497][#489]', () => {
    const of = (samples: number) => {
      // This hour's skew exceeds all before it, by less than half.
      const all = hours(samples, (hour) => ({ skew: hour === samples - 1 ? 0.3 : 0.2 - hour / 1000 }));
      return runs(all).at(-1)!;
    };
    const [raw, ranked] = [of(47), of(48)];
    expect([raw.regime.skewSource, raw.regime.inputs.skewPctile, raw.regime.points.skew]).toEqual(['raw', null, 0]);
    expect(ranked.regime.skewSource).toBe('percentile');
    expect(ranked.regime.inputs.skewPctile).toBeCloseTo((100 * 47.5) / 48, 12);
    expect(ranked.regime.points.skew).toBe(20);
    expect(ranked.context.status).toBe('ready');
  });

  it('has no skew rule without an inventory', () => {
    const { regime } = one(cycle({ skew: null }));
    expect([regime.skewSource, regime.points.skew, regime.inputs.skew]).toEqual(['none', 0, null]);
  });

  it('has no percentile of funding while it is pinned, and no funding term [#498][#499]', () => {
    const pinned = runs(hours(60, () => ({ fundingRate: 1.25e-5 }))).at(-1)!;
    expect([pinned.context.fundingPinned, pinned.regime.inputs.fundingPctile, pinned.regime.points.funding]).toEqual([
      true,
      null,
      0,
    ]);
    const free = runs(hours(60, (hour) => ({ fundingRate: hour * 1e-6 }))).at(-1)!;
    expect([free.context.fundingPinned, free.regime.points.funding]).toEqual([false, 10]);
  });

  it('is covered by 20 makers and a bin, else by funding, else not at all [#500][#488]', () => {
    const full = { bins: [[-3, 1, 0]], skew: 0.9 } as const;
    expect(one(cycle(full)).regime).toMatchObject({ coverage: 'full', insufficientMakers: false });
    for (const less of [{ accounts: 19 }, { bins: [] }]) {
      const { regime } = one(cycle({ ...full, ...less }));
      expect(regime).toMatchObject({
        coverage: 'funding_only',
        insufficientMakers: true,
        skewSource: 'none',
        score: 0.4,
      });
      expect(regime.confidence).toBeLessThanOrEqual(0.35);
    }
    const { regime } = one(cycle({ ...full, accounts: 19, fundingRate: null, openInterestChangePct: 20 }));
    expect(regime).toMatchObject({ coverage: 'none', state: 'transitional', score: null, confidence: 0 });
  });

  it('takes NaN for what is not known, and says so with null', () => {
    const record = one(cycle({ fundingRate: NaN, openInterestChangePct: NaN }));
    expect([record.fundingRate, record.regime.inputs.openInterestChangePct]).toEqual([null, null]);
  });

  it('samples the first cycle of an hour, and ranks by it until the next hour', () => {
    const at = (minutes: number, skew: number) => cycle({ time: START + minutes * 60_000, skew });
    const { state, outputs } = fold(gamma(), [at(3, 0.1), at(8, 0.2), at(59, 0.3), at(60, 0.4), at(61, 0.5)]);
    expect(outputs.map(({ isSampled }) => isSampled)).toEqual([true, false, false, true, false]);
    expect(state.samples.map(({ skew }) => skew)).toEqual([0.1, 0.4]);
    expect(outputs.map(({ context }) => context.sampleTime! - START)).toEqual(
      [3, 3, 3, 60, 60].map((minutes) => minutes * 60_000),
    );
    // Inputs other than ranks come from the cycle itself.
    expect(outputs.at(-1)!.regime.inputs.skew).toBe(0.5);
  });

  it.each([
    [cycle({ time: NaN }), '"time" expected epoch ms, got NaN'],
    [
      { ...cycle(), ladder: { ...cycle().ladder, version: 'ladder/2' as const } },
      '"ladder.version" expected ladder/1, got "ladder/2"',
    ],
    [cycle({ time: -1 }), '"time" expected epoch ms, got -1'],
    [cycle({ mark: Infinity }), '"ladder.mark" expected a finite number > 0, got Infinity'],
    [{ ...cycle(), makers: { ...cycle().makers, short: Infinity } }, '"makers.short" expected USD ≥ 0, got Infinity'],
    [cycle({ accounts: -1 }), '"makers.accounts" expected an integer ≥ 0, got -1'],
    [cycle({ mark: 0 }), '"ladder.mark" expected a finite number > 0, got 0'],
    [cycle({ skew: NaN }), '"makers.long" expected USD ≥ 0, got NaN'],
    [cycle({ skew: 1.5 }), '"makers.short" expected USD ≥ 0, got -250000'],
    [cycle({ accounts: 1.5 }), '"makers.accounts" expected an integer ≥ 0, got 1.5'],
    [cycle({ fundingRate: Infinity }), '"fundingRate" expected a finite number or null, got Infinity'],
  ])('refuses a bad number (%#)', (input, message) => {
    expect(() => one(input)).toThrow(message);
  });

  it('takes the first moment there is, no makers, and a moment twice', () => {
    const { state, output } = gamma().step(gamma().initial, cycle({ time: 0, accounts: 0 }));
    expect(output).toMatchObject({ time: 0, makerAccounts: 0 });
    expect(gamma().step(state, cycle({ time: 0 })).output.time).toBe(0);
  });

  it('is as sure of an extreme market as it may be once its ranks are ready, and less before', () => {
    const extreme = {
      skew: 0.9,
      flip: 99.5,
      openInterestChangePct: 12,
      bins: [
        [-1, 30, 0],
        [40, 0, 70],
      ],
    } as const;
    const of = (count: number) => runs(hours(count, (hour) => (hour === count - 1 ? extreme : {}))).at(-1)!;
    const [warming, ready] = [of(20), of(60)];
    expect([warming.context.status, ready.context.status]).toEqual(['warming', 'ready']);
    expect(warming.regime.confidence).toBeLessThanOrEqual(GAMMA_V2.confidence.warming);
    expect(ready.regime.confidence).toBeGreaterThan(GAMMA_V2.confidence.warming);
  });

  it('has no rank of what a cycle does not know, although its hour has one', () => {
    const known = hours(60, (hour) => ({
      fundingRate: Math.sin(hour) * 1e-4,
      bins: [
        [0, 10 + (hour % 7), 0],
        [30, 0, 90],
      ],
    }));
    const time = known.at(-1)!.time + 60_000;
    const silent = cycle({ time, skew: null, bins: [], fundingRate: null });
    const [before, after] = runs([...known, silent]).slice(-2) as [GammaRecord, GammaRecord];
    const { skewPctile, nearDensityPctile, fundingPctile } = before.context;
    expect([skewPctile, nearDensityPctile, fundingPctile]).not.toContain(null);
    expect(before.regime.inputs).toMatchObject({ skewPctile, nearDensityPctile, fundingPctile });
    expect(after.context).toMatchObject({ skewPctile, nearDensityPctile, fundingPctile });
    expect(after.regime.inputs).toMatchObject({ skewPctile: null, nearDensityPctile: null, fundingPctile: null });
  });

  it('has no distance to a flip that is not there, and names the cycle before', () => {
    const [first, second] = runs([cycle({ skew: 0.6 }), cycle({ time: START + 300_000 })]) as [
      GammaRecord,
      GammaRecord,
    ];
    expect([first.regime.inputs.distToFlipPct, first.regime.previous]).toEqual([null, null]);
    expect(second.regime.previous).toEqual({ state: first.regime.state, score: first.regime.score });
  });

  it('refuses a time before the last cycle, and the state of another version', () => {
    const { state } = gamma().step(gamma().initial, cycle());
    expect(() => gamma().step(state, cycle({ time: START - 1 }))).toThrow(
      `"time" expected at least that of the last cycle, ${START}, got ${START - 1}`,
    );
    expect(() => gamma().step({ ...state, version: 'gamma/1' }, cycle())).toThrow('expected the version gamma/2');
  });
});

describe('the laws of the gamma analog', () => {
  it('has a score in 0…1, one state, a skew term of −.10, 0 or +.20, and a confidence within its bounds [#488]', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(cycles, (inputs) => {
        for (const { regime, context } of runs(inputs)) {
          const { score, state, confidence, coverage, points, skewSource, inputs: read } = regime;
          seen.add(state).add(coverage).add(skewSource).add(context.status).add(`skew ${points.skew}`);
          expect([-10, 0, 20]).toContain(points.skew);
          if (coverage === 'none') {
            expect([score, state, confidence]).toEqual([null, 'transitional', 0]);
            continue;
          }
          const sum = 40 + Object.values(points).reduce((before, term) => before + term, 0);
          expect(score).toBe(Math.min(100, Math.max(0, sum)) / 100);
          if (score! >= 0.62) expect(state).toBe('amplify');
          if (score! <= 0.28) expect(state).toBe('dampen');
          if (score! >= 0.32 && score! <= 0.58) expect(state).toBe('transitional');
          expect(confidence >= 0.35 * 0.5 * 0.8 && confidence <= (coverage === 'full' ? 1 : 0.35)).toBe(true);
          if (coverage !== 'full') expect([points.skew, points.density, points.flip]).toEqual([0, 0, 0]);
          expect(skewSource === 'percentile').toBe(coverage === 'full' && read.skewPctile !== null);
        }
      }),
    );
    for (const needed of ['amplify', 'dampen', 'transitional', 'full', 'funding_only', 'none', 'percentile', 'raw', 'ready', 'warming', 'skew -10', 'skew 20']) expect(seen).toContain(needed); // prettier-ignore
  });

  it('does not depend on the size of the coin: scaling all notionals changes no bit of the regime', () => {
    fc.assert(
      fc.property(cycles, fc.integer({ min: -20, max: 20 }), (inputs, power) => {
        const factor = 2 ** power;
        const scaled = inputs.map(({ ladder, makers, ...rest }) => ({
          ...rest,
          makers: { ...makers, long: makers.long * factor, short: makers.short * factor },
          ladder: {
            ...ladder,
            bins: ladder.bins.map((bin) => ({
              ...bin,
              long: bin.long * factor,
              short: bin.short * factor,
              total: bin.total * factor,
            })),
          },
        }));
        const seen = (all: readonly GammaInput[]) => runs(all).map(({ regime, context }) => ({ regime, context }));
        expect(seen(scaled)).toEqual(seen(inputs));
      }),
    );
  });

  it('does not depend on the price: scaling mark and flip by a power of two changes no bit of the regime', () => {
    fc.assert(
      fc.property(cycles, fc.integer({ min: -20, max: 20 }), (inputs, power) => {
        const factor = 2 ** power;
        const scaled = inputs.map(({ ladder, ...rest }) => ({
          ...rest,
          ladder: { ...ladder, mark: ladder.mark * factor, flip: ladder.flip === null ? null : ladder.flip * factor },
        }));
        expect(runs(scaled).map(({ regime }) => regime)).toEqual(runs(inputs).map(({ regime }) => regime));
      }),
    );
  });

  it('mirrors: shorts for longs and the other side of mark give the same state, score and confidence', () => {
    // Marks and flips on a grid of 1/1024 keep the mirrored distance exact.
    const marked = cycles.map((all) =>
      all.map(({ ladder, ...rest }) => {
        const flip = ladder.flip === null ? null : Math.round(1024 * (ladder.flip / ladder.mark)) / 1024;
        return { ...rest, ladder: { ...ladder, mark: 1, flip } };
      }),
    );
    fc.assert(
      fc.property(marked, (inputs) => {
        const mirrored = inputs.map(({ ladder, makers, ...rest }) => ({
          ...rest,
          makers: { ...makers, long: makers.short, short: makers.long },
          ladder: {
            ...ladder,
            flip: ladder.flip === null ? null : 2 - ladder.flip,
            bins: binsOf(
              1,
              ladder.bins.map(({ index, long, short }) => [-1 - index, short, long]),
            ),
          },
        }));
        const [here, there] = [runs(inputs), runs(mirrored)];
        for (const [i, { regime, makerNet }] of here.entries()) {
          const other = there[i]!;
          expect(other.regime).toMatchObject({
            state: regime.state,
            score: regime.score,
            confidence: regime.confidence,
            points: regime.points,
            since: regime.since,
          });
          expect([other.makerNet + 0, (other.regime.inputs.skew ?? 0) + 0]).toEqual([
            0 - makerNet,
            0 - (regime.inputs.skew ?? 0),
          ]);
        }
      }),
    );
  });

  it('goes on from a stored state as if nothing had been, writes to nothing, and has the context of its ring', () => {
    fc.assert(
      fc.property(cycles, fc.nat(), (inputs, cut) => {
        const whole = fold(gamma(), deepFreeze(inputs));
        const at = cut % inputs.length;
        const before = fold(gamma(), inputs.slice(0, at)).state;
        expect(firstNotJson(before)).toBeUndefined();
        const stored = JSON.parse(JSON.stringify(before)) as GammaState; // oxlint-disable-line typescript/no-unsafe-type-assertion -- a copy of itself
        const after = fold(gamma(), inputs.slice(at), deepFreeze(stored));
        expect(after.state).toEqual(whole.state);
        expect([...fold(gamma(), inputs.slice(0, at)).outputs, ...after.outputs]).toEqual(whole.outputs);
        const { samples, context } = whole.state;
        expect(fold(distributionContext(), samples).state).toEqual({ version: 'gamma/2', samples, context });
        expect(whole.outputs.at(-1)!.context).toEqual(context);
        const hoursOf = samples.map(({ time }) => Math.floor(time / HOUR_MS));
        expect(hoursOf.every((hour, i) => i === 0 || hour > hoursOf[i - 1]!)).toBe(true);
      }),
    );
  });

  it('lets go of samples after 720 hours [#504]', () => {
    const { state } = fold(gamma(), hours(725));
    expect([state.samples.length, state.samples[0]!.time, state.context.historyDays]).toEqual([
      720,
      START + 5 * HOUR_MS,
      30,
    ]);
  });
});
