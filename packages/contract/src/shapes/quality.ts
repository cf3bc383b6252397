/** Faults of the bars behind a row. */

import { BREAK_REASONS, type BreakReason, type QualityCode } from '@barograph/core';
import { Type, type TSchema } from 'typebox';
import { fieldsOf } from '../fields.ts';

/** Findings of a report on recent bars that rows name. Engines report halts, gaps and scales themselves. */
export const BAR_FAULTS = [
  'jump',
  'wick',
  'off_grid',
  'stale_tail',
  'zero_volume',
] as const satisfies readonly QualityCode[];

/** Finding of a report on recent bars that a row names. */
export type BarFault = (typeof BAR_FAULTS)[number];

/** Faults that a row knows of; left out without any. */
export interface WithQuality {
  readonly quality?: readonly BreakReason[];
}

const of = fieldsOf<WithQuality>();

/** Field of a row that is computed from bars; left out of a row whose bars are sound. */
export const qualityField = of.ifKnown(
  Type.Array(Type.Enum([...BREAK_REASONS, ...BAR_FAULTS], { type: 'string' }), {
    description:
      'Faults of the bars behind the row: no_trade (one price without volume: there is no market to describe), gap (so many bars were missing that the history began anew), scale_change (a price of another unit or asset began it anew); and of the bars of the last day and of the days of the last month: jump (a close that the next bar takes back), wick (a high or low far beyond the bars around it), off_grid (a bar between the times of the others), stale_tail (the last bars repeat one price, or are late), zero_volume (bars that move without volume). Left out when there is none.',
  }),
  ({ quality }): (BreakReason | BarFault)[] | undefined => (quality === undefined ? undefined : [...quality]),
);

/**
 * The bar faults among findings, each once, in the order of the field.
 *
 * @example
 * barFaults(['wick', 'gap', 'wick', 'jump']); // → [ 'jump', 'wick' ]
 */
export function barFaults(codes: Iterable<QualityCode>): readonly BarFault[] {
  const found = new Set(codes);
  return BAR_FAULTS.filter((fault) => found.has(fault));
}

/**
 * A row on the wire with the faults of its bars, after those that its engine named. Rows without such a field stay as they are.
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
