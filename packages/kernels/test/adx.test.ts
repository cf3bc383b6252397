/** ADX, both directional indicators and SIGNUM by a kernel, by JavaScript and bar by bar: the same to the bit. */

import { candlesOf, type Candles } from '@barograph/core';
import {
  adx,
  ADX_DEFAULTS,
  createAdx,
  signumBlocks,
  signumCodes,
  SIGNUM_V1,
  type AdxConfig,
} from '@barograph/indicators';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KERNELS, withoutKernels } from '../src/index.ts';
import { useNotedKernels } from './noted.ts';

const done = useNotedKernels();

/** Moves of a market over some bars. */
type Phase = 'walk' | 'flat' | 'gap' | 'up' | 'ties' | 'far';
const PHASES: readonly Phase[] = ['walk', 'flat', 'gap', 'up', 'ties', 'far'];

/** Bars of such phases, one after the other, with `scale` for the unit of price. */
function market(seed: number, phases: readonly (readonly [Phase, number])[], scale: number): Candles {
  let state = seed;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let close = 100;
  const rows = phases.flatMap(([phase, count]) =>
    Array.from({ length: count }, () => {
      const before = close;
      if (phase === 'gap') close *= 0.5 + next();
      if (phase === 'up') close *= 1.001;
      if (phase === 'walk') close *= 1 + 0.04 * (next() - 0.5);
      // a grid of tenths, on which both movements are often the same but for the last bit
      if (phase === 'ties') close = Math.max(1, Math.round(10 * close + 6 * (next() - 0.5)) / 10);
      const far = phase === 'far' ? 1 + 1e6 * next() ** 20 : 1;
      const wick = (): number => (phase === 'walk' || phase === 'gap' ? 1 + 0.01 * next() : 1);
      const open = phase === 'gap' ? close : before;
      return { open, high: Math.max(open, close) * wick() * far, low: Math.min(open, close) / wick() / far, close };
    }),
  );
  return candlesOf(
    rows.map(({ open, high, low, close: last }, i) => ({
      time: 3_600_000 * i,
      open: open * scale,
      high: high * scale,
      low: low * scale,
      close: last * scale,
      volume: 1,
    })),
  );
}

const phases = fc.array(fc.tuple(fc.constantFrom(...PHASES), fc.integer({ min: 1, max: 700 })), {
  minLength: 1,
  maxLength: 8,
});
const scales = fc.constantFrom(1, 1, 1e-8, 1e-240, 1e-251, 1e-290, 1e280, 1e300);
const configs: fc.Arbitrary<AdxConfig> = fc.record({
  period: fc.oneof(fc.constantFrom(14, 14, 2, 3, 16), fc.integer({ min: 2, max: 300 })),
  seed: fc.constantFrom('wilder' as const, 'talib' as const),
  onFlat: fc.constantFrom('zero' as const, 'hold' as const),
});

function differing<T extends object>(a: T, b: T): readonly string[] {
  return Object.keys(b).filter((key) => {
    const [one, other] = [a, b].map((columns) => columns[key as keyof T] as Float64Array);
    return one!.length !== other!.length || one!.some((value, i) => !Object.is(value, other![i]));
  });
}

describe('ADX by a kernel', () => {
  it('is that of JavaScript to the bit, with flat bars, gaps, ties and prices of every size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), phases, scales, configs, (seed, parts, scale, config) => {
        const bars = market(seed, parts, scale);
        expect(
          differing(
            adx(bars, config),
            withoutKernels(() => adx(bars, config)),
          ),
        ).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it.each([2, 3, 5, 7, 14, 16, 127, 365, 1_000, 1_023, 1_024, 1_025])(
    'of %s bars is that of JavaScript to the bit over 20,000 bars',
    (period) => {
      const bars = market(period, [['walk', 20_001]], 1);
      const config = { ...ADX_DEFAULTS, period };
      expect(
        differing(
          adx(bars, config),
          withoutKernels(() => adx(bars, config)),
        ),
      ).toEqual([]);
    },
  );

  it('is that of the stream to the bit, from its last JavaScript row to its first kernel row and on', () => {
    const bars = market(9, [['walk', 200], ['flat', 90], ['up', 1_000]], 1); // prettier-ignore
    const stream = createAdx();
    const { adx: line, plusDi, minusDi } = adx(bars);
    for (let i = 0; i < bars.length; i++) {
      const bar = {
        time: bars.time[i]!,
        open: bars.open[i]!,
        high: bars.high[i]!,
        low: bars.low[i]!,
        close: bars.close[i]!,
        volume: 1,
      };
      expect(stream.next(bar)).toEqual({ adx: line[i]!, plusDi: plusDi[i]!, minusDi: minusDi[i]! });
    }
  });

  it('of blocks is that of the whole series, whether kernels do all of them, some or none', () => {
    const column = (length: number): Float64Array => new Float64Array(length);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 2 }),
        phases,
        scales,
        configs,
        fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 5 }),
        (seed, parts, scale, config, lengths) => {
          const bars = market(seed, parts, scale);
          const settings = { ...SIGNUM_V1, adx: config };
          const whole = withoutKernels(() => signumCodes(bars, settings));
          const next = signumBlocks(settings);
          for (let from = 0, i = 0; from < bars.length; i++) {
            const end = Math.min(bars.length, from + lengths[i % lengths.length]!);
            const [adx, plusDi, minusDi, barsInColor] = Array.from({ length: 4 }, () => column(end - from));
            const into = {
              adx: adx!,
              plusDi: plusDi!,
              minusDi: minusDi!,
              barsInColor: barsInColor!,
              colorCode: new Int8Array(end - from),
            };
            const part = (of: Float64Array): Float64Array => of.subarray(from, end);
            const work = () => next({ high: part(bars.high), low: part(bars.low), close: part(bars.close) }, into);
            if (i % 3 === 2) withoutKernels(work);
            else work();
            const expected = {
              adx: part(whole.adx),
              plusDi: part(whole.plusDi),
              minusDi: part(whole.minusDi),
              barsInColor: part(whole.barsInColor),
            };
            expect(differing(into, expected)).toEqual([]);
            expect(into.colorCode).toEqual(whole.colorCode.subarray(from, end));
            from = end;
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('of bars without a number is that of JavaScript, and so is SIGNUM', () => {
    for (const value of [NaN, Infinity, 0, -0, -5]) {
      for (const name of ['high', 'low', 'close'] as const) {
        const bars = market(3, [['walk', 1_500]], 1);
        bars[name][777] = value;
        expect(
          differing(
            adx(bars),
            withoutKernels(() => adx(bars)),
          ),
        ).toEqual([]);
        // Without the rule of breaks, which refuses such a bar with or without kernels.
        expect(
          differing(
            signumCodes(bars, SIGNUM_V1),
            withoutKernels(() => signumCodes(bars, SIGNUM_V1)),
          ),
        ).toEqual([]);
      }
    }
  });

  it.each([
    ['the first stretch', 3_000],
    ['the rows of both', 10_200],
    ['the second stretch', 15_000],
  ])('of a long series with a bar without a number in %s is that of JavaScript', (_, row) => {
    for (const value of [NaN, Infinity, -Infinity]) {
      for (const name of ['high', 'low', 'close'] as const) {
        const bars = market(4, [['walk', 20_000]], 1);
        bars[name][row] = value;
        expect(
          differing(
            adx(bars),
            withoutKernels(() => adx(bars)),
          ),
        ).toEqual([]);
      }
    }
  });

  it('computes the second stretch again where its guess does not come true', () => {
    // a bar 1e60 times as high as the others, which the sums of the first stretch still hold at the cut
    const bars = market(5, [['walk', 20_000]], 1);
    bars.high[9_000] = 1e62;
    const [fast, plain] = [adx(bars), withoutKernels(() => adx(bars))];
    expect(differing(fast, plain)).toEqual([]);
    expect(plain.plusDi[10_500]).not.toBe(adx(market(5, [['walk', 20_000]], 1)).plusDi[10_500]);
  });

  it('holds or drops a line that nothing moves, as JavaScript does', () => {
    const dead = market(1, [['flat', 300]], 1);
    for (const onFlat of ['zero', 'hold'] as const) {
      const out = { adx: new Float64Array(300), plusDi: new Float64Array(300), minusDi: new Float64Array(300) };
      const sums = { plus: 0, minus: 0, range: 0, average: 60 };
      expect(KERNELS.fillAdx(dead, 1, 2, onFlat === 'hold', sums, out)).toBe(true);
      expect([...out.adx.subarray(1, 4)]).toEqual(onFlat === 'hold' ? [60, 60, 60] : [30, 15, 7.5]);
      expect([out.plusDi[299], out.minusDi[299]]).toEqual([0, 0]);
    }
  });

  it('gives SIGNUM its colours to the bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), phases, (seed, parts) => {
        const bars = market(seed, parts, 1);
        const [fast, plain] = [signumCodes(bars, SIGNUM_V1), withoutKernels(() => signumCodes(bars, SIGNUM_V1))];
        expect(differing(fast, plain)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('was asked for, and did it', () => {
    expect([...done]).toEqual(['fillAdx']);
  });
});
