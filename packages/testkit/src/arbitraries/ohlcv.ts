/** Candles of usual and pathological markets: fat tails, flats, gaps, wicks, runs and one-tick markets. */

import { bucketOpen, candleColumns, candles, DAY_MS, stepMs, type Candles, type Interval } from '@barograph/core';
import * as fc from 'fast-check';

/** Kinds of market. `any` includes everything between the others. */
export type MarketKind = 'any' | 'calm' | 'wild' | 'up' | 'down';

/** Length and kind of the series. */
export interface OhlcvOptions {
  /** Number of bars, or its bounds. @default 0…120 */
  readonly n?: number | { readonly min: number; readonly max: number };
  /** Kind of market. @default 'any' */
  readonly regime?: MarketKind;
  /** Interval of the bars. @default '1h' */
  readonly interval?: Interval;
  /** Whether bars may be missing. @default true */
  readonly gaps?: boolean;
}

/** Draws of one bar. Every number shrinks towards 0: no move, no wick, nothing special. */
interface Draw {
  readonly tail: number;
  readonly angle: number;
  readonly up: number;
  readonly down: number;
  readonly volume: number;
  readonly flat: number;
  readonly idle: number;
  readonly gap: number;
  readonly spike: number;
}

const FINE = 2 ** 24;
/** 2021-01-04, a Monday, 00:00 UTC: a boundary of every interval. */
const START = 1_609_718_400_000;
const LOG10 = Math.LN10;
/** Largest move, standard deviations of a bar; wicks have an extreme of their own. */
const LARGEST_MOVE = 8;
/** Bounds of prices: a scale test by 2^±120 neither overflows nor loses bits. */
const [LEAST_PRICE, MOST_PRICE] = [1e-14, 1e12];

/**
 * Uniform in [0, 1), shrinks towards 0. Without the generator's bias to the ends, because extremes have flags of their
 * own.
 */
const unit = (): fc.Arbitrary<number> => fc.noBias(fc.nat({ max: FINE - 1 })).map((k) => k / FINE);
/** 9 one time in ten, which means yes; shrinks towards no. */
const oneInTen = (): fc.Arbitrary<number> => fc.noBias(fc.nat({ max: 9 }));

/**
 * Student's t deviate with 3 degrees of freedom from two uniforms; 0 when `tail` is 0.
 * @source R. W. Bailey, Polar generation of random variates with the t-distribution, Math. Comp. 62, 1994.
 */
function studentT3(tail: number, angle: number): number {
  return Math.sqrt(3 * ((1 - tail) ** (-2 / 3) - 1)) * Math.cos(Math.PI * angle);
}

/** Wick in standard deviations, by the inverse of the Rayleigh law; 0 when `u` is 0. */
const wick = (u: number): number => Math.sqrt(-2 * Math.log(1 - u)) / 2;

/** Bounds of log10 of daily volatility in percent (0.1 % … 20 %), in thousandths, and drift per bar in sigmas. */
const KINDS: Readonly<Record<MarketKind, { readonly min: number; readonly max: number; readonly drift: number }>> =
  Object.freeze({
    any: { min: -1_000, max: 1_301, drift: 0 },
    calm: { min: -1_000, max: 0, drift: 0 },
    wild: { min: 700, max: 1_301, drift: 0 },
    up: { min: -300, max: 700, drift: 0.4 },
    down: { min: -300, max: 700, drift: -0.4 },
  });

function assemble(
  draws: readonly Draw[],
  options: { readonly step: number; readonly drift: number; readonly gaps: boolean },
  market: { readonly price: number; readonly sigma: number; readonly runAt: number; readonly oneTick: boolean },
): Candles {
  const columns = candleColumns(draws.length);
  const sigma = market.sigma * Math.sqrt(options.step / DAY_MS);
  let time = bucketOpen(START, options.step);
  let previous = market.price;
  draws.forEach((draw, i) => {
    if (options.gaps && draw.gap === 9) time += options.step;
    const repeats = i >= market.runAt && i < market.runAt + 30;
    const still = draw.flat === 9 || repeats;
    const t = studentT3(draw.tail, draw.angle) + options.drift;
    const move = Math.min(Math.max(t, -LARGEST_MOVE), LARGEST_MOVE) * sigma;
    const open = previous;
    let close = still ? open : Math.min(Math.max(open * Math.exp(move), LEAST_PRICE), MOST_PRICE);
    let high = Math.max(open, close);
    let low = Math.min(open, close);
    if (!still) {
      high *= Math.exp(sigma * (wick(draw.up) + (draw.spike === 9 && draw.angle < 0.5 ? 10 : 0)));
      low /= Math.exp(sigma * (wick(draw.down) + (draw.spike === 9 && draw.angle >= 0.5 ? 10 : 0)));
    }
    if (market.oneTick) {
      // Two prices only: the first price and one tick above.
      const tick = market.price / 64;
      const snap = (price: number): number => (price > market.price ? market.price + tick : market.price);
      close = snap(close);
      high = Math.max(snap(high), open, close);
      low = Math.min(snap(low), open, close);
    }
    columns.time[i] = time;
    columns.open[i] = open;
    columns.high[i] = high;
    columns.low[i] = low;
    columns.close[i] = close;
    columns.volume[i] = draw.idle === 9 ? 0 : 10 ** (draw.volume * 6 - 2);
    previous = close;
    time += options.step;
  });
  return candles(columns);
}

/**
 * Draws the candles of a random market: a geometric walk of t(3) steps, daily volatility log-uniform in 0.1 %…20 %,
 * price scale log-uniform in 1e-9…1e6; one bar in ten is flat, one without volume, one after a gap, one with a wick of
 * ten sigmas; one series in ten contains a run of 30 equal prices, one in ten trades at two prices only. Shrinks
 * towards few flat bars.
 *
 * @example
 * const fc = await import('fast-check');
 * const [series] = fc.sample(ohlcv({ n: 50, interval: '1d', gaps: false }), { numRuns: 1, seed: 1 });
 * [series.length, findGaps(series, '1d').length]; // → [ 50, 0 ]
 */
export function ohlcv(options: OhlcvOptions = {}): fc.Arbitrary<Candles> {
  const kind = KINDS[options.regime ?? 'any'];
  const n = options.n ?? { min: 0, max: 120 };
  const size = typeof n === 'number' ? { min: n, max: n } : n;
  const draw: fc.Arbitrary<Draw> = fc.record({
    tail: unit(),
    angle: unit(),
    up: unit(),
    down: unit(),
    volume: unit(),
    flat: oneInTen(),
    idle: oneInTen(),
    gap: oneInTen(),
    spike: oneInTen(),
  });
  return fc
    .record({
      draws: fc.array(draw, { minLength: size.min, maxLength: size.max, size: 'max' }),
      price: fc.integer({ min: -9_000, max: 6_000 }),
      sigma: fc.integer({ min: kind.min, max: kind.max }),
      run: oneInTen(),
      runAt: fc.nat({ max: Math.max(size.max - 30, 0) }),
      tick: oneInTen(),
    })
    .map(({ draws, price, sigma, run, runAt, tick }) =>
      assemble(
        draws,
        { step: stepMs(options.interval ?? '1h'), drift: kind.drift, gaps: options.gaps ?? true },
        {
          price: Math.exp((price / 1_000) * LOG10),
          sigma: Math.exp((sigma / 1_000) * LOG10) / 100,
          runAt: run === 9 ? runAt : Infinity,
          oneTick: tick === 9,
        },
      ),
    );
}
