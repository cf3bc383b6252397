/** Trade of the venue as the taker flow takes it, and the reasons to refuse one. */

/** Side of the aggressor: a buy lifted an ask, a sell hit a bid. */
export type TakerSide = 'buy' | 'sell';

/** Taker fill. */
export interface Fill {
  /** Identity within the coin; a second fill with the same id is dropped. */
  readonly id: string;
  /** Time of the trade at the venue, epoch ms; it decides the minute. */
  readonly time: number;
  /** Coin, case-sensitive, as the venue writes it. */
  readonly coin: string;
  readonly side: TakerSide;
  /** Price, USD, within {@link FILL_RANGE}. */
  readonly price: number;
  /** Size in base units, within {@link FILL_RANGE}. */
  readonly size: number;
}

/**
 * Reasons to drop a fill.
 *
 * `coin`, `id`, `side`, `time`, `price`, `size`: the field is invalid. `early`: no clock yet. `future`: ahead of the
 * clock. `late`: its minute is sealed, or before the first one. `duplicate`: its id occurred in a minute that is still
 * open; in a sealed one it is `late`.
 */
export const DROP_REASONS = [
  'coin',
  'id',
  'side',
  'time',
  'price',
  'size',
  'early',
  'future',
  'late',
  'duplicate',
] as const;
/** Reason from {@link DROP_REASONS}. */
export type DropReason = (typeof DROP_REASONS)[number];

/** Bounds of price and size: their product and its rounding error are then normal doubles, and sums stay exact. */
export const FILL_RANGE: { readonly least: number; readonly most: number } = Object.freeze({
  least: 1e-100,
  most: 1e100,
});

const { least, most } = FILL_RANGE;

/** Invalid field of a fill; null for a valid one. */
export function badField({ coin, id, side, time, price, size }: Fill): DropReason | null {
  if (typeof coin !== 'string' || coin === '') return 'coin';
  if (typeof id !== 'string' || id === '') return 'id';
  if (side !== 'buy' && side !== 'sell') return 'side';
  if (!Number.isSafeInteger(time) || time < 0) return 'time';
  if (typeof price !== 'number' || !(price >= least && price <= most)) return 'price';
  return typeof size === 'number' && size >= least && size <= most ? null : 'size';
}
