/** Gold token of the large exchange: the simulator's daily gold prices as bars of a pair. */

import { DAY_MS } from '@barograph/core';
import type { Feeds } from '@barograph/sources';
import { MACRO_SOURCE_V1 } from '@barograph/sources';
import { klineCells } from './cexa-payloads.ts';

/** Name of the pair. */
export const GOLD_PAIR: string = MACRO_SOURCE_V1.gold.pair;

/** Volumes of the token are not simulated. */
const NO_TRADES = { quoteVolume: 0, trades: 0, takerBuy: 0 };

/**
 * Daily bars of gold, oldest first; undefined when the market has no gold.
 *
 * @param from first day, epoch ms; `to`: the last moment.
 */
export async function goldDays(
  macro: Feeds['macro'] | undefined,
  from: number,
  to: number,
): Promise<readonly unknown[] | undefined> {
  const pulled = await macro?.pull({ from, asOf: to });
  if (pulled?.ok !== true) return undefined;
  const series = pulled.value.rows.series.find(({ name }) => name === 'gold_usd');
  return Array.from(series?.time ?? [], (known, i) => {
    const time = Math.floor((known - 1) / DAY_MS) * DAY_MS;
    const close = series!.value[i]!;
    return klineCells({ time, open: close, high: close, low: close, close, volume: 0 }, NO_TRADES, '1d');
  });
}
