/** Selects and formats rows for output. Separate from writing, so that threads load little. */

import { chosenRows, type Rows } from './chosen-rows.ts';
import type { Row } from './table.ts';
import type { TableFlags } from './table-options.ts';
import { isoTime, isTime } from './tables/columns.ts';

/** Selects rows and columns by the flags, and formats their times. */
export function formedRows(
  columns: readonly string[],
  rows: Iterable<Row>,
  flags: Pick<TableFlags, 'columns' | 'sort' | 'limit' | 'times'>,
): Rows {
  const chosen = chosenRows({ columns, rows }, flags);
  return flags.times === 'iso' ? { ...chosen, rows: withIsoMoments(chosen.columns, chosen.rows) } : chosen;
}

function* withIsoMoments(columns: readonly string[], rows: Iterable<Row>): Generator<Row> {
  const moments = columns.filter(isTime);
  for (const row of rows) {
    const texts = moments.map((name) => {
      const cell = row[name];
      return [name, typeof cell === 'number' ? isoTime(cell) : (cell ?? null)] as const;
    });
    yield { ...row, ...Object.fromEntries(texts) };
  }
}
