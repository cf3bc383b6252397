/**
 * Text kernels in WebAssembly: rows of numbers to bytes, and bars from bytes. A separate module, which the numeric
 * kernels do not load.
 */

export { csvRows } from './text/csv.ts';
export type { BarBounds, CsvLayout, CsvRows } from './text/csv.ts';
export { rowWriter } from './text/rows.ts';
export type { RowWriter, TextColumn } from './text/rows.ts';
