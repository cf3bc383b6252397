/** Accounts and coins as sources give them: one record per account, with its open positions. */

/** One open position. Numbers that are absent are not known; a number that is given must be sound. */
export interface PositionRecord {
  /** Case-sensitive, as the venue writes it. */
  readonly coin: string;
  /** Base units: positive long, negative short. */
  readonly size: number;
  /** Average price of entry, USD. A position without it is dropped. */
  readonly entry: number | null;
  /** Leverage that the account chose for it, at least 1. */
  readonly leverage?: number | null | undefined;
  /** `cross` by default: the position is backed by the whole account. */
  readonly marginMode?: 'cross' | 'isolated' | undefined;
  /** Of an isolated position: what backs it at mark, unrealised result included, USD. By default from entry and leverage. */
  readonly margin?: number | null | undefined;
  /** Liquidation price that the venue gives, USD; null: the venue says that it has none. Absent: solved from the margin. */
  readonly liquidation?: number | null | undefined;
}

/** Facts about the trades of an account. A number that is not known is null, and fits no rule. */
export interface AccountStats {
  /** Fills within 30 days. */
  readonly fills30d: number | null;
  /** Share of the fills that rested in the book, 0…1. */
  readonly makerShare: number | null;
  /** Coins traded within 30 days. */
  readonly coins30d: number | null;
  /** Realised profit of 30 and of 90 days, USD. */
  readonly pnl30d: number | null;
  readonly pnl90d: number | null;
  /** Median time that a position is held, seconds. */
  readonly medianHoldSeconds: number | null;
  /** Closed trades behind the profit of 90 days. */
  readonly closedTrades: number | null;
  /** t-statistic of the daily profit: mean over its standard error. */
  readonly dailyPnlT: number | null;
}

/** One account. */
export interface AccountRecord {
  /** Identity; an address that comes twice is dropped the second time. */
  readonly address: string;
  /** Value of the account in USD, positions included; null when it is not known. */
  readonly equity: number | null;
  /** Equity behind the cross positions, USD. By default the equity without the margins of the isolated positions. */
  readonly crossEquity?: number | null | undefined;
  /** A pool that trades for its depositors. */
  readonly isVault?: boolean | undefined;
  /** Flagged by its operator as a market maker, as the vault of a venue is. */
  readonly isMarketMaker?: boolean | undefined;
  readonly stats?: AccountStats | undefined;
  readonly positions: readonly PositionRecord[];
}

/** One tier of the maintenance margin of a coin. */
export interface MarginTier {
  /** Notional from which on it applies, USD; 0 for the first. */
  readonly from: number;
  /** Largest leverage of the tier. Maintenance is half of the initial margin at it: `1 / (2 · maxLeverage)`. */
  readonly maxLeverage: number;
}

/** Mark and margin tiers of a coin. */
export interface CoinTerms {
  readonly coin: string;
  /** Mark price, USD. */
  readonly mark: number;
  /** Ascending; without them no liquidation price of the coin is solved. */
  readonly tiers?: readonly MarginTier[] | undefined;
}
