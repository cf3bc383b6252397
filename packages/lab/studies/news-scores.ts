/** Funnel of news against the truth of the simulator, and against prices after recorded headlines. */

import { DAY_MS, HOUR_MS, quantileSorted, unwrap, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import { createMarket, createNews, type SimulatedReport, type SimulatedStory } from '@barograph/simulator';
import {
  createNewsFunnel,
  entityTable,
  marketResponse,
  matchEntities,
  NEWS_HORIZONS,
  NEWS_MARKET,
  newsItem,
  type FunnelCounts,
  type NewsEvent,
  type NewsHorizon,
  type NewsVerdict,
} from '@barograph/stress/news';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { HEADLINES } from './headline-scores.ts';

/** Quartiles of the abnormality of some events. */
export interface Spread {
  readonly count: number;
  readonly quarter: number;
  readonly median: number;
  readonly threeQuarters: number;
  readonly ninth: number;
}

/** A report, what became of it, and where the rows of the funnel put it. */
export interface Judged {
  readonly report: SimulatedReport;
  readonly verdict: NewsVerdict;
}

/** Shares of the simulator's truth. */
export interface SimulatedScore {
  readonly judged: readonly Judged[];
  readonly events: readonly NewsEvent[];
  readonly stories: readonly SimulatedStory[];
  /** Stories of which some event has the symbol and category. */
  readonly found: ReadonlySet<string>;
  /** Reports that qualified, are no copies and belong to a story; the same with its symbol and category. */
  readonly qualified: number;
  readonly ofStory: number;
  readonly right: number;
}

/** The funnel over some days of the default market. */
export function simulatedScore(firstDay: number, days: number): SimulatedScore {
  const market = createMarket();
  const { start, listings } = market.config;
  const news = createNews(market);
  const [from, to] = [start + firstDay * DAY_MS, start + (firstDay + days) * DAY_MS];
  const perps = listings.filter(({ venue }) => venue === 'perpdex_perp').map(({ symbol }) => symbol);
  const funnel = createNewsFunnel(entityTable(perps));
  const judged = news
    .reports(from, to)
    .toSorted((a, b) => a.seenAt - b.seenAt)
    .map((report): Judged => {
      const { id, title, url, domain, tier, time, seenAt } = report;
      return { report, verdict: funnel.item({ id, title, url, domain, tier, time, seenAt }) };
    });
  const stories = news.stories(from, to);
  const events = judged.flatMap(({ verdict }) => verdict.events);
  const isOf = (event: NewsEvent, story: SimulatedStory): boolean =>
    event.symbol === story.symbol && event.category === story.category;
  const found = new Set<string>();
  for (const { report, verdict } of judged) {
    if (report.story !== null && verdict.events.some((event) => isOf(event, report.story!))) found.add(report.story.id);
  }
  const qualified = judged.filter(({ verdict }) => verdict.outcome === 'qualified');
  const ofStory = qualified.filter(({ report }) => report.story !== null);
  // A report that changed nothing of its story has no rows to compare.
  const right = ofStory.filter(
    ({ report, verdict }) => verdict.events.length === 0 || verdict.events.some((event) => isOf(event, report.story!)),
  );
  return { judged, events, stories, found, qualified: qualified.length, ofStory: ofStory.length, right: right.length };
}

/** Quartiles; undefined of nothing. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => quantileSorted(sorted, share);
  return { count: values.length, quarter: at(0.25), median: at(0.5), threeQuarters: at(0.75), ninth: at(0.9) };
}

/** Abnormality of the hour of each story, of moves and of calm hours, by the engine and hourly bars. */
export function simulatedAbnormality(
  stories: readonly SimulatedStory[],
): Readonly<Record<'moved' | 'calm', Spread | undefined>> {
  const market = createMarket();
  const of = (moved: boolean): Spread | undefined =>
    spreadOf(
      stories
        .filter((story) => story.moved === moved)
        .flatMap(({ symbol, time }) => {
          const asOf = time + DAY_MS - (time % HOUR_MS);
          const bars = market.candles(symbol, 'perpdex_perp', '1h', time - 2 * DAY_MS, asOf);
          return marketResponse({ time, asOf, bars, stepMs: HOUR_MS })['1h']?.abnormality ?? [];
        }),
    );
  return { moved: of(true), calm: of(false) };
}

/** Distribution after recorded headlines. */
export interface RecordedScore {
  readonly counts: FunnelCounts;
  /** By horizon: of qualified reports, and of the others that name a coin or the market. */
  readonly spreads: Readonly<Partial<Record<NewsHorizon, { readonly qualified: Spread | undefined; readonly others: Spread | undefined }>>>; // prettier-ignore
}

const BARS = new URL('../../../../shared/data/ohlcv_1h/binance_usdm_perp/', import.meta.url);

/** Titles and times of the recorded file. */
function recorded(): readonly { readonly time: number; readonly title: string }[] {
  const text = gunzipSync(readFileSync(HEADLINES)).toString('utf8');
  return [...text.matchAll(/^(\d+),(?:"((?:[^"]|"")*)"|([^,"\n]*)),/gm)].map(([, time, quoted, plain]) => ({
    time: Number(time),
    title: (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  }));
}

/** The funnel over the recorded headlines, and hourly bars after them; undefined where the files are not there. */
export async function recordedScore(): Promise<RecordedScore | undefined> {
  if (!existsSync(HEADLINES) || !existsSync(BARS)) return undefined;
  const symbols = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'ADA', 'UNI', 'SUI', 'APT', 'LTC'];
  const bars = new Map<string, Candles>();
  for (const symbol of symbols) {
    bars.set(symbol, unwrap(await readBars(new URL(`${symbol}USDT.csv.gz`, BARS).pathname)).candles);
  }
  const table = entityTable(symbols);
  const funnel = createNewsFunnel(table);
  const values = { qualified: new Map<NewsHorizon, number[]>(), others: new Map<NewsHorizon, number[]>() };
  const totals = new Map<string, number>();
  for (const [i, { time, title }] of recorded()
    .toSorted((a, b) => a.time - b.time)
    .entries()) {
    const item = newsItem({ id: `${i}`, title, url: null, domain: 'unknown.invalid', time }, 3, time);
    if (!item.ok) continue;
    const { outcome } = funnel.item(item.value);
    for (const name of ['ingested', outcome]) totals.set(name, (totals.get(name) ?? 0) + 1);
    for (const { symbol } of matchEntities(title, table)) {
      const all = bars.get(symbol === NEWS_MARKET ? 'BTC' : symbol)!;
      const response = marketResponse({ time, asOf: all.time[all.length - 1]! + HOUR_MS, bars: all, stepMs: HOUR_MS });
      for (const horizon of NEWS_HORIZONS) {
        const abnormality = response[horizon]?.abnormality ?? null;
        const group = values[outcome === 'qualified' ? 'qualified' : 'others'];
        if (abnormality !== null) group.set(horizon, [...(group.get(horizon) ?? []), abnormality]);
      }
    }
  }
  const count = (name: string): number => totals.get(name) ?? 0;
  const spreads = Object.fromEntries(
    (['1h', '4h'] as const).map((horizon) => [
      horizon,
      { qualified: spreadOf(values.qualified.get(horizon) ?? []), others: spreadOf(values.others.get(horizon) ?? []) },
    ]),
  );
  return {
    counts: {
      ingested: count('ingested'),
      dropped_noise: count('dropped_noise'),
      dropped_no_catalyst: count('dropped_no_catalyst'),
      dropped_no_entity: count('dropped_no_entity'),
      dropped_below_threshold: count('dropped_below_threshold'),
      qualified: count('qualified'),
    },
    spreads,
  };
}
