/** Lists of meme coins. */

import {
  joinMemeList,
  matchesMemeQuery,
  memeOrder,
  type DataSource,
  type MemeListQuery,
  type MemeListWire,
} from '@barograph/contract';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createReadyList, type ReadyList } from './ready-list.ts';

export function createMemeList(store: SnapshotStore, dataSource: DataSource): ReadyList<MemeListQuery, MemeListWire> {
  return createReadyList<'meme', MemeListQuery, MemeListWire>(store, {
    name: 'meme',
    matches: matchesMemeQuery,
    order: memeOrder,
    join: (items, { head, ...found }) => joinMemeList(items, { ...found, warming: head.warming, dataSource }),
  });
}
