/** Nowcast history as columns, with a column of probabilities per regime. */

import { REGIMES, type NowcastHistory } from '@barograph/nowcast';
import type { Columns } from './columns.ts';

/** Blocks of a history with their service names. */
export const NOWCAST_BLOCKS: readonly (readonly [name: string, block: 'now' | 'h4' | 'h24'])[] = [
  ['p_now', 'now'],
  ['p_4h', 'h4'],
  ['p_24h', 'h24'],
];

/** Returns whether an answer is a nowcast history. */
export function isNowcastHistory(answer: object): answer is NowcastHistory {
  return (
    'label' in answer && answer.label instanceof Int8Array && 'h24' in answer && answer.h24 instanceof Float64Array
  );
}

/** Time, label, confidence, and a column per regime and horizon, such as `p_now_squeeze`. */
export function nowcastColumns(history: NowcastHistory): Columns {
  const { length, time, label, confidence, rawConfidence } = history;
  const width = REGIMES.length;
  const probabilities = NOWCAST_BLOCKS.flatMap(([name, block]) =>
    REGIMES.map((regime, id) => {
      const column = new Float64Array(length);
      for (let i = 0; i < length; i++) column[i] = history[block][i * width + id]!;
      return [`${name}_${regime}`, column] as const;
    }),
  );
  return {
    time,
    label: Array.from(label, (id) => REGIMES[id] ?? null),
    confidence,
    rawConfidence,
    ...Object.fromEntries(probabilities),
  };
}
