/** The volume scanner's lists. */

import {
  joinVolumeList,
  matchesVolumeQuery,
  volumeOrder,
  type DataSource,
  type VolumeListQuery,
  type VolumeListWire,
} from '@barograph/contract';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createReadyList, type ReadyList } from './ready-list.ts';

const byVolume = volumeOrder({ sort: 'volume_24h' });

export function createVolumeList(
  store: SnapshotStore,
  dataSource: DataSource,
): ReadyList<VolumeListQuery, VolumeListWire> {
  return createReadyList<'volume', VolumeListQuery, VolumeListWire>(store, {
    name: 'volume',
    visible: (records, { top }) =>
      top === undefined ? records : [...records].sort((a, b) => byVolume(a.value, b.value)).slice(0, top),
    matches: matchesVolumeQuery,
    order: volumeOrder,
    join: (items, { head, ...found }) => joinVolumeList(items, { ...found, warming: head.warming, dataSource }),
  });
}
