/**
 * Incremental universe: the results of `withCoins` and `breadthSignals` from columns that each day extends. Equal to
 * the bit, without copying every coin's 200 days each day.
 */

import { DAY_MS, quantile, UsageError } from '@barograph/core';
import {
  BREADTH_DAYS,
  dayFate,
  universeRule,
  type BreadthConfig,
  type BreadthSignals,
  type CoinDay,
  type CycleUniverse,
  type UniverseDays,
} from './breadth-signals.ts';
import { createLastValues, type LastValues } from './last-values.ts';

/** Coins of a market, fed day by day. */
export interface Universe {
  /** Last day, epoch ms; null before the first. */
  readonly time: number | null;
  /**
   * Commits a day like `withCoins`. @throws {UsageError} when the day is not after the last; the state is then
   * unchanged.
   */
  day(time: number, coins: readonly CoinDay[]): void;
  /** Result of `breadthSignals` for the days so far. */
  signals(): BreadthSignals;
  /** Result of `universeOf` for the days so far. */
  about(): CycleUniverse;
  /** Days so far as plain data; the same object until the next day. */
  days(): UniverseDays;
}

interface Coin {
  readonly symbol: string;
  readonly closes: LastValues;
  readonly dollarVolumes: LastValues;
  lastTime: number;
  /** Mean dollar volume, USD. */
  size: number;
}

const { longAverage, shortAverage, returnDays, changeDays, forgottenAfter } = BREADTH_DAYS;

/** Creates a universe, new or resumed. @param from days so far, under the same config. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one state and its five short functions
export function createUniverse(config: BreadthConfig, from: UniverseDays): Universe {
  const { minDays = 1, silentDays, minCoins } = config;
  const coins = new Map<string, Coin>();
  const b200s = [...from.b200s];
  let time = from.time;
  let plain: UniverseDays | undefined = from;
  /** All coins, largest first as of the last day. */
  let bySizes: Coin[] = [];
  let drawn: readonly Coin[] = [];

  const opened = (symbol: string, lastTime: number, closes?: readonly number[], volumes?: readonly number[]): Coin => {
    const coin = {
      symbol,
      closes: createLastValues(longAverage, closes),
      dollarVolumes: createLastValues(config.volumeDays, volumes),
      lastTime,
      size: 0,
    };
    coins.set(symbol, coin);
    bySizes.push(coin);
    return coin;
  };
  const silence = ({ lastTime }: Coin): number => (time! - lastTime) / DAY_MS;
  const isOfToday = (coin: Coin): boolean => silence(coin) <= (silentDays ?? 0);
  const add = (coin: Coin, lastTime: number, close: number, dollarVolume: number): void => {
    coin.lastTime = lastTime;
    coin.closes.push(close);
    coin.dollarVolumes.push(dollarVolume);
  };
  const draw = (): void => {
    for (const coin of bySizes)
      coin.size = coin.dollarVolumes.sum(coin.dollarVolumes.length) / coin.dollarVolumes.length;
    // most are where they were yesterday, which makes the sort fast
    bySizes.sort(bySize);
    drawn = bySizes.filter((coin) => isOfToday(coin) && coin.closes.length >= minDays).slice(0, config.coins);
  };
  const drop = (coin: Coin): void => {
    coins.delete(coin.symbol);
    bySizes = bySizes.filter((one) => one !== coin);
  };
  const forget = (): void => {
    const before = coins.size;
    for (const coin of coins.values()) if (silence(coin) > forgottenAfter) coins.delete(coin.symbol);
    if (coins.size < before) bySizes = bySizes.filter((coin) => coins.get(coin.symbol) === coin);
  };
  const shareAbove = (days: number): number | null => {
    let [known, above] = [0, 0];
    for (const { closes } of drawn) {
      if (closes.length < days) continue;
      known++;
      if (closes.back(0)! > closes.sum(days) / days) above++;
    }
    return known < minCoins ? null : (100 * above) / known;
  };

  for (const [symbol, { lastTime, closes, dollarVolumes }] of Object.entries(from.coins)) {
    opened(symbol, lastTime, closes, dollarVolumes);
  }
  if (time !== null) draw();

  return {
    get time() {
      return time;
    },
    day: (now, today) => {
      if (time !== null && now <= time) throw new UsageError(`"time" expected a day after ${time}, got ${now}`);
      time = now;
      plain = undefined;
      forget();
      for (const day of today) {
        const { symbol, close, dollarVolume } = day;
        const known = coins.get(symbol);
        const fate = dayFate(day, known?.closes.back(0), config);
        if (fate === 'silent') continue;
        if (fate === 'anew' && known !== undefined) drop(known);
        add(known === undefined || fate === 'anew' ? opened(symbol, now) : known, now, close, dollarVolume);
      }
      if (silentDays !== undefined) {
        for (const coin of bySizes) if (coin.lastTime < now) add(coin, coin.lastTime, coin.closes.back(0)!, 0);
      }
      draw();
      b200s.push(shareAbove(longAverage));
      if (b200s.length > changeDays + 1) b200s.shift();
    },
    signals: () => {
      const ofToday = (symbol: string): number | null => {
        const coin = coins.get(symbol);
        return coin === undefined || !isOfToday(coin) ? null : returnOf(coin);
      };
      const btc = ofToday('BTC');
      const eth = ofToday('ETH');
      const alts: number[] = [];
      for (const coin of drawn) {
        const value = coin.symbol === 'BTC' ? null : returnOf(coin);
        if (value !== null) alts.push(value);
      }
      const isKnown = btc !== null && alts.length >= minCoins;
      const b200 = b200s.at(-1) ?? null;
      const before = b200s.length > changeDays ? b200s[0]! : null;
      return {
        b200,
        b50: shareAbove(shortAverage),
        b200Chg30: b200 === null || before === null ? null : b200 - before,
        altRel90: isKnown ? quantile(alts, 0.5) - btc : null,
        altOut90: isKnown ? (100 * alts.filter((value) => value > btc).length) / alts.length : null,
        ethBtc90: btc === null || eth === null ? null : (1 + eth) / (1 + btc) - 1,
      };
    },
    about: () => ({ n: drawn.length, rule: universeRule(config), version: config.version }),
    days: () => {
      plain ??= {
        time,
        coins: Object.fromEntries(
          Array.from(coins.values(), ({ symbol, lastTime, closes, dollarVolumes }) => [
            symbol,
            { lastTime, closes: closes.list(), dollarVolumes: dollarVolumes.list() },
          ]),
        ),
        b200s: [...b200s],
      };
      return plain;
    },
  };
}

/** Orders by size, largest first, ties by symbol. */
function bySize(a: Coin, b: Coin): number {
  return a.size === b.size ? (a.symbol < b.symbol ? -1 : 1) : b.size - a.size;
}

function returnOf({ closes }: Coin): number | null {
  const before = closes.back(returnDays);
  return before === undefined ? null : closes.back(0)! / before - 1;
}
