/** SIGNUM_RGG details: the ready row with its histories. */

import {
  encodeSignumDetail,
  type DataSource,
  type SignumDetail,
  type SignumDetailWire,
  type SignumItemWire,
} from '@barograph/contract';
import { MINUTE_MS, type Interval } from '@barograph/core';
import { signumHistory, type SignumHistoryPoint } from '@barograph/indicators';
import type { Clock } from '../clock.ts';
import type { Market } from '../market/market.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createRecent } from '@barograph/contract';
import { closedBars } from './closed-bars.ts';
import { createSymbolDetail, type SymbolDetail } from './symbol-detail.ts';

/** What a detail carries, and how often its 1h bars are pulled. */
export interface SignumDetailConfig {
  readonly version: `signum-detail/${string}`;
  readonly days: number;
  readonly intradayBars: number;
  readonly h4Bars: number;
  readonly intradayPullEveryMs: number;
}

/** A changed number is a new constant. */
export const SIGNUM_DETAIL_V1: SignumDetailConfig = Object.freeze({
  version: 'signum-detail/1',
  days: 60,
  intradayBars: 60 * 24,
  h4Bars: 90,
  intradayPullEveryMs: 30 * MINUTE_MS,
});

const PULLS_KEPT = 512;

/** Which histories a detail carries besides the daily one. */
export interface DetailQuery {
  readonly intraday: boolean;
  readonly h4: boolean;
}

/** @returns what answers a detail; undefined before the first refresh. */
export function createSignumDetail(
  source: Market,
  clock: Clock,
  store: SnapshotStore,
): SymbolDetail<DetailQuery, SignumDetailWire> {
  const config = SIGNUM_DETAIL_V1;
  const dataSource: DataSource = source.kind;
  const pulls = createRecent<{ readonly at: number; readonly history: Promise<SignumDetail['intraday']> }>(PULLS_KEPT);

  const historyOf = async (
    row: SignumItemWire,
    interval: Interval,
    count: number,
    asOf: number,
  ): Promise<readonly SignumHistoryPoint[]> => {
    const bars = await closedBars(source, { symbol: row.symbol, venue: row.source }, interval, 0, asOf);
    return bars === undefined ? [] : signumHistory(bars, count);
  };

  /** At most one pull per symbol per half hour; one that failed does not count. */
  const intradayOf = async (row: SignumItemWire, asOf: number): Promise<SignumDetail['intraday']> => {
    const key = `${row.source}:${row.symbol}`;
    const now = clock.now();
    const known = pulls.get(key);
    if (known !== undefined && now - known.at < config.intradayPullEveryMs) return known.history;
    const history = historyOf(row, '1h', config.intradayBars, asOf).then((points) => ({ asOf, history: points }));
    history.catch(() => pulls.delete(key));
    pulls.set(key, { at: now, history });
    return history;
  };

  return createSymbolDetail(store, {
    name: 'signum',
    resource: 'SIGNUM_RGG',
    lacks: 'too few completed days for a color',
    kPrefix: 'suggest',
    make: async (row, query: DetailQuery, asOf) =>
      encodeSignumDetail({
        row,
        history: await historyOf(row, '1d', config.days, asOf),
        intraday: query.intraday ? await intradayOf(row, asOf) : undefined,
        h4: query.h4 ? await historyOf(row, '4h', config.h4Bars, asOf) : undefined,
        asOf,
        dataSource,
      }),
  });
}
