/** Tables as Parquet. Apart from the main entry: encoder and decoder take longer to load than all else, and few need them. */

export { parquetTable, type TableCell, type TableColumn, type TableColumnType } from './parquet-table.ts';
export { readTable, type TableRange } from './read-table.ts';
