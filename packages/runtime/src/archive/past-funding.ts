/** Funding and open interest of a day without samples, from the feeds of files and the simulator. */

import { bucketOpen, DAY_MS, MINUTE_MS } from '@barograph/core';
import type { Market } from '@barograph/sources';
import { answered } from '../producers/answered.ts';
import { openOf } from './days.ts';
import type { Cells } from './tables.ts';

/** Interval of the rows, ms, equal to that of samples. */
const STEP_MS = 5 * MINUTE_MS;

/** Sample cells after exchange and symbol: moments, rate, open interest, mark price. */
type Sample = readonly [
  time: number,
  knownAt: number,
  rate: number | null,
  interest: number | null,
  mark: number | null,
];

const numberOf = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Samples of a perp, oldest first: the first moment per five minutes that either feed has. */
async function samplesOf(market: Pick<Market, 'read'>, symbol: string, open: number): Promise<readonly Sample[]> {
  const range = { symbol, from: open - 1, to: open + DAY_MS - 1 };
  const funding = await answered(market.read('funding', range));
  const interest = await answered(market.read('openInterest', range));
  const rates = new Map(Array.from(funding?.time ?? [], (time, i) => [time, numberOf(funding!.rate1h[i])]));
  const rows = new Map(Array.from(interest?.time ?? [], (time, i) => [time, i]));
  const samples = new Map<number, Sample>();
  for (const time of [...new Set([...rates.keys(), ...rows.keys()])].toSorted((a, b) => a - b)) {
    const slot = bucketOpen(time, STEP_MS);
    if (samples.has(slot)) continue;
    const row = rows.get(time);
    const [contracts, mark] = row === undefined ? [] : [interest!.contracts[row], interest!.mark[row]];
    samples.set(slot, [time, time, rates.get(time) ?? null, numberOf(contracts), numberOf(mark)]);
  }
  return [...samples.values()];
}

/**
 * Rows of a day per perp. A live venue has months of settlements but no past open interest; such a day is left out, because it
 * would look like a sampled one.
 */
export async function* feedFunding(
  market: Pick<Market, 'read' | 'listings' | 'sources'>,
  exchange: string,
  date: string,
): AsyncGenerator<{ readonly exchange: string; readonly symbol: string; readonly rows: readonly Cells[] }> {
  const isLive = market.sources.some(({ kind, feeds }) => kind === 'live' && feeds.funding !== undefined);
  if (isLive) return;
  const open = openOf(date);
  for (const { symbol, venue } of await market.listings(open + DAY_MS)) {
    if (venue !== 'perpdex_perp') continue;
    const samples = await samplesOf(market, symbol, open);
    if (samples.length > 0) yield { exchange, symbol, rows: samples.map((sample) => [exchange, symbol, ...sample]) };
  }
}
