export { csvCell } from './csv-cell.ts';
export { ACCOUNT_FIELDS } from './account-fields.ts';
export {
  type AccountsFile,
  type FileAccount,
  type FileCoin,
  type FilePosition,
  type ReadAccountsOptions,
} from './accounts-file.ts';
export { parseBook, type BookContent, type BookFile } from './book-levels.ts';
export { type BarsFile, type ReadBarsOptions } from './bars-file.ts';
export { coinOfFile, isSymbol, nameProblem, SYMBOL_RULE, symbolOf } from './coin-name.ts';
export { BAR_COLUMNS, type BarColumn } from './column-names.ts';
export { FILE_COLUMNS, type ColumnMapping, type ColumnOptions } from './columns.ts';
export { type BarsFormat } from './bars-format.ts';
export { type ByteStream, type StopSignal } from './byte-stream.ts';
export { LAYOUT_NAMES, type LayoutName } from '@barograph/core';
export { type EventRows, type FileDollars, type FileHeadline } from './events-rows.ts';
export { type FileHack } from './hack-rows.ts';
export { type FileFearGreed, type FileMacroSeries, type FileRelease, type MacroRows } from './macro-rows.ts';
export { MACRO_TERMS_V1, soundDays, type DayValue, type FileMacroName, type MacroDrop } from './macro-terms.ts';
export {
  readAccountsOrThrow,
  readAccountsStreamOrThrow,
  readArtifactOrThrow,
  readBarsFolderOrThrow,
  readBarsOrThrow,
  readBarsStreamOrThrow,
  readBookOrThrow,
  readBookStreamOrThrow,
  readPanelOrThrow,
  readPanelStreamOrThrow,
  readReferenceOrThrow,
  readSeriesOrThrow,
  readTakerBuyOrThrow,
  readTradesOrThrow,
  readTradesStreamOrThrow,
} from './or-throw.ts';
export { partialNote } from './partial-bar.ts';
export type { TableCell, TableColumn, TableColumnType } from './parquet-table.ts';
export { knownAt, knownTimes, type Publication } from './publication.ts';
export { readAccounts, readAccountsStream } from './read-accounts.ts';
export { readArtifact } from './read-artifact.ts';
export {
  readBarsFolder,
  symbolIn,
  type BarsFolder,
  type ReadFolderOptions,
  type SymbolBars,
} from './read-bars-folder.ts';
export { readBars, readBarsStream } from './read-bars.ts';
export { readPanel, readPanelStream, type BarsPanel } from './read-panel.ts';
export { readBook, readBookStream } from './read-book.ts';
export { READ_BOUNDS_V1, type ReadBounds } from './read-bounds.ts';
export { readReference } from './read-reference.ts';
export { READ_LIMITS_V1, readDeadlineMs, type ReadLimits } from './read-limits.ts';
export { readSeries } from './read-series.ts';
export { readTakerBuy, TAKER_BUY_COLUMN } from './read-taker-buy.ts';
export { readTrades, readTradesStream } from './read-trades.ts';
export {
  REFERENCE_FILES_V1,
  type FileCategories,
  type FileCoinTable,
  type FileReference,
  type FileReferenceCoin,
  type FileSchedule,
  type ReferenceFilesConfig,
} from './reference.ts';
export { type RepairReport } from './repair.ts';
export { type ReadSeriesOptions, type Series, type SeriesColumns } from './series.ts';
export { specialFile } from './special-file.ts';
export { TRADE_COLUMNS, TRADE_MAPPING, type TradeColumn, type TradeMapping } from './trade-columns.ts';
export {
  type ReadTradesOptions,
  type Trades,
  type TradesFile,
  type TradesFormat,
  type TradesRepair,
} from './trades-file.ts';
