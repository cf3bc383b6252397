/**
 * Funding, open interest, account ratios and implied volatility from files: folders `funding`, `open-interest`, `long-short` and
 * `dvol`, a CSV file for each coin.
 */

import { describeProblem, err, HOUR_MS, hourlyRates, ok, type Result } from '@barograph/core';
import { coinOfFile, readSeries, symbolOf, type ReadSeriesOptions, type Series } from '@barograph/files';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FundingRates, OpenInterest } from '../market/derivatives.ts';
import type { FeedProblem, ObservedFeed } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import { readImplied } from './implied.ts';
import { rowsWithin } from './rows-within.ts';
import { badShare, createFilesVenues } from './venues.ts';

/** Maximum hours between settlements; a longer time means a missing settlement. */
const LONGEST_INTERVAL = 8;

type FilesDerivatives = Pick<Feeds, 'funding' | 'openInterest'> &
  Partial<Pick<Feeds, 'implied' | 'settlements' | 'venueOpenInterest' | 'longShort'>>;

function missing(what: string, symbol: string): FeedProblem {
  return { code: 'unknown_symbol', reason: `no file of ${what} of ${symbol}` };
}

function fundingFeed(coins: ReadonlyMap<string, Series>): ObservedFeed<FundingRates> {
  const all = new Map(
    [...coins].map(([coin, series]) => [coin, { time: series.time, rate1h: hourlyRates(series.time, series.value) }]),
  );
  return {
    every: LONGEST_INTERVAL * HOUR_MS,
    pull: async ({ symbol, from, to }) => {
      const known = all.get(symbol);
      if (known === undefined) return err(missing('funding', symbol));
      const [first, end] = rowsWithin(known.time, from, to);
      const rows = { time: known.time.subarray(first, end), rate1h: known.rate1h.subarray(first, end) };
      return ok({ rows, asOf: to });
    },
  };
}

function openInterestFeed(coins: ReadonlyMap<string, Series>): ObservedFeed<OpenInterest> {
  return {
    every: HOUR_MS,
    pull: async ({ symbol, from, to }) => {
      const known = coins.get(symbol);
      if (known === undefined) return err(missing('open interest', symbol));
      const [first, end] = rowsWithin(known.time, from, to);
      const mark = new Float64Array(end - first).fill(NaN);
      const rows = { time: known.time.subarray(first, end), contracts: known.value.subarray(first, end), mark };
      return ok({ rows, asOf: to });
    },
  };
}

const FILE = /\.(?:csv|json|ndjson|jsonl)(?:\.gz)?$/;

async function readFolder(
  folder: string,
  options: ReadSeriesOptions,
): Promise<Result<ReadonlyMap<string, Series>, string>> {
  const names = await readdir(folder).catch(() => []);
  const series = new Map<string, Series>();
  for (const name of names.filter((name) => FILE.test(name)).toSorted()) {
    const coin = coinOfFile(symbolOf(name));
    const other = series.get(coin);
    if (other !== undefined) return err(`${join(folder, name)}: expected one file for ${coin}, got ${other.file} too`);
    const read = await readSeries(join(folder, name), undefined, options);
    if (!read.ok) return err(describeProblem(read.error));
    series.set(coin, read.value);
  }
  return ok(series);
}

/**
 * Reads the subfolders `funding`, `open-interest`, `long-short` and `dvol`; each is optional. Funding, open interest and
 * ratios serve both the perp venue and the large exchange.
 *
 * @returns the feeds, or the error in one line: an invalid file, or no files.
 * @throws {unknown} the reason of `options.signal`.
 */
export async function readDerivatives(
  folder: string,
  options: ReadSeriesOptions = {},
): Promise<Result<FilesDerivatives, string>> {
  const funding = await readFolder(join(folder, 'funding'), options);
  if (!funding.ok) return funding;
  const openInterest = await readFolder(join(folder, 'open-interest'), options);
  if (!openInterest.ok) return openInterest;
  const longShort = await readFolder(join(folder, 'long-short'), options);
  if (!longShort.ok) return longShort;
  for (const series of longShort.value.values()) {
    const bad = badShare(series);
    if (bad !== undefined) return err(bad);
  }
  const implied = await readImplied(join(folder, 'dvol'), options);
  if (!implied.ok) return implied;
  if (funding.value.size + openInterest.value.size + longShort.value.size === 0 && implied.value === undefined) {
    return err(
      `derivatives: expected CSV files in ${join(folder, 'funding')}, ${join(folder, 'open-interest')} or ${join(folder, 'dvol')}, got none`,
    );
  }
  return ok({
    funding: fundingFeed(funding.value),
    openInterest: openInterestFeed(openInterest.value),
    ...createFilesVenues({ funding: funding.value, openInterest: openInterest.value, longShort: longShort.value }),
    ...(implied.value === undefined ? {} : { implied: implied.value }),
  });
}
