/** Market and clock of a configuration. */

import { err, ok, describeProblem, type Result } from '@barograph/core';
import { coinOfFile, partialNote, readBarsFolder, readTakerBuy } from '@barograph/files';
import { SIMULATOR_V2 } from '@barograph/simulator';
import type { Logger } from 'pino';
import { createReplayClock, createSystemClock, type Clock } from './clock.ts';
import { liveUrl } from './config-addresses.ts';
import { readExchangeAddresses } from './exchange-addresses.ts';
import type { SourcesConfig } from './sources-config.ts';
import { CADENCES_V1, slotAfter } from './cadence.ts';
import { misalignedRow, spanOf, type BarSeries } from './files/bars.ts';
import { readDerivatives } from './files/derivatives.ts';
import { readReference } from './files/reference.ts';
import { createFilesSource } from './files/source.ts';
import type { Venue } from './market/listing.ts';
import type { NewsFeed } from './news/config.ts';
import { FEED_NAMES, type FeedName } from './market/feeds.ts';
import { calendarFeed } from './macro/calendar.ts';
import { etfFileSources, keyedEtfSources } from './etf/configured.ts';
import { eventSources } from './event-sources.ts';
import { readHeadlineFeeds } from './headlines/feed-list.ts';
import { chainSources, liveSources, transferSources } from './live-sources.ts';
import { openMarket, type Market } from './market/market.ts';
import { readNewsFeeds } from './news/feed-list.ts';
import { newsSourceOf } from './news/open.ts';
import { createSimulatedSource } from './simulated/source.ts';
import type { Source } from './market/source.ts';

/** A market, and the clock that fits it. */
export interface Opened {
  readonly market: Market;
  readonly clock: Clock;
  /** Files that were left out, one line each. */
  readonly skipped: readonly string[];
}

/** Files beside the bars: reference data, and flows of spot ETFs. */
interface Brought {
  readonly sources: readonly Source[];
  /** Moment at which the last of the reference data became known, epoch ms; undefined without any. */
  readonly lastKnownAt: number | undefined;
  /** Rows that were left out, one line for each kind and reason. */
  readonly skipped: readonly string[];
}

/** Options for reading the files, beside the config. */
type Reading = Pick<SourcesConfig, 'repair' | 'skipBad' | 'layout'> & { readonly signal: AbortSignal | undefined };

interface VenueFiles {
  readonly series: readonly BarSeries[];
  readonly skipped: readonly string[];
}

async function readVenue(folder: string, venue: Venue, reading: Reading): Promise<Result<VenueFiles, string>> {
  const { repair, skipBad, layout, signal } = reading;
  const how = { repair, skipBad, layout, layoutFlag: '--layout' };
  const read = await readBarsFolder(folder, { ...how, ...(signal === undefined ? {} : { signal }) });
  if (!read.ok) return err(describeProblem(read.error));
  const series: BarSeries[] = [];
  const fileOf = new Map<string, string>();
  for (const { file, symbol: base, interval, candles } of read.value.files) {
    if (interval === undefined) return err(`${file}: expected bars of 1m, 5m, 15m, 30m, 1h, 4h, 1d or 1w`);
    const symbol = coinOfFile(base);
    const other = fileOf.get(symbol);
    if (other !== undefined) return err(`${file}: expected one file for ${symbol}, got ${other} too`);
    fileOf.set(symbol, file);
    const takerBuy =
      venue === 'cexa_spot' ? await readTakerBuy(file, candles, signal === undefined ? {} : { signal }) : ok(undefined);
    if (!takerBuy.ok) return err(describeProblem(takerBuy.error));
    const beside = takerBuy.value === undefined ? {} : { takerBuy: takerBuy.value };
    const one = { symbol, venue, interval, bars: candles, ...beside };
    const problem = misalignedRow(one);
    if (problem !== undefined) return err(describeProblem({ ...problem, file }));
    series.push(one);
  }
  const partial = read.value.files.map(partialNote).filter((note) => note !== undefined);
  return ok({ series, skipped: [...read.value.bad.map(describeProblem), ...partial] });
}

async function openFiles(
  config: SourcesConfig,
  brought: Brought,
  signal: AbortSignal | undefined,
): Promise<Result<Opened, string>> {
  if (config.news !== undefined) return err('news: expected live data, or the simulator, beside it; got files');
  const series: BarSeries[] = [];
  const skipped: string[] = [];
  const folders = [
    ['perpdex_perp', config.data],
    ['cexa_spot', config.spot],
  ] as const;
  for (const [venue, folder] of folders) {
    if (folder === undefined) continue;
    const read = await readVenue(folder, venue, { ...config, signal });
    if (!read.ok) return read;
    series.push(...read.value.series);
    skipped.push(...read.value.skipped);
  }
  const span = spanOf(series);
  if (!span.ok) return err(`data: expected bars, got ${span.error}`);
  const { first, last } = span.value;
  // Reference data may begin after the last bar: a replay can start where they are known.
  const end = Math.max(last, brought.lastKnownAt ?? last);
  const from = config.from ?? last;
  if (from <= first || from > end) {
    return err(`from: expected a moment within ${isoOf(first)}…${isoOf(end)}, got ${isoOf(from)}`);
  }
  const ending = signal === undefined ? {} : { signal };
  const derivatives = config.derivatives === undefined ? ok({}) : await readDerivatives(config.derivatives, ending);
  if (!derivatives.ok) return derivatives;
  const calendar = heldBy(brought).has('macroCalendar') ? {} : { macroCalendar: calendarFeed() };
  // The replay ends at the first slot after the last bar, so that the rows still learn of it.
  const speed = config.speed ?? (config.from === undefined ? 0 : 1);
  return ok({
    market: openMarket([createFilesSource(series, { ...calendar, ...derivatives.value }), ...brought.sources]),
    clock: createReplayClock({ from, speed, until: slotAfter(CADENCES_V1.hourly, Math.max(last, from)) }),
    skipped,
  });
}

function openSimulator(config: SourcesConfig, brought: Brought, log: Logger): Result<Opened, string> {
  if (config.derivatives !== undefined) return err('derivatives: expected data or spot beside it, got the simulator');
  const { from, speed = 1 } = config;
  const made = createSimulatedSource({ ...SIMULATOR_V2, seed: config.seed });
  const feeds = newsFeedsOf(config);
  if (!feeds.ok) return feeds;
  if (feeds.value !== undefined && from !== undefined) {
    return err('news: expected live data, or the simulator at the present, beside it; got a replay');
  }
  const { contact } = config;
  const news =
    feeds.value === undefined
      ? []
      : [
          newsSourceOf(feeds.value, { clock: createSystemClock(), log, contact, shared: [], registerUrl: undefined })
            .source,
        ];
  const simulated = withoutFeeds(made, new Set([...heldBy(brought), ...(news.length > 0 ? (['news'] as const) : [])]));
  // Asked first: what they bring stands in for the pools of the simulator. No replay has any.
  const market = openMarket([
    ...chainSources(config, createSystemClock(), log),
    ...news,
    simulated,
    ...brought.sources,
  ]);
  const { start } = SIMULATOR_V2;
  if (from !== undefined && from <= start) {
    return err(`from: expected a moment after ${isoOf(start)}, where the simulator starts, got ${isoOf(from)}`);
  }
  // Makes the market before any database connection is open, any request comes and a replay begins: years of hours at
  // once would let the first time out, the second wait and the third run ahead.
  market.state(from ?? createSystemClock().now());
  const clock = from === undefined ? createSystemClock() : createReplayClock({ from, speed });
  return ok({ market, clock, skipped: [] });
}

/** Years of hours are pulled while it runs: the market knows nothing yet. */
function openLive(url: string, config: SourcesConfig, brought: Brought, log: Logger): Result<Opened, string> {
  const clock = createSystemClock();
  const held = heldBy(brought);
  const feeds = config.headlines === undefined ? ok(undefined) : readHeadlineFeeds(config.headlines);
  if (!feeds.ok) return feeds;
  const labels = config.rpcEthereumUrl === undefined ? ok([]) : readExchangeAddresses(config.exchangeAddresses);
  if (!labels.ok) return labels;
  const news = newsFeedsOf(config);
  if (!news.ok) return news;
  const lists = { headlineFeeds: feeds.value, newsFeeds: news.value };
  const events = eventSources(config, { clock, log, taken: held, ...lists });
  const live = [...liveSources(url, config, clock, log, held), ...keyedEtfSources(config, clock, log)];
  const transfers = transferSources(config, labels.value, clock, log);
  return ok({ market: openMarket([...live, ...events, ...transfers, ...brought.sources]), clock, skipped: [] });
}

/** Sources of news that a file names; undefined without one. @returns or one line that says what is wrong with the file. */
export function newsFeedsOf({ news }: SourcesConfig): Result<readonly NewsFeed[] | undefined, string> {
  return news === undefined ? ok(undefined) : readNewsFeeds(news);
}

/** Feeds that files have: no other source is asked for them. Coins, their categories and unlocks go together. */
function heldBy({ sources }: Brought): ReadonlySet<FeedName> {
  const held = FEED_NAMES.filter((name) => sources.some(({ feeds }) => feeds[name] !== undefined));
  const coins = ['coins', 'categories', 'unlocks'] as const;
  return new Set([...held, ...(coins.some((name) => held.includes(name)) ? coins : [])]);
}

/** A source without some of its feeds. */
function withoutFeeds(source: Source, names: ReadonlySet<FeedName>): Source {
  const feeds = Object.fromEntries(
    FEED_NAMES.filter((name) => !names.has(name) && source.feeds[name] !== undefined).map((name) => [
      name,
      source.feeds[name],
    ]),
  );
  return { ...source, feeds, state: (asOf) => source.state(asOf).filter(({ feed }) => !names.has(feed)) };
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

/**
 * @param log of outside sources.
 * @param signal ends the reading of files.
 * @returns market and clock, or one line that says why the host cannot start.
 * @throws {unknown} the reason of `signal`.
 */
export async function openConfigured(
  config: SourcesConfig,
  log: Logger,
  signal?: AbortSignal,
): Promise<Result<Opened, string>> {
  const now = createSystemClock().now();
  const read = config.reference === undefined ? undefined : await readReference(config.reference, now, signal);
  if (read?.ok === false) return read;
  const reference = read?.value;
  const etf = await etfFileSources(config.etf);
  if (!etf.ok) return etf;
  const brought: Brought = {
    sources: [...(reference === undefined ? [] : [reference.source]), ...etf.value],
    lastKnownAt: reference?.lastKnownAt,
    skipped: reference?.skipped ?? [],
  };
  const url = liveUrl(config);
  const isSimulated = config.data === undefined && config.spot === undefined;
  const opened =
    url !== undefined
      ? openLive(url, config, brought, log)
      : isSimulated
        ? openSimulator(config, brought, log)
        : await openFiles(config, brought, signal);
  if (!opened.ok) return opened;
  return ok({ ...opened.value, skipped: [...opened.value.skipped, ...brought.skipped] });
}
