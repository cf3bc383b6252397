/** Details of meme coins: the ready row with its last days. */

import { encodeMemeDetail, type MemeDetailWire } from '@barograph/contract';
import { memeDays } from '@barograph/stress';
import type { Market } from '../market/market.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { closedBars } from './closed-bars.ts';
import { createSymbolDetail, type NoQuery, type SymbolDetail } from './symbol-detail.ts';

/** Days of the history, fixed by the contract. */
const DAYS = 60;

/** @returns what answers a detail; undefined before the first refresh. */
export function createMemeDetail(source: Market, store: SnapshotStore): SymbolDetail<NoQuery, MemeDetailWire> {
  return createSymbolDetail(store, {
    name: 'meme',
    resource: 'meme',
    lacks: 'too few completed days for a regime',
    // the contract asks for the bare ticker, and the perp of PEPE is kPEPE
    kPrefix: 'alias',
    make: async (row, _: NoQuery, asOf) => {
      const days = await closedBars(source, { symbol: row.symbol, venue: row.source }, '1d', 0, asOf);
      const history = days === undefined ? [] : memeDays(days).slice(-DAYS);
      return encodeMemeDetail({ row, history, asOf, dataSource: source.kind });
    },
  });
}
