/** Volatility lists. */

import {
  joinVolatilityList,
  matchesVolatilityQuery,
  volatilityOrder,
  type DataSource,
  type VolatilityListQuery,
  type VolatilityListWire,
} from '@barograph/contract';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createReadyList, type ReadyList } from './ready-list.ts';

export function createVolatilityList(
  store: SnapshotStore,
  dataSource: DataSource,
): ReadyList<VolatilityListQuery, VolatilityListWire> {
  return createReadyList<'volatility', VolatilityListQuery, VolatilityListWire>(store, {
    name: 'volatility',
    matches: matchesVolatilityQuery,
    order: volatilityOrder,
    join: (items, { head, ...found }) => joinVolatilityList(items, { ...found, warming: head.warming, dataSource }),
  });
}
