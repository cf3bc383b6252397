/** Formats CSV cells. */

/** Text that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Formats a value as a CSV cell: unknown is empty, a record or a list is JSON, and text that a spreadsheet would
 * run as a formula gets an apostrophe.
 *
 * @param cell text, number, boolean, record or list.
 * @returns the text of the cell, quoted when it contains a comma, a quote or a line break.
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
