/** Rows as their text has them. Apart from the writing of it, for threads make text and load no more than that needs. */

import { chosenRows, type Rows } from './chosen-rows.ts';
import type { Row } from './table.ts';
import type { TableFlags } from './table-options.ts';
import { isoTime, isTime } from './tables/columns.ts';

/** The rows and columns that text has: those that were chosen, with the moments in the form asked for. */
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
