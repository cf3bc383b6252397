/** Heatmaps: tables of ready rows, each with the moves of all rows that pass. */

import {
  heatmapMoveOf,
  heatmapOrder,
  joinHeatmap,
  matchesHeatmapQuery,
  type DataSource,
  type HeatmapQuery,
  type HeatmapWire,
} from '@barograph/contract';
import { heatmapMoves } from '@barograph/indicators';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createReadyList, type ReadyList } from './ready-list.ts';

export function createHeatmapList(store: SnapshotStore, dataSource: DataSource): ReadyList<HeatmapQuery, HeatmapWire> {
  return createReadyList<'heatmap', HeatmapQuery, HeatmapWire>(store, {
    name: 'heatmap',
    matches: matchesHeatmapQuery,
    order: heatmapOrder,
    join: (items, { passing, query, ...found }) => {
      const moves = heatmapMoves(passing.map((row) => heatmapMoveOf(row, query)));
      return joinHeatmap(items, { ...found, query, moves, dataSource });
    },
  });
}
