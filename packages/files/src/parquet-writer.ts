/** Tables as Parquet. Apart from the main entry: the encoder takes longer to load than all else, and few need it. */

export { parquetTable, type TableCell, type TableColumn, type TableColumnType } from './parquet-table.ts';
