/** Separate entry for Parquet tables: encoder and decoder load slowly, and few callers need them. */

export { parquetTable, type TableCell, type TableColumn, type TableColumnType } from './parquet-table.ts';
export { readTable, type TableRange } from './read-table.ts';
