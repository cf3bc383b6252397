/** Rows as a table of plain text, for the output of a cell. */

export type Cell = string | number | null;

/**
 * One line a row under a head, in columns: numbers to the right with `decimals`, whole ones without, texts to the left,
 * `-` for what is not known.
 */
export function table(rows: readonly Readonly<Record<string, Cell>>[], decimals: number = 2): string {
  const names = Object.keys(rows[0] ?? {});
  const texts = rows.map((row) => names.map((name) => textOf(row[name] ?? null, decimals)));
  const isText = names.map((name) => rows.every((row) => typeof row[name] !== 'number'));
  const widths = names.map((name, i) => Math.max(name.length, ...texts.map((line) => line[i]!.length)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (isText[i]! ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [names, widths.map((width) => '─'.repeat(width)), ...texts].map(lineOf).join('\n');
}

function textOf(cell: Cell, decimals: number): string {
  if (cell === null || Number.isNaN(cell)) return '-';
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : cell.toFixed(decimals);
}
