/** Panel that grows hour by hour in fixed-size memory, equal to the bit to a panel of all bars. */

import { barAt, HOUR_MS, integerAtLeast, type Candles } from '@barograph/core';
import { createNowcast, createShock, modelFor, REGIMES, SHOCK_V1, type NowcastModel } from '@barograph/nowcast';
import { createExpected, sourceOf } from './expected.ts';
import { SHOCK_STATE, stepOf, type PanelCoin, type RiskPanel } from './panel.ts';

const WIDTH: number = REGIMES.length;
/** Hours between two moves of the memory: a month. */
const SLACK = 720;

/** Growing panel. */
export interface PanelStream {
  /** Adds closed hours of a coin, each after its last. @throws {UsageError} as `createHar`. */
  add(coin: string, bars: Candles): void;
  /** Adds closed hours of the market. @throws {UsageError} as `createNowcast`. */
  addMarket(bars: Candles): void;
  /** Removes a coin. */
  drop(coin: string): void;
  /** Open of the last hour of a coin, or of the market, epoch ms; null before the first. */
  last(coin: string | null): number | null;
  /**
   * Panel of some coins, in this order, up to the last hour of any; coins without hours are left out. It shares memory
   * with the stream, and later hours do not change it. Null when no coin has an hour.
   */
  panel(coins: readonly string[]): RiskPanel | null;
}

interface Column {
  readonly expected: ReturnType<typeof createExpected>;
  returns: Float32Array;
  h4: Float32Array;
  h24: Float32Array;
  time: number | null;
  close: number;
}

/**
 * Creates an empty panel of the newest hours.
 *
 * @param hours number of hours to keep.
 * @throws {UsageError} when the number of hours is invalid.
 * @example
 * const stream = createPanelStream(model, 1_000);
 * stream.add('BTC', hours);
 * stream.addMarket(hours);
 * stream.panel(['BTC'])!.hours; // → 1000
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- short methods over one memory
export function createPanelStream(model: NowcastModel, hours: number): PanelStream {
  const capacity = integerAtLeast('hours', hours, 1) + SLACK;
  const columns = new Map<string, Column>();
  const empty = (): Float32Array => new Float32Array(capacity).fill(NaN);
  let regimes = new Float32Array(capacity * WIDTH).fill(NaN);
  let shocks = new Uint8Array(capacity).fill(SHOCK_STATE.unknown);
  const nowcast = createNowcast(modelFor(model, 'market'));
  const shock = createShock(undefined, SHOCK_V1);
  let marketTime: number | null = null;
  /** Hours since the epoch at index 0 and after the last index; NaN while empty. */
  let begin = NaN;
  let end = NaN;

  /** Earlier panels keep the previous memory. */
  const shift = (by: number): void => {
    for (const own of columns.values()) {
      own.returns = moved(own.returns, by, empty());
      own.h4 = moved(own.h4, by, empty());
      own.h24 = moved(own.h24, by, empty());
    }
    regimes = moved(regimes, by * WIDTH, new Float32Array(capacity * WIDTH).fill(NaN));
    shocks = moved(shocks, by, new Uint8Array(capacity).fill(SHOCK_STATE.unknown));
    begin += by;
  };
  /** Index of an hour; −1 when it is too old to keep. */
  const placeOf = (time: number): number => {
    const hour = time / HOUR_MS;
    if (Number.isNaN(begin)) {
      begin = hour;
      end = hour;
    }
    if (hour < begin) {
      // An older hour of another coin is put before the first one if there is room.
      if (end - hour > hours) return -1;
      shift(hour - begin);
    }
    if (hour - begin >= capacity) shift(hour + 1 - hours - begin);
    end = Math.max(end, hour + 1);
    return hour - begin;
  };

  return {
    add: (coin, bars) => {
      const own = columns.get(coin) ?? newColumn(model, coin, empty);
      columns.set(coin, own);
      for (let i = 0; i < bars.length; i++) {
        const bar = barAt(bars, i);
        const { h4, h24 } = own.expected(bar);
        const place = placeOf(bar.time);
        if (place >= 0) {
          own.h4[place] = h4;
          own.h24[place] = h24;
          if (own.time !== null && bar.time - own.time === HOUR_MS) own.returns[place] = stepOf(bar.close, own.close);
        }
        own.time = bar.time;
        own.close = bar.close;
      }
    },
    addMarket: (bars) => {
      for (let i = 0; i < bars.length; i++) {
        const bar = barAt(bars, i);
        const { now } = nowcast.next(bar);
        const { active } = shock.next(bar);
        marketTime = bar.time;
        const place = placeOf(bar.time);
        if (place < 0) continue;
        if (now !== null) regimes.set(now, place * WIDTH);
        if (active !== null) shocks[place] = active ? SHOCK_STATE.shock : SHOCK_STATE.calm;
      }
    },
    drop: (coin) => void columns.delete(coin),
    last: (coin) => (coin === null ? marketTime : (columns.get(coin)?.time ?? null)),
    panel: (coins) => {
      if (Number.isNaN(begin)) return null;
      const from = Math.max(0, end - begin - hours);
      const to = end - begin;
      const part = (column: Float32Array): Float32Array => column.subarray(from, to);
      const found = coins.flatMap((coin): readonly PanelCoin[] => {
        const own = columns.get(coin);
        if (own === undefined || own.time === null) return [];
        const last = own.time / HOUR_MS - begin - from;
        const volatility = { h4: part(own.h4), h24: part(own.h24) };
        return [{ coin, returns: part(own.returns), volatility, mark: own.close, last: Math.max(-1, last) }];
      });
      if (found.length === 0) return null;
      return {
        version: 'risk_panel/1',
        source: sourceOf(model),
        first: (begin + from) * HOUR_MS,
        hours: to - from,
        coins: found,
        regimes: regimes.subarray(from * WIDTH, to * WIDTH),
        shocks: shocks.subarray(from, to),
      };
    },
  };
}

function newColumn(model: NowcastModel, coin: string, empty: () => Float32Array): Column {
  return { expected: createExpected(model, coin), returns: empty(), h4: empty(), h24: empty(), time: null, close: NaN };
}

/** Copies values towards index 0 by some hours, or away from it for negative ones. */
function moved<Column extends Float32Array | Uint8Array>(column: Column, by: number, to: Column): Column {
  const { length } = column;
  if (by < 0) to.set(column.subarray(0, Math.max(0, length + by)), Math.min(length, -by));
  else to.set(column.subarray(Math.min(length, by)), 0);
  return to;
}
