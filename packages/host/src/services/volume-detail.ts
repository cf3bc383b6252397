/** The volume scanner's details: the ready row with the days of its baseline. */

import { encodeVolumeDetail, type DataSource, type VolumeDetailWire } from '@barograph/contract';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createSymbolDetail, type SymbolDetail } from './symbol-detail.ts';

/** Nothing can be asked of a detail. */
export type NoQuery = Readonly<Record<string, never>>;

/** @returns what answers a detail; undefined before the first refresh. */
export function createVolumeDetail(
  store: SnapshotStore,
  dataSource: DataSource,
): SymbolDetail<NoQuery, VolumeDetailWire> {
  return createSymbolDetail(store, {
    name: 'volume',
    resource: 'volume',
    lacks: 'no closed hour in the last 24',
    kPrefix: 'alias',
    make: async (row, _query: NoQuery, asOf, { days }) =>
      encodeVolumeDetail({ row, history: days[row.symbol] ?? [], asOf, dataSource }),
  });
}
