/** Feeds of stablecoins, hacks and headlines from files, as they were known at a moment. */

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

/** Time after its last row for which a list still says that nothing happened: longer silences are its end. */
const LISTS_END_MS = { hacks: 30 * DAY_MS, headlines: 3 * DAY_MS } as const;
const TITLE_LENGTH = 300;

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

/** Newest moment by `asOf` of several series; −Infinity without any. */
function newestBy(series: readonly OutlookSeries[], asOf: number): number {
  return series.reduce(
    (newest, one) => Math.max(newest, seriesWithin(one, { from: -Infinity, asOf }).time.at(-1) ?? -Infinity),
    -Infinity,
  );
}

/** Series as far as they are known, with the moment of the newest value; nothing before the first. */
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

/** Rows of a list; none is an answer only while the list goes on. */
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

/** Series of daily values of USD, empty where there is no file. */
function seriesOf(rows: FileDollars | undefined): OutlookSeries {
  return rows ?? columnsOf([]);
}

/** Feeds of what the folder has. */
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
  const raw = read.headlines.map((one) => ({
    id: one.url ?? `${one.time} ${one.title}`,
    title: one.title,
    url: one.url,
    time: one.time,
    publisher: one.publisher,
    topic: one.publisher.includes('rekt') ? ('security' as const) : ('news' as const),
  }));
  const limits = { now: Infinity, oldest: -Infinity, titleLength: TITLE_LENGTH };
  const headlines: readonly Headline[] = headlineRows(raw, limits).rows;
  const within = <One extends OutlookSeries>(series: readonly One[], query: OutlookQuery): readonly One[] =>
    series.map((one) => ({ ...one, ...seriesWithin(one, query) }));
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
