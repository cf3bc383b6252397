/** Text in WebAssembly: rows of numbers as bytes. A module of its own, which the kernels of numbers do not load. */

export { rowWriter } from './text/rows.ts';
export type { RowWriter, TextColumn } from './text/rows.ts';
