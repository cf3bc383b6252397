/**
 * A replica's sealed minutes in memory: one day, read from the store up to the published minute. All replicas answer from the
 * same rows, whichever of them sealed the minutes.
 */

import type { TradeFlowArchive } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import type { CoinMinute, SealedMinute } from '@barograph/positioning';
import { setImmediate } from 'node:timers/promises';
import type { StoredCoin, StoredMinute, TakerMinutes } from '@barograph/store';
import { TRADE_FLOW_V1 } from './config.ts';

/** Rows per read: a few milliseconds of parsing. */
const PAGE = 60;
/** Numbers per coin. */
const WIDTH = 6;

/** Minute in flat arrays, because a day has hundreds of thousands of coin entries. */
interface PackedMinute {
  readonly time: number;
  readonly partial: boolean;
  /** In order of UTF-16 code units. */
  readonly coins: readonly string[];
  /** Per coin: buy, sell, large, trades, VWAP and largest fill. */
  readonly numbers: Float64Array;
}

/** Sealed minutes of a market. */
export function createFlowArchive(store: Pick<TakerMinutes, 'read'>, timeline: string): TradeFlowArchive {
  let minutes: PackedMinute[] = [];
  /** Interned names, shared by all minutes. */
  const names = new Map<string, string>();
  let reading: Promise<void> = Promise.resolve();

  const nameOf = (coin: string): string => {
    const known = names.get(coin);
    if (known !== undefined) return known;
    names.set(coin, coin);
    return coin;
  };
  const packed = ({ time, partial, coins }: StoredMinute): PackedMinute => {
    const numbers = new Float64Array(WIDTH * coins.length);
    for (const [i, [, ...values]] of coins.entries()) numbers.set(values, WIDTH * i);
    return { time, partial, coins: coins.map(([coin]: StoredCoin) => nameOf(coin)), numbers };
  };

  const readUpTo = async (sealed: number): Promise<void> => {
    for (;;) {
      const oldest = sealed - TRADE_FLOW_V1.heldMinutes * MINUTE_MS;
      const after = Math.max(minutes.at(-1)?.time ?? 0, oldest);
      const rows = await store.read(timeline, { after, upTo: sealed, most: PAGE });
      minutes = [...minutes.filter(({ time }) => time > oldest), ...rows.map(packed)];
      if (rows.length < PAGE) return;
      await setImmediate(); // lets requests through between pages
    }
  };
  /** Serialises reads; later callers then find most minutes in memory. */
  const readTo = async (sealed: number): Promise<void> => {
    const isHeld = (): boolean => (minutes.at(-1)?.time ?? -1) >= sealed;
    if (isHeld()) return;
    const before = reading;
    reading = (async () => {
      await before.catch(() => undefined); // it failed before its own caller
      if (!isHeld()) await readUpTo(sealed);
    })();
    await reading;
  };

  return {
    minutes: async (sealed, count, coin) => {
      await readTo(sealed);
      const from = sealed - (count - 1) * MINUTE_MS;
      return minutes.filter(({ time }) => time >= from && time <= sealed).map((minute) => unpacked(minute, coin));
    },
  };
}

function unpacked({ time, partial, coins, numbers }: PackedMinute, coin: string | undefined): SealedMinute {
  const minuteAt = (name: string, i: number): CoinMinute => {
    const [buy, sell, large, trades, vwap, maxFill] = numbers.subarray(WIDTH * i, WIDTH * (i + 1));
    return { coin: name, buy: buy!, sell: sell!, large: large!, trades: trades!, vwap: vwap!, maxFill: maxFill! };
  };
  if (coin === undefined) return { time, partial, coins: coins.map(minuteAt) };
  const at = coins.indexOf(coin);
  return { time, partial, coins: at === -1 ? [] : [minuteAt(coin, at)] };
}
