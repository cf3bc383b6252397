/** Changes of the connection by arrival time, bounded in time and number. */

import type { ConnectionChange, LearnedRange, Trades } from '../market/trades.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';

/** Bounded memory of changes. */
export interface ChangeMemory {
  /** @param learned arrival time, epoch ms; never decreasing. */
  add(change: ConnectionChange, learned: number): void;
  /** Changes that arrived within the range, the state before them, and the start of the memory. */
  within(range: LearnedRange): Pick<Trades, 'changes' | 'wasUp' | 'since'>;
}

/**
 * Creates a memory without changes.
 * @param began time since which the memory is complete, epoch ms; before it nothing was up.
 */
export function createChangeMemory({ keptMs, keptChanges }: PerpdexFillsConfig, began: number): ChangeMemory {
  let kept: readonly { readonly change: ConnectionChange; readonly learned: number }[] = [];
  let since = began;
  /** State before the oldest change in memory. */
  let before = false;
  return {
    add: (change, learned) => {
      kept = [...kept, { change, learned }];
      const first = kept.findIndex((entry) => entry.learned > learned - keptMs);
      const gone = Math.max(first, kept.length - keptChanges, 0);
      if (gone === 0) return;
      const last = kept[gone - 1]!;
      before = last.change.isUp;
      since = last.learned;
      kept = kept.slice(gone);
    },
    within: ({ from, to }) => ({
      changes: kept.filter(({ learned }) => learned > from && learned <= to).map(({ change }) => change),
      wasUp: from >= since && (kept.findLast(({ learned }) => learned <= from)?.change.isUp ?? before),
      since,
    }),
  };
}
