/**
 * Bars of the perps of the second perp exchange, for notebooks and the command line: a host reads bars from a single perp venue.
 *
 * @source the venue's public API reference, v5, `kline`, and its recorded answers of 2024.
 */

import { bucketOpen, err, ok, stepMs, type Interval } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import { parseKlines, pairBarsOf } from '../cexa/payloads-spot.ts';
import { feedProblem, type VenueSourceOptions } from '../forced/source-parts.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { Feeds } from '../market/feeds.ts';
import type { Source } from '../market/source.ts';
import type { PairBarsQuery } from '../market/venues.ts';
import { UNREAD } from '../upstream/payload/row.ts';
import { reopenedUpstream } from '../upstream/reopened.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import { DEXB_V2, type DexbConfig } from './config.ts';
import { refusalOf } from './payloads.ts';

/** Cells of a bar: start, open, high, low, close, volume in units of the coin, turnover in USD; the newest first. */
interface KlinePayload {
  readonly result: { readonly list: readonly (readonly unknown[])[] };
}
const klinePayload: TUnsafe<KlinePayload> = Type.Unsafe(
  Type.Object({
    retCode: UNREAD,
    retMsg: UNREAD,
    retExtInfo: UNREAD,
    time: UNREAD,
    result: Type.Object({ category: UNREAD, symbol: UNREAD, list: Type.Array(Type.Array(Type.Unknown())) }),
  }),
);

/** Bars in one answer. */
const MOST_BARS = 1000;

const WORDS: Readonly<Record<Interval, string>> = {
  '1m': '1',
  '5m': '5',
  '15m': '15',
  '30m': '30',
  '1h': '60',
  '4h': '240',
  '1d': 'D',
  '1w': 'W',
};

/** First and last open of a query, epoch ms, cut to the newest bars that fit one answer. */
function spanOf({ window, interval, asOf }: PairBarsQuery): { readonly from: number; readonly to: number } {
  const step = stepMs(interval);
  const open = bucketOpen(asOf, step);
  const to = window.kind === 'last' ? open : bucketOpen(Math.min(window.to, asOf), step);
  const from = window.kind === 'last' ? open - window.count * step : bucketOpen(window.from + step - 1, step);
  return { from: Math.max(from, to - (MOST_BARS - 1) * step), to };
}

/** Reorders cells for the parser of the large exchange. */
const cellsOf = ([time, open, high, low, close, volume]: readonly unknown[]): readonly unknown[] => [
  Number(time),
  open,
  high,
  low,
  close,
  volume,
];

/**
 * Creates a source of perp bars, by the venue's own names.
 *
 * @example
 * const source = createDexbBars({ url, wsUrl, clock, log, meter });
 */
export function createDexbBars(options: VenueSourceOptions<DexbConfig>): Source {
  const { clock, meter, steady = createSteadyClock(), config = DEXB_V2 } = options;
  const upstream = reopenedUpstream('dexb', options, steady, config);
  const good = createLastGood<null>();
  const pull: Feeds['pairBars']['pull'] = async (query) => {
    const { symbol, interval, asOf } = query;
    const { from, to } = spanOf(query);
    const answer = await upstream.request({
      path: '/v5/market/kline',
      query: {
        category: 'linear',
        symbol,
        interval: WORDS[interval],
        start: String(from),
        end: String(to),
        limit: String(MOST_BARS),
      },
      weight: 1,
      refusalOf,
      schema: klinePayload,
    });
    good.record(bare(answer), clock.now());
    if (!answer.ok) {
      const isUnknown = answer.error.code === 'refused' && /symbol/i.test(answer.error.reason);
      return err(
        isUnknown ? { code: 'unknown_symbol', reason: `dexb does not list ${symbol}` } : feedProblem(answer.error),
      );
    }
    const { rows, fault } = parseKlines(answer.value.value.result.list.map(cellsOf), interval, clock.now());
    const stale = fault === undefined ? {} : ({ isStale: true } as const);
    return ok({ rows: pairBarsOf(rows, interval, Math.min(asOf, reachedBy(answer.value))), asOf, ...stale });
  };
  return {
    id: 'dexb_bars',
    kind: 'live',
    countsRequests: true,
    feeds: { pairBars: { pull } },
    start: async () => upstream.open(),
    close: async () => upstream.close(),
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('pairBars', now)],
  };
}
