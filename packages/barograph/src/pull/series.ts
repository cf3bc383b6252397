/** Series that are pulled of a symbol: bars, and funding or open interest beside them, each as rows of a file. */

import { DAY_MS, HOUR_MS, stepMs, usdtPerp, type Interval } from '@barograph/core';
import type { FeedProblem, OpenedSource, Pulled } from '@barograph/sources';

/** Rows of a stretch of time, oldest first; the first cell is the time, epoch ms. */
export type Rows = readonly (readonly number[])[];

/** Rows, or the problem of the source. */
export type PulledRows =
  | { readonly ok: true; readonly rows: Rows }
  | { readonly ok: false; readonly problem: FeedProblem };

/** One file to be. */
export interface PulledSeries {
  /** Path in the folder. */
  readonly file: string;
  readonly symbol: string;
  /** `bars`, `funding` or `openInterest`. */
  readonly kind: string;
  readonly columns: readonly string[];
  /** Time between two rows, ms; undefined: it is the venue's. */
  readonly step: number | undefined;
  /** Time of one question, ms. */
  readonly chunkMs: number;
  /** Rows whose time lies within `[from, to)`, epoch ms. */
  pull(from: number, to: number): Promise<PulledRows>;
}

/** Bars of one question: every venue gives as many at once. */
const BARS_A_QUESTION = 1000;

/** Kinds that are pulled beside bars, as the flag names them. */
export const ALSO = ['funding', 'openInterest'] as const;
/** One of them. */
export type Also = (typeof ALSO)[number];

function rowsOf<Answer>(
  source: OpenedSource,
  feed: string,
  pulled: Pulled<Answer>,
  read: (answer: Answer) => Rows,
): PulledRows {
  if (!pulled.ok) return { ok: false, problem: pulled.error };
  if (pulled.value.provenance.isFresh) return { ok: true, rows: read(pulled.value) };
  // The condition of the feed names the field that cannot be read.
  const states = source.state(Date.now()).flatMap(({ feeds }) => feeds.filter((one) => one.feed === feed));
  const reason = states.find((one) => one.reason !== null)?.reason ?? 'an answer with rows that cannot be read';
  return { ok: false, problem: { code: 'stale_source', reason } };
}

/** Rows of columns of one length. */
function zipped(...columns: readonly Float64Array[]): Rows {
  return Array.from(columns[0]!, (_, i) => columns.map((column) => column[i]!));
}

/** Bars of a coin, those that have closed. */
export function barsOf(source: OpenedSource, symbol: string, interval: Interval, extension: string): PulledSeries {
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

/** Funding of a coin: of the perp venue per hour, of another one per settlement. */
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
          // Samples of the running hour are left out: settlements fall on the hour.
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

/** Open interest of a coin, in units of it, as far back as the venue keeps it. */
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

/** Venues keep samples of open interest for a month. */
const OPEN_INTEREST_MS = 29 * DAY_MS;

/**
 * The series beside bars of a symbol.
 *
 * @param now epoch ms.
 * @returns the series, or a line that says why the source has none.
 */
export function alsoOf(
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
