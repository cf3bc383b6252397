/** A file of positions of accounts, read. The records are those that `@barograph/positioning` takes. */

import type { ReadBarsOptions } from './bars-file.ts';

/** One open position; see `PositionRecord` of `@barograph/positioning`. */
export interface FilePosition {
  readonly coin: string;
  /** Base units: positive long, negative short. */
  readonly size: number;
  readonly entry: number | null;
  readonly leverage: number | null;
  readonly marginMode: 'cross' | 'isolated' | undefined;
  readonly margin: number | null;
  /** null: the file has the field, and it is empty; undefined: the file does not have it. */
  readonly liquidation: number | null | undefined;
}

/** One account, with its positions in the order of the file. */
export interface FileAccount {
  readonly address: string;
  /** USD. */
  readonly equity: number | null;
  readonly isVault: boolean;
  readonly isMarketMaker: boolean;
  readonly positions: readonly FilePosition[];
}

/** A coin, as the file tells of it. */
export interface FileCoin {
  readonly coin: string;
  /** Mark price, USD: that of the list of coins, or the median of what its positions say. */
  readonly mark: number;
  /** Undefined where the file does not say them. */
  readonly tiers: readonly { readonly from: number; readonly maxLeverage: number }[] | undefined;
}

/** Positions of one moment. */
export interface AccountsFile {
  /** The path, or the name that a stream was given. */
  readonly file: string;
  /** Positions in the file. */
  readonly rows: number;
  /** Moment of the positions, epoch ms; null when the file does not say. */
  readonly time: number | null;
  readonly accounts: readonly FileAccount[];
  /** Coins with a mark, by name. */
  readonly coins: readonly FileCoin[];
}

/** Options of reading accounts. */
export type ReadAccountsOptions = Pick<ReadBarsOptions, 'limits' | 'signal'>;
