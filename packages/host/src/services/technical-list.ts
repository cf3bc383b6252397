/** Technical lists. */

import {
  joinTechnicalList,
  matchesTechnicalQuery,
  technicalOrder,
  type DataSource,
  type TechnicalListQuery,
  type TechnicalListWire,
} from '@barograph/contract';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createReadyList, type ReadyList } from './ready-list.ts';

export function createTechnicalList(
  store: SnapshotStore,
  dataSource: DataSource,
): ReadyList<TechnicalListQuery, TechnicalListWire> {
  return createReadyList<'technical', TechnicalListQuery, TechnicalListWire>(store, {
    name: 'technical',
    matches: matchesTechnicalQuery,
    order: technicalOrder,
    join: (items, { head, ...found }) => joinTechnicalList(items, { ...found, ...head, dataSource }),
  });
}
