/** Fills of one account, as columns. */

/** Fills of an account, oldest first; fills of one moment in their order of execution. All columns have one length. */
export interface FillColumns {
  /** Coins that {@link FillColumns.coin} indexes. */
  readonly coins: readonly string[];
  readonly coin: ArrayLike<number>;
  /** Epoch ms. */
  readonly time: ArrayLike<number>;
  /** 1 when the account bought, 0 when it sold. */
  readonly isBuy: ArrayLike<number>;
  /** USD. */
  readonly price: ArrayLike<number>;
  /** Size in units, above 0. */
  readonly size: ArrayLike<number>;
  /** Position before the fill, units: positive long, negative short. */
  readonly startPosition: ArrayLike<number>;
  /** Venue's profit of the closed part, without fees, USD. */
  readonly closedPnl: ArrayLike<number>;
  /** Fee, USD; negative for a rebate. */
  readonly fee: ArrayLike<number>;
  /** 1 when the fill liquidated a position of the account. */
  readonly isLiquidation: ArrayLike<number>;
}
