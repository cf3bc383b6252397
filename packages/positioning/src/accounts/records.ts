/** Accounts and coins as sources supply them: one record per account, with its open positions. */

/** Open position. Absent numbers are unknown; a given number must be valid. */
export interface PositionRecord {
  /** Coin, case-sensitive, as the venue writes it. */
  readonly coin: string;
  /** Size in base units: positive long, negative short. */
  readonly size: number;
  /** Average entry price, USD. A position without it is dropped. */
  readonly entry: number | null;
  /** Leverage that the account chose, at least 1. @default unknown */
  readonly leverage?: number | null | undefined;
  /** Margin mode; a cross position is backed by the whole account. @default 'cross' */
  readonly marginMode?: 'cross' | 'isolated' | undefined;
  /**
   * Margin of an isolated position at mark, including unrealised profit, USD. @default derived from entry and leverage
   */
  readonly margin?: number | null | undefined;
  /**
   * Liquidation price of the venue, USD; null when the venue states that none exists. Absent: solved from the margin.
   */
  readonly liquidation?: number | null | undefined;
}

/** Trade statistics of an account. A number is null when unknown, and then satisfies no rule. */
export interface AccountStats {
  /** Number of fills within 30 days. */
  readonly fills30d: number | null;
  /** Share of maker fills, 0…1. */
  readonly makerShare: number | null;
  /** Number of coins traded within 30 days. */
  readonly coins30d: number | null;
  /** Realised profit of 30 and of 90 days, USD. */
  readonly pnl30d: number | null;
  readonly pnl90d: number | null;
  /** Median holding time of a position, seconds. */
  readonly medianHoldSeconds: number | null;
  /** Closed trades behind the 90-day profit. */
  readonly closedTrades: number | null;
  /** t-statistic of the daily profit: mean over standard error. */
  readonly dailyPnlT: number | null;
}

/** Account. */
export interface AccountRecord {
  /** Address; a second record with the same address is dropped. */
  readonly address: string;
  /** Equity, USD, including positions; null when unknown. */
  readonly equity: number | null;
  /** Equity behind the cross positions, USD. @default equity minus the margins of the isolated positions */
  readonly crossEquity?: number | null | undefined;
  /** Whether the account is a pool that trades for its depositors. @default false */
  readonly isVault?: boolean | undefined;
  /**
   * Whether its operator flags it as a market maker, such as the vault of a venue.
   * @default false
   */
  readonly isMarketMaker?: boolean | undefined;
  /** Statistics of its trades; absent when unknown. */
  readonly stats?: AccountStats | undefined;
  readonly positions: readonly PositionRecord[];
}

/** Tier of a coin's maintenance margin. */
export interface MarginTier {
  /** Notional at which the tier starts, USD; 0 for the first. */
  readonly from: number;
  /** Largest leverage of the tier. Maintenance is half of the initial margin at it: `1 / (2 · maxLeverage)`. */
  readonly maxLeverage: number;
}

/** Mark and margin tiers of a coin. */
export interface CoinTerms {
  readonly coin: string;
  /** Mark price, USD. */
  readonly mark: number;
  /** Tiers, ascending; without them no liquidation price of the coin is solved. */
  readonly tiers?: readonly MarginTier[] | undefined;
}
