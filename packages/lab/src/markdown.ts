/** Tables in Markdown. */

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** A table with its head. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}
