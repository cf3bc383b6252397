/** Parsed file of account positions. `@barograph/positioning` accepts the records. */

import type { ReadBarsOptions } from './bars-file.ts';

/** One open position; see `PositionRecord` of `@barograph/positioning`. */
export interface FilePosition {
  readonly coin: string;
  /** Base units: positive long, negative short. */
  readonly size: number;
  /** Average entry price, USD; null when the cell is empty. */
  readonly entry: number | null;
  /** Leverage, at least 1; null when the cell is empty. */
  readonly leverage: number | null;
  readonly marginMode: 'cross' | 'isolated' | undefined;
  /** Margin of an isolated position, USD; null when the cell is empty. */
  readonly margin: number | null;
  /** null when the cell is empty; undefined when the file lacks the field. */
  readonly liquidation: number | null | undefined;
}

/** Account with its positions in file order. */
export interface FileAccount {
  readonly address: string;
  /** USD. */
  readonly equity: number | null;
  readonly isVault: boolean;
  readonly isMarketMaker: boolean;
  readonly positions: readonly FilePosition[];
}

/** Coin, as described by the file. */
export interface FileCoin {
  readonly coin: string;
  /** Mark price, USD: from the list of coins, or the median over its positions. */
  readonly mark: number;
  /** undefined when absent in the file. */
  readonly tiers: readonly { readonly from: number; readonly maxLeverage: number }[] | undefined;
}

/** Positions at a time. */
export interface AccountsFile {
  /** Path, or the name of the stream. */
  readonly file: string;
  /** Number of positions in the file. */
  readonly rows: number;
  /** Time of the positions, epoch ms; null when absent in the file. */
  readonly time: number | null;
  readonly accounts: readonly FileAccount[];
  /** Coins with a mark, by name. */
  readonly coins: readonly FileCoin[];
}

/** Options of reading accounts. */
export type ReadAccountsOptions = Pick<ReadBarsOptions, 'limits' | 'signal'>;
