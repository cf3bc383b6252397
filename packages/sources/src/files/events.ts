/** Point-in-time feeds of stablecoins, hacks and headlines from files. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import type { EventRows, FileDollars } from '@barograph/files';
import { disclosedAt, symbolsOfHack } from '@barograph/stress/risk';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import { headlineRows } from '../headlines/rows.ts';
import type { HackReport, Headline, OutlookQuery, OutlookSeries } from '../market/outlook.ts';
import { columnsOf, seriesWithin } from '../polled/rows-since.ts';

/** Feeds of these files. */
type EventFeeds = Partial<Pick<Feeds, 'stablecoins' | 'pegs' | 'hacks' | 'headlines'>>;

/** Time after its last row when a list still means "no events"; after that the list has ended. */
const LISTS_END_MS = { hacks: 30 * DAY_MS, headlines: 3 * DAY_MS } as const;
const TITLE_LENGTH = 300;

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

/** Newest time up to `asOf` over several series; −Infinity without any. */
function newestBy(series: readonly OutlookSeries[], asOf: number): number {
  return series.reduce(
    (newest, outlook) => Math.max(newest, seriesWithin(outlook, { from: -Infinity, asOf }).time.at(-1) ?? -Infinity),
    -Infinity,
  );
}

/** Rows known by a time, with the time of the newest value; a problem before the first value. */
function ofSeries<Rows>(
  what: string,
  series: readonly OutlookSeries[],
  { asOf }: OutlookQuery,
  rows: () => Rows,
): Result<Series<Rows>, FeedProblem> {
  const newest = newestBy(series, asOf);
  if (newest > -Infinity) return ok({ rows: rows(), asOf: newest });
  return err({ code: 'unavailable', reason: `no file of ${what} was known at ${isoOf(asOf)}` });
}

/** Rows of a list. An empty answer is valid only until the list ends. */
function ofList<Row extends { readonly time: number }, Rows>(
  what: keyof typeof LISTS_END_MS,
  list: readonly Row[],
  { from, asOf }: OutlookQuery,
  rows: (within: readonly Row[]) => Rows,
): Result<Series<Rows>, FeedProblem> {
  const [first, last] = [list[0]!.time, list.at(-1)!.time];
  if (asOf >= first && asOf <= last + LISTS_END_MS[what]) {
    return ok({ rows: rows(list.filter(({ time }) => time > from && time <= asOf)), asOf });
  }
  const reason = `the files of ${what} are of ${isoOf(first)} to ${isoOf(last)}`;
  return err({ code: 'unavailable', reason });
}

/** Series of daily USD values; empty without a file. */
function seriesOf(rows: FileDollars | undefined): OutlookSeries {
  return rows ?? columnsOf([]);
}

/** Feeds of the files in the folder. */
export function createEventFeeds(read: EventRows): EventFeeds {
  const { stablecoinTotal, stablecoinSupplies: supplies, stablecoinPrices: prices } = read;
  const total = seriesOf(stablecoinTotal);
  const hacks = (read.hacks ?? [])
    .map(({ name, time, lossUsd }): HackReport => ({
      name,
      time: disclosedAt(name, time),
      lossUsd,
      symbols: symbolsOfHack(name),
    }))
    .toSorted((a, b) => a.time - b.time);
  const raw = read.headlines.map((headline) => ({
    id: headline.url ?? `${headline.time} ${headline.title}`,
    title: headline.title,
    url: headline.url,
    time: headline.time,
    publisher: headline.publisher,
    topic: headline.publisher.includes('rekt') ? ('security' as const) : ('news' as const),
  }));
  const limits = { now: Infinity, oldest: -Infinity, titleLength: TITLE_LENGTH };
  const headlines: readonly Headline[] = headlineRows(raw, limits).rows;
  const within = <One extends OutlookSeries>(series: readonly One[], query: OutlookQuery): readonly One[] =>
    series.map((series) => ({ ...series, ...seriesWithin(series, query) }));
  return {
    ...(stablecoinTotal === undefined && supplies.length === 0
      ? {}
      : {
          stablecoins: {
            pull: async (query) =>
              ofSeries('stablecoins', [total, ...supplies], query, () => ({
                total: seriesWithin(total, query),
                coins: within(supplies, query),
              })),
          },
        }),
    ...(prices.length === 0
      ? {}
      : {
          pegs: {
            pull: async (query) =>
              ofSeries('prices of stablecoins', prices, query, () => ({ coins: within(prices, query) })),
          },
        }),
    ...(hacks.length === 0
      ? {}
      : { hacks: { pull: async (query) => ofList('hacks', hacks, query, (rows) => ({ hacks: rows })) } }),
    ...(headlines.length === 0
      ? {}
      : {
          headlines: {
            pull: async (query) => ofList('headlines', headlines, query, (rows) => ({ headlines: rows })),
          },
        }),
  };
}
