/** Changes of the connection, by the moment at which they were learned; bounded in time and in number. */

import type { ConnectionChange, LearnedRange, Trades } from '../market/trades.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';

/** Memory of changes. */
export interface ChangeMemory {
  /** @param learned not before that of the change before, epoch ms. */
  add(change: ConnectionChange, learned: number): void;
  /** Changes that were learned within the range, whether the stream was up before them, and from when on this is known. */
  within(range: LearnedRange): Pick<Trades, 'changes' | 'wasUp' | 'since'>;
}

/** @param began moment from which on everything is kept, epoch ms; nothing was up before. */
export function createChangeMemory({ keptMs, keptChanges }: PerpdexFillsConfig, began: number): ChangeMemory {
  let kept: readonly { readonly change: ConnectionChange; readonly learned: number }[] = [];
  let since = began;
  /** Condition before the oldest change that is kept. */
  let before = false;
  return {
    add: (change, learned) => {
      kept = [...kept, { change, learned }];
      const first = kept.findIndex((one) => one.learned > learned - keptMs);
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
