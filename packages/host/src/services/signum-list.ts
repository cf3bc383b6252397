/** SIGNUM_RGG lists. */

import {
  joinSignumList,
  matchesSignumQuery,
  signumOrder,
  type DataSource,
  type SignumListQuery,
  type SignumListWire,
} from '@barograph/contract';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createReadyList, type ReadyList } from './ready-list.ts';

export function createSignumList(
  store: SnapshotStore,
  dataSource: DataSource,
): ReadyList<SignumListQuery, SignumListWire> {
  return createReadyList<'signum', SignumListQuery, SignumListWire>(store, {
    name: 'signum',
    matches: matchesSignumQuery,
    order: signumOrder,
    join: (items, { head, ...found }) => joinSignumList(items, { ...found, ...head, dataSource }),
  });
}
