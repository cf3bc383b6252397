/** Fills of one account, as columns. */

/** Fills of an account, oldest first; those of one moment in the order in which they happened. All columns of one length. */
export interface FillColumns {
  /** Coins that {@link FillColumns.coin} counts in. */
  readonly coins: readonly string[];
  readonly coin: ArrayLike<number>;
  /** Epoch ms. */
  readonly time: ArrayLike<number>;
  /** 1 where the account bought, 0 where it sold. */
  readonly isBuy: ArrayLike<number>;
  /** USD. */
  readonly price: ArrayLike<number>;
  /** Units, above 0. */
  readonly size: ArrayLike<number>;
  /** Units before the fill: positive long, negative short. */
  readonly startPosition: ArrayLike<number>;
  /** The venue's result of what the fill closed, without fees, USD. */
  readonly closedPnl: ArrayLike<number>;
  /** USD; negative where the venue paid. */
  readonly fee: ArrayLike<number>;
  /** 1 where the fill closed a position of the account by force. */
  readonly isLiquidation: ArrayLike<number>;
}
