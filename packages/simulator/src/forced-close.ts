/** Leveraged position, and its forced close. */

/** Side of a position. */
export type PositionSide = 'long' | 'short';

/** Leveraged position of a perp. */
export interface Position {
  readonly symbol: string;
  /** Unique within the listing. */
  readonly id: string;
  readonly side: PositionSide;
  /** Units of the listing. */
  readonly size: number;
  /** Leverage, at least 1. */
  readonly leverage: number;
  /** Maintenance margin as a fraction of the notional. */
  readonly maintenance: number;
  /** Entry price, quote units. */
  readonly entry: number;
  /** Price at which its margin has fallen to the maintenance margin. */
  readonly level: number;
  /** Time of opening, epoch ms. */
  readonly opened: number;
}

/** Position, and when its holder closes it unless a forced close comes first. */
export interface OpenedPosition extends Position {
  /** Whole hour of the close, epoch ms. */
  readonly until: number;
}

/** Forced close of a position. */
export interface ForcedClose extends Position {
  /** Time at which the price crossed the level, epoch ms. */
  readonly time: number;
  /** Closing price: the first on the grid at or beyond the level. */
  readonly price: number;
  /** Size × price, quote units. */
  readonly notional: number;
}

/**
 * Price at which an isolated position with margin entry / leverage has only the maintenance margin left.
 *
 * @source margin · size = maintenance · level · size, solved for the level.
 */
export function levelOf(side: PositionSide, entry: number, leverage: number, maintenance: number): number {
  return side === 'long'
    ? (entry * (1 - 1 / leverage)) / (1 - maintenance)
    : (entry * (1 + 1 / leverage)) / (1 + maintenance);
}
