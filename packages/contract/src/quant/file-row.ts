/** File of the market's whole history: columns, rows, and rows as CSV. */

import { REGIMES } from '@barograph/nowcast';
import { num } from '../scalar.ts';
import type { QuantHour } from './hour.ts';

const PROBABILITIES = ['now', '4h', '24h'].flatMap((horizon) => REGIMES.map((_, id) => `p_${horizon}_${id}`));

/** The columns of the file. */
export const QUANT_FILE_COLUMNS: readonly { readonly name: string; readonly type: 'timestamp' | 'text' | 'number' }[] =
  [
    { name: 'timestamp', type: 'timestamp' },
    { name: 'regime', type: 'text' },
    ...PROBABILITIES.map((name) => ({ name, type: 'number' }) as const),
    { name: 'source', type: 'text' },
  ];

/**
 * An hour in the order of {@link QUANT_FILE_COLUMNS}; null where undefined.
 *
 * @example
 * const shares = [0.7, 0.1, 0.1, 0.05, 0.03, 0.02];
 * const label = { time: 0, regime: 'squeeze', confidence: 0.7, rawConfidence: 0.7 } as const;
 * const hour = { ...label, now: shares, h4: shares, h24: shares };
 * const row = quantFileRow({ ...hour, backfilled: false, modelVersion: '2026.11.0' });
 * row.length === QUANT_FILE_COLUMNS.length; // → true
 */
export function quantFileRow({ time, regime, now, h4, h24, backfilled }: QuantHour): (number | string | null)[] {
  const numbers = [now, h4, h24].flatMap((block) => REGIMES.map((_, id) => num(block[id])));
  return [time, regime, ...numbers, backfilled ? 'archive' : 'live'];
}

/**
 * Lines of the file as CSV (RFC 4180): a header, then one line per hour; an undefined number is an empty cell.
 *
 * @example
 * const shares = [0.7, 0.1, 0.1, 0.05, 0.03, 0.02];
 * const label = { time: 0, regime: 'squeeze', confidence: 0.7, rawConfidence: 0.7 } as const;
 * const hour = { ...label, now: shares, h4: shares, h24: shares };
 * const [head, line] = quantFileCsv([{ ...hour, backfilled: false, modelVersion: '2026.11.0' }]);
 * [head.startsWith('timestamp'), line.split(',').length === head.split(',').length]; // → [ true, true ]
 */
export function* quantFileCsv(hours: Iterable<QuantHour>): Generator<string> {
  yield `${QUANT_FILE_COLUMNS.map(({ name }) => name).join(',')}\r\n`;
  for (const hour of hours) yield `${quantFileRow(hour).join(',')}\r\n`;
}
