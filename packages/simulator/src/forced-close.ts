/** A leveraged position, and its end by force. */

/** Side of a position. */
export type PositionSide = 'long' | 'short';

/** A leveraged position of a perp. */
export interface Position {
  readonly symbol: string;
  /** Unique within the listing. */
  readonly id: string;
  readonly side: PositionSide;
  /** Units of the listing. */
  readonly size: number;
  readonly leverage: number;
  /** Maintenance margin as a fraction of the notional. */
  readonly maintenance: number;
  /** Price that it was opened at, quote units. */
  readonly entry: number;
  /** Price at which its margin has fallen to the maintenance margin. */
  readonly level: number;
  /** Epoch ms. */
  readonly opened: number;
}

/** A position, and when its holder closes it unless it is closed by force before. */
export interface OpenedPosition extends Position {
  /** A whole hour, epoch ms. */
  readonly until: number;
}

/** A position that was closed by force. */
export interface ForcedClose extends Position {
  /** Moment at which price crossed the level, epoch ms. */
  readonly time: number;
  /** Price that it was closed at: the first on the grid at the level or beyond it. */
  readonly price: number;
  /** Size × price, quote units. */
  readonly notional: number;
}

/**
 * Price at which an isolated position of margin entry / leverage has only the maintenance margin left.
 *
 * @source margin · size = maintenance · level · size, solved for the level.
 */
export function levelOf(side: PositionSide, entry: number, leverage: number, maintenance: number): number {
  return side === 'long'
    ? (entry * (1 - 1 / leverage)) / (1 - maintenance)
    : (entry * (1 + 1 / leverage)) / (1 + maintenance);
}
