/** Faults of the bars behind a row. */

import { BREAK_REASONS, type BreakReason, type QualityCode } from '@barograph/core';
import { Type, type TSchema } from 'typebox';
import { fieldsOf } from '../fields.ts';

/** Findings on recent bars that rows name. Engines report halts, gaps and scales themselves. */
export const BAR_FAULTS = [
  'jump',
  'wick',
  'off_grid',
  'stale_tail',
  'zero_volume',
] as const satisfies readonly QualityCode[];

/** Quality code that a bar can have. */
export type BarFault = (typeof BAR_FAULTS)[number];

/** Known faults of a row; absent without faults. */
export interface WithQuality {
  readonly quality?: readonly BreakReason[];
}

const field = fieldsOf<WithQuality>();

/** Field of rows computed from bars; absent when the bars have no faults. */
export const qualityField = field.ifKnown(
  Type.Array(Type.Enum([...BREAK_REASONS, ...BAR_FAULTS], { type: 'string' }), {
    description:
      'Faults of the bars behind the row: no_trade (one price without volume: there is no market to describe), gap (so many bars were missing that the history began anew), scale_change (a price of another unit or asset began it anew); and of the bars of the last day and of the days of the last month: jump (a close that the next bar takes back), wick (a high or low far beyond the bars around it), off_grid (a bar between the times of the others), stale_tail (the last bars repeat one price, or are late), zero_volume (bars that move without volume). Left out when there is none.',
  }),
  ({ quality }): (BreakReason | BarFault)[] | undefined => (quality === undefined ? undefined : [...quality]),
);

/**
 * Selects bar faults from findings, each once, in field order.
 *
 * @example
 * barFaults(['wick', 'gap', 'wick', 'jump']); // → [ 'jump', 'wick' ]
 */
export function barFaults(codes: Iterable<QualityCode>): readonly BarFault[] {
  const found = new Set(codes);
  return BAR_FAULTS.filter((fault) => found.has(fault));
}

/**
 * Adds bar faults to a wire row, after those of its engine. Rows without the field are unchanged.
 *
 * @param shape schema of the row.
 * @example
 * withFaults({ symbol: 'BTC' }, anyVolumeRow.schema, ['wick']); // → { symbol: 'BTC', quality: [ 'wick' ] }
 */
export function withFaults(row: unknown, shape: TSchema, faults: readonly BarFault[] = []): unknown {
  const hasField = Type.IsObject(shape) && 'quality' in shape.properties;
  if (faults.length === 0 || !hasField || typeof row !== 'object' || row === null) return row;
  const named: readonly unknown[] = 'quality' in row && Array.isArray(row.quality) ? row.quality : [];
  return { ...row, quality: [...named, ...faults] };
}
