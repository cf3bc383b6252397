/**
 * The sealed minutes of a replica, in memory: read from the store as far as they were published, a day of them. All
 * replicas answer from the same rows, whichever of them sealed the minutes.
 */

import type { TradeFlowArchive } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import type { CoinMinute, SealedMinute } from '@barograph/positioning';
import { setImmediate } from 'node:timers/promises';
import type { StoredCoin, StoredMinute, TakerMinutes } from '@barograph/store';
import { TRADE_FLOW_V1 } from './config.ts';

/** Rows of one read: a few milliseconds of parsing. */
const PAGE = 60;
/** Numbers of a coin. */
const WIDTH = 6;

/** A minute without an object for each coin: a day has hundreds of thousands of them. */
interface PackedMinute {
  readonly time: number;
  readonly partial: boolean;
  /** In the order of code units. */
  readonly coins: readonly string[];
  /** Of each coin buy, sell, large, trades, vwap and the largest fill. */
  readonly numbers: Float64Array;
}

/** The sealed minutes of a market. */
export function createFlowArchive(store: Pick<TakerMinutes, 'read'>, timeline: string): TradeFlowArchive {
  let held: PackedMinute[] = [];
  /** One text for each name, however many minutes have it. */
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
      const after = Math.max(held.at(-1)?.time ?? 0, oldest);
      const rows = await store.read(timeline, { after, upTo: sealed, most: PAGE });
      held = [...held.filter(({ time }) => time > oldest), ...rows.map(packed)];
      if (rows.length < PAGE) return;
      await setImmediate(); // lets requests through between pages
    }
  };
  /** One read after the other: those that wait find most of what they need. */
  const readTo = async (sealed: number): Promise<void> => {
    const isHeld = (): boolean => (held.at(-1)?.time ?? -1) >= sealed;
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
      return held.filter(({ time }) => time >= from && time <= sealed).map((minute) => unpacked(minute, coin));
    },
  };
}

function unpacked({ time, partial, coins, numbers }: PackedMinute, coin: string | undefined): SealedMinute {
  const of = (name: string, i: number): CoinMinute => {
    const [buy, sell, large, trades, vwap, maxFill] = numbers.subarray(WIDTH * i, WIDTH * (i + 1));
    return { coin: name, buy: buy!, sell: sell!, large: large!, trades: trades!, vwap: vwap!, maxFill: maxFill! };
  };
  if (coin === undefined) return { time, partial, coins: coins.map(of) };
  const at = coins.indexOf(coin);
  return { time, partial, coins: at === -1 ? [] : [of(coin, at)] };
}
