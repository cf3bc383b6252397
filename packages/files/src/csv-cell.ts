/** A cell of CSV. */

/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A value as a cell of CSV: unknown is empty, a record or a list is its JSON, and a text that a spreadsheet would take
 * for a formula begins with an apostrophe.
 *
 * @source RFC 4180
 * @example
 * csvCell('Arbitrum, Inc.'); // → '"Arbitrum, Inc."'
 * csvCell('=HYPERLINK("x")'); // → `"'=HYPERLINK(""x"")"`
 * csvCell(null); // → ''
 */
export function csvCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const plain = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : JSON.stringify(cell);
  const text = typeof cell === 'string' && FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
