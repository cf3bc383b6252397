/** One row in a terminal: a line per cell. */

import stringWidth from 'string-width';
import type { Row } from '../table.ts';
import { cellText, fieldOf, toneOf } from './fields.ts';
import { shortened } from './human-table.ts';
import { safeText } from './safe-text.ts';
import { toned, type Terminal } from './terminal.ts';

/** Lines of a row: name, value and unit; wide values are cut to the terminal. */
export function* humanBlock(row: Row, terminal: Terminal, isWide: boolean): Generator<string> {
  const names = Object.keys(row);
  const width = Math.max(...names.map((name) => stringWidth(safeText(name))));
  for (const name of names) {
    const field = fieldOf(name);
    const text = cellText(field, row[name]);
    const isNumber = typeof row[name] === 'number' && field.kind !== 'time';
    const unit = isNumber && field.unit !== '' ? ` ${field.unit}` : '';
    const room = terminal.width - width - 2 - stringWidth(unit);
    const shown = isWide || stringWidth(text) <= room ? text : shortened(text, Math.max(2, room));
    const head = toned(safeText(name), 'bold', terminal) + ' '.repeat(width - stringWidth(safeText(name)));
    yield `${head}  ${toned(shown, toneOf(name, field, row[name]), terminal)}${toned(unit, 'dim', terminal)}\n`;
  }
}
