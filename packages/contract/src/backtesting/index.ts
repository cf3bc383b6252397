/** Archive for backtests: pages of rows, files, and coverage. */

import { feature } from '../feature.ts';
import { backtestingDownload, backtestingFile } from './archives-download.ts';
import { backtestingPurchase } from './archives-purchase.ts';
import { backtestingDailySnapshots } from './daily-snapshots.ts';
import { backtestingKlines } from './klines.ts';
import { backtestingNewsEvents } from './news-events.ts';
import { backtestingFundingBars } from './pd-funding-bars.ts';
import { backtestingTradeFlow } from './pd-trade-flow.ts';
import { backtestingSnapshots } from './snapshots.ts';
import { backtestingStatus } from './status.ts';

export { ARCHIVE_FILE_TYPES, unknownLink } from './archives-download.ts';
export {
  BACKTESTING,
  LINKED_FILES,
  type ArchiveGap,
  type ArchivePage,
  type Backtesting,
  type FileTicket,
  type FundingBarRow,
  type KlineRow,
  type LinkedFiles,
  type NewsPageAsked,
  type PageAsked,
  type SnapshotRow,
  type TradeFlowMinuteRow,
  type TypeStatus,
} from './port.ts';

export const backtesting = feature({
  operations: [
    backtestingStatus,
    backtestingKlines,
    backtestingFundingBars,
    backtestingTradeFlow,
    backtestingSnapshots,
    backtestingNewsEvents,
    backtestingDailySnapshots,
    backtestingDownload,
    backtestingPurchase,
    backtestingFile,
  ],
  families: { backtesting: 'The archive for backtests: rows page by page, and files.' },
});
