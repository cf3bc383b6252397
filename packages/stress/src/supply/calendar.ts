/** Unlock calendar: dated cliffs ahead, in tokens, USD and share of float. */

import { bucketOpen, DAY_MS, finite, integerAtLeast } from '@barograph/core';
import type { CoinRecord } from './coin.ts';
import { SUPPLY_V1, type SupplyConfig } from './config.ts';
import { schedulesAt, unlockDays, type UnlockDay, type UnlockSchedule } from './schedule.ts';

/** Fields of a coin that the calendar reads. */
export type UnlockCoin = Pick<CoinRecord, 'id' | 'symbol' | 'price' | 'circulating'>;

/** Day on which tokens of a coin unlock. */
export interface Unlock extends UnlockDay {
  readonly id: string;
  readonly symbol: string;
  /** Value at the current price, USD; null without a price. */
  readonly usd: number | null;
  /** Tokens over the current circulating supply, a fraction that may exceed 1; null when unknown. */
  readonly shareOfFloat: number | null;
}

function priced(coin: UnlockCoin, day: UnlockDay): Unlock {
  const { id, symbol, price, circulating } = coin;
  return {
    ...day,
    id,
    symbol,
    usd: price === null ? null : day.tokens * price,
    shareOfFloat: circulating === null || circulating <= 0 ? null : day.tokens / circulating,
  };
}

/**
 * Lists the coming cliffs of every coin with a schedule. A day stays complete until its last tranche is unlocked: its
 * sum does not shrink during the day. A coin absent from the result is not tracked.
 *
 * @param asOf moment, epoch ms. Schedules that became known later are ignored.
 * @param config parameters. @default SUPPLY_V1
 * @returns cliffs by coin id, soonest first.
 * @throws {UsageError} when `asOf` is not a finite number.
 * @example
 * const tranches = [{ time: 40 * DAY_MS, tokens: 1e6, section: 'team', kind: 'cliff' }] as const;
 * const schedule = { coin: 'arbitrum', knownAt: 0, tranches, streams: [] };
 * const coin = { id: 'arbitrum', symbol: 'ARB', price: 0.5, circulating: 5e7 };
 * const [unlock] = coinUnlocks([coin], [schedule], 35 * DAY_MS).get('arbitrum') ?? [];
 * [unlock.usd, unlock.shareOfFloat]; // → [ 500000, 0.02 ]
 */
export function coinUnlocks(
  coins: readonly UnlockCoin[],
  schedules: readonly UnlockSchedule[],
  asOf: number,
  config: SupplyConfig = SUPPLY_V1,
): ReadonlyMap<string, readonly Unlock[]> {
  finite('asOf', asOf);
  const known = schedulesAt(schedules, asOf);
  const found = new Map<string, readonly Unlock[]>();
  for (const coin of coins) {
    const schedule = known.get(coin.id);
    if (schedule === undefined) continue;
    const ahead = unlockDays(schedule, config).filter(({ lastTime }) => lastTime >= asOf);
    found.set(
      coin.id,
      ahead.map((day) => priced(coin, day)),
    );
  }
  return found;
}

/**
 * Orders soonest first, then larger in USD, then by id.
 * @returns negative when `a` comes first.
 *
 * @example
 * const unlocks = [{ day: 2 * DAY_MS, usd: 9e6, id: 'arbitrum' }, { day: DAY_MS, usd: null, id: 'sui' }];
 * unlocks.toSorted(byUnlock).map(({ id }) => id); // → [ 'sui', 'arbitrum' ]
 */
export function byUnlock(a: Pick<Unlock, 'day' | 'usd' | 'id'>, b: Pick<Unlock, 'day' | 'usd' | 'id'>): number {
  if (a.day !== b.day) return a.day - b.day;
  const [first, second] = [a.usd ?? -1, b.usd ?? -1];
  if (first !== second) return second - first;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/**
 * Returns whether a day lies within a window of days after a moment, both ends included.
 *
 * @param asOf start of the window, epoch ms.
 * @param days length of the window, days.
 * @example
 * isWithinDays({ day: 40 * DAY_MS, lastTime: 40 * DAY_MS }, 35 * DAY_MS, 7); // → true
 */
export function isWithinDays(
  { day, lastTime }: Pick<UnlockDay, 'day' | 'lastTime'>,
  asOf: number,
  days: number,
): boolean {
  return lastTime >= asOf && day <= bucketOpen(asOf, DAY_MS) + days * DAY_MS;
}

/**
 * Lists the calendar of the coming days, soonest first.
 *
 * @param windowDays number of UTC days after that of `asOf`, inclusive. @default 30
 * @param config parameters. @default SUPPLY_V1
 * @throws {UsageError} when the window is not a valid number of days.
 * @example
 * unlockCalendar(coins, schedules, Date.UTC(2026, 3, 10), 30);
 */
export function unlockCalendar(
  coins: readonly UnlockCoin[],
  schedules: readonly UnlockSchedule[],
  asOf: number,
  windowDays = 30,
  config: SupplyConfig = SUPPLY_V1,
): readonly Unlock[] {
  integerAtLeast('windowDays', windowDays, 1);
  return [...coinUnlocks(coins, schedules, asOf, config).values()]
    .flat()
    .filter((unlock) => isWithinDays(unlock, asOf, windowDays))
    .sort(byUnlock);
}
