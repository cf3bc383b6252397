/**
 * Surrogate bars: a real series with one property destroyed on purpose. Neighbouring hours share the windows behind their
 * labels, so a model can forecast its labels even without memory in the bars. Skill on surrogates measures this mechanical
 * part; only the skill above it is information about the market.
 *
 * - `hours`: hours in random order. Only the distribution of an hour stays.
 * - `days`: whole days of 24 hours in random order. The hours within a day stay.
 * - `signs`: every hour mirrored in log price with probability ½. Ranges, volumes and their order stay: volatility keeps
 *   its memory, direction loses it.
 *
 * @source J. Theiler et al., Testing for nonlinearity in time series: the method of surrogate data, Physica D 58, 1992.
 */

import { barAt, candles, candleColumns, DAY_MS, HOUR_MS, UsageError, type Candles } from '@barograph/core';
import seedrandom from 'seedrandom';

/** Kinds of surrogates. */
export const SURROGATES = ['hours', 'days', 'signs'] as const;

/** Kind of surrogate. */
export type Surrogate = (typeof SURROGATES)[number];

/** Numbers of the surrogates. */
export interface SurrogateConfig {
  /** Travels into the seed. A changed rule is a new version. */
  readonly version: `surrogates/${string}`;
  readonly seed: number;
}

/** Seed of the surrogates, version 1. */
export const SURROGATES_V1: SurrogateConfig = Object.freeze({ version: 'surrogates/1', seed: 1 });

/** An hour relative to its open: price ratios, and volume in quote units. */
interface Move {
  /** Open over the close before it. */
  readonly jump: number;
  /** High, low and close over the open. */
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly notional: number;
}

const HOURS_OF_DAY = DAY_MS / HOUR_MS;

/**
 * Hourly bars at the times of the given ones. Prices begin where they did. The same bars and config give the same bits.
 *
 * Every hour of the result is an hour of the input, up to rounding and, for `signs`, up to its mirror; an hour that is
 * missing stays missing, and the first bar and days that are not whole (`days`) stay where they are.
 *
 * @param config parameters. @default SURROGATES_V1
 * @throws {UsageError} a step between bars that is no whole number of hours; prices that leave the range of numbers.
 * @example
 * const shuffled = surrogateBars(hours, 'days');
 * [shuffled.length, shuffled.open[0] === hours.open[0]]; // → [ 1500, true ]
 */
export function surrogateBars(bars: Candles, kind: Surrogate, config: SurrogateConfig = SURROGATES_V1): Candles {
  const uniform = seedrandom.alea(`${config.version}|${kind}|${config.seed}`);
  const moves = movesOf(bars);
  switch (kind) {
    case 'hours':
      return rebuilt(bars, [...moves.slice(0, 1), ...shuffled(moves.slice(1), uniform)]);
    case 'days':
      return rebuilt(bars, withShuffledDays(bars, moves, uniform));
    case 'signs':
      return rebuilt(
        bars,
        moves.map((move, i) => (i > 0 && uniform() < 0.5 ? mirrored(move) : move)),
      );
  }
}

function movesOf(bars: Candles): readonly Move[] {
  return Array.from({ length: bars.length }, (_, i) => {
    const { time, open, high, low, close, volume } = barAt(bars, i);
    if (time % HOUR_MS !== 0) throw new UsageError(`"bars" expected full hours, got ${time}`);
    const before = i === 0 ? open : bars.close[i - 1]!;
    return { jump: open / before, high: high / open, low: low / open, close: close / open, notional: volume * close };
  });
}

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], uniform: () => number): readonly Item[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

function withShuffledDays({ time }: Candles, moves: readonly Move[], uniform: () => number): readonly Move[] {
  const starts: number[] = [];
  for (let i = 1; i + HOURS_OF_DAY <= moves.length; i++) {
    // Times ascend, so that 24 bars from midnight to the last hour are all of a day.
    const whole = time[i]! % DAY_MS === 0 && time[i + HOURS_OF_DAY - 1]! - time[i]! === DAY_MS - HOUR_MS;
    if (whole) starts.push(i);
  }
  const result = [...moves];
  shuffled(starts, uniform).forEach((source, k) => {
    for (let hour = 0; hour < HOURS_OF_DAY; hour++) result[starts[k]! + hour] = moves[source + hour]!;
  });
  return result;
}

/** Mirrors an hour: log prices change sign, range and true range stay. */
function mirrored({ jump, high, low, close, notional }: Move): Move {
  return { jump: 1 / jump, high: 1 / low, low: 1 / high, close: 1 / close, notional };
}

function rebuilt({ time, open, length }: Candles, moves: readonly Move[]): Candles {
  const columns = candleColumns(length);
  let before = open[0] ?? NaN;
  moves.forEach(({ jump, high, low, close, notional }, i) => {
    // Rounding is monotone: ratios in order give prices in order.
    const first = before * jump;
    before = first * close;
    columns.time[i] = time[i]!;
    columns.open[i] = first;
    columns.high[i] = first * high;
    columns.low[i] = first * low;
    columns.close[i] = before;
    columns.volume[i] = notional / before;
  });
  return candles(columns);
}
