/** Archive tables: columns of each file type, and conversion of a file row to an answer row. */

import type { KlineRow, TradeFlowMinuteRow } from '@barograph/contract';
import type { TableCell, TableColumn } from '@barograph/files';

/** File types with rows per day, by store name. */
export const TABLE_TYPES = ['klines', 'funding', 'liquidations', 'trade_flow', 'news'] as const;
export type TableType = (typeof TABLE_TYPES)[number];

const text = (name: string): TableColumn => ({ name, type: 'text' });
const moment = (name: string): TableColumn => ({ name, type: 'timestamp' });
const number = (name: string): TableColumn => ({ name, type: 'number' });
const PLACE = [text('exchange'), text('symbol'), moment('timestamp')];

/** Every table begins with exchange, symbol and the row's moment. */
export const COLUMNS: Readonly<Record<TableType, readonly TableColumn[]>> = {
  klines: [...PLACE, number('open'), number('high'), number('low'), number('close'), number('volume')],
  /** `known_at`: moment the sample became known; `timestamp`: the venue's own time. */
  funding: [...PLACE, moment('known_at'), number('funding_rate'), number('open_interest'), number('mark_price')],
  liquidations: [...PLACE, text('side'), number('price'), number('size'), number('usd'), text('basis')],
  trade_flow: [
    ...PLACE,
    number('buy_usd'),
    number('sell_usd'),
    number('large_usd'),
    number('trades'),
    number('vwap'),
    number('max_fill_usd'),
    { name: 'partial', type: 'flag' },
  ],
  /** `timestamp`: moment the row became known, which also selects its day. The reaction is measured from the publication. */
  news: [
    ...PLACE,
    moment('published_at'),
    ...['category', 'title', 'source', 'url', 'match_mode', 'id'].map(text),
    ...['revision', 'impact_score', 'bias', 'corroboration'].map(number),
    ...['ret_15m', 'ret_1h', 'ret_4h', 'vol_mult', 'oi_change_pct', 'funding_shift', 'abnormality'].map(number),
  ],
};

/** Row as stored in a file. */
export type Cells = readonly TableCell[];

/** Moment of a row, epoch ms. */
export function momentOf(row: Cells): number {
  return Number(row[2]);
}

const numberOf = (cell: TableCell | undefined): number => Number(cell);
const numberOrNull = (cell: TableCell | undefined): number | null => (typeof cell === 'number' ? cell : null);
const place = (row: Cells) => ({ exchange: String(row[0]), symbol: String(row[1]), timestamp: momentOf(row) });

/** A row of `klines`. */
export function klineOf(row: Cells): KlineRow {
  return {
    exchange: String(row[0]),
    symbol: String(row[1]),
    timestamp: momentOf(row),
    open: numberOf(row[3]),
    high: numberOf(row[4]),
    low: numberOf(row[5]),
    close: numberOf(row[6]),
    volume: numberOf(row[7]),
  };
}

/** A row of `trade_flow`. */
export function tradeFlowOf(row: Cells): TradeFlowMinuteRow {
  const [buy, sell, large, trades] = row.slice(3, 7).map(numberOf);
  return {
    ...place(row),
    buy: buy!,
    sell: sell!,
    large: large!,
    trades: trades!,
    vwap: numberOrNull(row[7]),
    maxFill: numberOrNull(row[8]),
    partial: row[9] === true,
  };
}

/** Funding and open interest of a perp, with the moments they became known, epoch ms. */
export interface FundingSample {
  readonly symbol: string;
  readonly knownAt: number;
  /** Fraction of the notional per hour. */
  readonly fundingRate: number | null;
  /** Units of the coin. */
  readonly openInterest: number | null;
  /** USD. */
  readonly mark: number | null;
}

/** A row of `funding`. */
export function fundingOf(row: Cells): FundingSample {
  return {
    symbol: String(row[1]),
    knownAt: numberOf(row[3]),
    fundingRate: numberOrNull(row[4]),
    openInterest: numberOrNull(row[5]),
    mark: numberOrNull(row[6]),
  };
}
