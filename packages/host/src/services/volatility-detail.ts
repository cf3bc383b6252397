/** Volatility details: the ready row with its last days. */

import { encodeVolatilityDetail, type VolatilityDetailWire } from '@barograph/contract';
import { volatilityHistory } from '@barograph/volatility';
import type { Market } from '../market/market.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { closedBars } from './closed-bars.ts';
import { createSymbolDetail, type SymbolDetail } from './symbol-detail.ts';

/** Completed days of a history. */
const HISTORY_DAYS = 60;

/** Whether a detail carries its history. */
export interface VolatilityDetailQuery {
  readonly history: boolean;
}

/** @returns what answers a detail; undefined before the first refresh. A name may end in USDT. */
export function createVolatilityDetail(
  source: Market,
  store: SnapshotStore,
): SymbolDetail<VolatilityDetailQuery, VolatilityDetailWire> {
  const detail = createSymbolDetail<'volatility', VolatilityDetailQuery, VolatilityDetailWire>(store, {
    name: 'volatility',
    resource: 'volatility',
    lacks: 'too few completed days for a regime',
    kPrefix: 'suggest',
    make: async (row, { history }, asOf) => {
      const listing = { symbol: row.symbol, venue: row.source };
      const days = history ? await closedBars(source, listing, '1d', 0, asOf) : undefined;
      return encodeVolatilityDetail({
        row,
        history: days === undefined ? [] : volatilityHistory(days, HISTORY_DAYS),
        asOf,
        dataSource: source.kind,
      });
    },
  });
  return async (name, query) => detail(name.replace(/(?<=.)USDT$/i, ''), query);
}
