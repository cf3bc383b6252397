/** Technical details: the ready row with its last days. */

import { encodeTechnicalDetail, type TechnicalDetailWire } from '@barograph/contract';
import { technicalHistory } from '@barograph/indicators';
import type { Market } from '../market/market.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { closedBars } from './closed-bars.ts';
import { createSymbolDetail, type NoQuery, type SymbolDetail } from './symbol-detail.ts';

/** @returns what answers a detail; undefined before the first refresh. */
export function createTechnicalDetail(
  source: Market,
  store: SnapshotStore,
): SymbolDetail<NoQuery, TechnicalDetailWire> {
  return createSymbolDetail(store, {
    name: 'technical',
    resource: 'technical',
    lacks: 'no completed day',
    kPrefix: 'alias',
    make: async (row, _query: NoQuery, asOf) => {
      const days = await closedBars(source, { symbol: row.symbol, venue: row.source }, '1d', 0, asOf);
      const history = days === undefined ? [] : technicalHistory(days);
      return encodeTechnicalDetail({ row, history, asOf, dataSource: source.kind });
    },
  });
}
