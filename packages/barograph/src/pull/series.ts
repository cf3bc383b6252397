/** Series of a symbol to pull: bars, funding and open interest, each as rows of a file. */

import { DAY_MS, HOUR_MS, stepMs, usdtPerp, type Interval } from '@barograph/core';
import type { FeedProblem, OpenedSource, Pulled } from '@barograph/sources';

/** Rows of a stretch of time, oldest first; the first cell is the time, epoch ms. */
export type Rows = readonly (readonly number[])[];

/** Rows, or the source's problem. */
export type PulledRows =
  | { readonly ok: true; readonly rows: Rows }
  | { readonly ok: false; readonly problem: FeedProblem };

/** One file to pull. */
export interface PulledSeries {
  /** Path in the folder. */
  readonly file: string;
  readonly symbol: string;
  /** `bars`, `funding` or `openInterest`. */
  readonly kind: string;
  readonly columns: readonly string[];
  /** Time between rows, ms; undefined when the venue decides it. */
  readonly step: number | undefined;
  /** Span of one request, ms. */
  readonly chunkMs: number;
  /** Requests rows with times in `[from, to)`, epoch ms. */
  pull(from: number, to: number): Promise<PulledRows>;
}

/** Bars per request, within the limit of every venue. */
const BARS_A_QUESTION = 1000;

/** Kinds of series besides bars, as in the flag. */
export const ALSO = ['funding', 'openInterest'] as const;
export type Also = (typeof ALSO)[number];

function rowsOf<Answer>(
  source: OpenedSource,
  feed: string,
  pulled: Pulled<Answer>,
  read: (answer: Answer) => Rows,
): PulledRows {
  if (!pulled.ok) return { ok: false, problem: pulled.error };
  if (pulled.value.provenance.isFresh) return { ok: true, rows: read(pulled.value) };
  // The feed's state names the invalid field.
  const states = source.state(Date.now()).flatMap(({ feeds }) => feeds.filter((state) => state.feed === feed));
  const reason = states.find((state) => state.reason !== null)?.reason ?? 'an answer with rows that cannot be read';
  return { ok: false, problem: { code: 'stale_source', reason } };
}

/** Transposes columns of equal length into rows. */
function zipped(...columns: readonly Float64Array[]): Rows {
  return Array.from(columns[0]!, (_, i) => columns.map((column) => column[i]!));
}

/** Closed bars of a coin. */
function barsOf(source: OpenedSource, symbol: string, interval: Interval, extension: string): PulledSeries {
  const step = stepMs(interval);
  return {
    file: `${symbol}.${extension}`,
    symbol,
    kind: 'bars',
    columns: ['timestamp', 'open', 'high', 'low', 'close', 'volume'],
    step,
    chunkMs: BARS_A_QUESTION * step,
    pull: async (from, to) => {
      const query = { interval, window: { kind: 'range', from, to: to - 1 }, asOf: to } as const;
      const feed = source.has('bars') ? 'bars' : 'pairBars';
      const pulled =
        feed === 'bars'
          ? await source.read(feed, { ...query, symbol })
          : await source.read(feed, { ...query, symbol: usdtPerp(symbol) });
      return rowsOf(source, feed, pulled, ({ closed: { time, open, high, low, close, volume } }) =>
        zipped(time, open, high, low, close, volume),
      );
    },
  };
}

/** Funding of a coin: hourly at the perp venue, per settlement elsewhere. */
function fundingOf(source: OpenedSource, symbol: string, extension: string): PulledSeries {
  const common = { file: `funding/${symbol}.${extension}`, symbol, kind: 'funding', chunkMs: 30 * DAY_MS };
  if (source.has('funding')) {
    return {
      ...common,
      columns: ['timestamp', 'funding_rate'],
      step: HOUR_MS,
      pull: async (from, to) => {
        const pulled = await source.read('funding', { symbol, from: from - 1, to: to - 1 });
        return rowsOf(source, 'funding', pulled, ({ time, rate1h }) =>
          // Settlements fall on the hour; other samples belong to the running hour.
          zipped(time, rate1h).filter(([at]) => at! % HOUR_MS === 0),
        );
      },
    };
  }
  return {
    ...common,
    columns: ['timestamp', 'funding_rate', 'interval_hours'],
    step: undefined,
    pull: async (from, to) => {
      const query = { symbol: usdtPerp(symbol), from: from - 1, to: to - 1 };
      return rowsOf(source, 'settlements', await source.read('settlements', query), ({ time, rate, intervalHours }) =>
        zipped(time, rate, intervalHours),
      );
    },
  };
}

/** Open interest of a coin, in coins, since the venue's oldest sample. */
function openInterestOf(source: OpenedSource, symbol: string, extension: string, oldest: number): PulledSeries {
  return {
    file: `open-interest/${symbol}.${extension}`,
    symbol,
    kind: 'openInterest',
    columns: ['timestamp', 'open_interest'],
    step: HOUR_MS,
    chunkMs: 20 * DAY_MS,
    pull: async (from, to) => {
      if (to <= oldest) return { ok: true, rows: [] };
      const range = { from: Math.max(from, oldest) - 1, to: to - 1 };
      const query = { ...range, symbol: usdtPerp(symbol), step: '1h' } as const;
      return rowsOf(source, 'venueOpenInterest', await source.read('venueOpenInterest', query), ({ time, contracts }) =>
        zipped(time, contracts),
      );
    },
  };
}

/** Venues keep open interest for a month. */
const OPEN_INTEREST_MS = 29 * DAY_MS;

/**
 * Series of a symbol besides its bars.
 *
 * @param now epoch ms.
 * @returns the series, or the reason that the source does not have it.
 */
function alsoOf(
  source: OpenedSource,
  kind: Also,
  symbol: string,
  extension: string,
  now: number,
): PulledSeries | string {
  if (kind === 'funding') {
    return source.has('funding') || source.has('settlements')
      ? fundingOf(source, symbol, extension)
      : `${source.id} has no funding`;
  }
  return source.has('venueOpenInterest')
    ? openInterestOf(source, symbol, extension, now - OPEN_INTEREST_MS)
    : `${source.id} keeps no history of open interest`;
}

/**
 * Series of a file.
 *
 * @param kind `bars`, or one of {@link ALSO}.
 * @param now epoch ms.
 * @returns the series, or the reason that the source does not have it.
 */
export function seriesOf(
  source: OpenedSource,
  symbol: string,
  kind: string,
  { interval, format }: { readonly interval: Interval; readonly format: string },
  now: number,
): PulledSeries | string {
  if (kind === 'bars') return barsOf(source, symbol, interval, format);
  const also = ALSO.find((one) => one === kind);
  return also === undefined
    ? `${symbol}: expected bars or ${ALSO.join(' or ')}, got ${kind}`
    : alsoOf(source, also, symbol, 'csv', now);
}
