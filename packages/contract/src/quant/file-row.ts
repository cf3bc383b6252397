/** The file of the market's whole history: its columns, its rows, and the same as CSV. */

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

/** An hour in the order of {@link QUANT_FILE_COLUMNS}; null where undefined. */
export function quantFileRow({ time, regime, now, h4, h24, backfilled }: QuantHour): (number | string | null)[] {
  const numbers = [now, h4, h24].flatMap((block) => REGIMES.map((_, id) => num(block[id])));
  return [time, regime, ...numbers, backfilled ? 'archive' : 'live'];
}

/** The lines of the file as CSV (RFC 4180): a header, then a line an hour; an undefined number is an empty cell. */
export function* quantFileCsv(hours: Iterable<QuantHour>): Generator<string> {
  yield `${QUANT_FILE_COLUMNS.map(({ name }) => name).join(',')}\r\n`;
  for (const hour of hours) yield `${quantFileRow(hour).join(',')}\r\n`;
}
