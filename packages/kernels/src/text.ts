/** Text in WebAssembly: rows of numbers as bytes, and bars out of them. A module of its own, which the kernels of numbers do not load. */

export { csvRows } from './text/csv.ts';
export type { BarBounds, CsvLayout, CsvRows } from './text/csv.ts';
export { rowWriter } from './text/rows.ts';
export type { RowWriter, TextColumn } from './text/rows.ts';
