/** Floats and unlocks on the wire. */

import { FLOAT_QUALITIES, SUPPLY_BASES, type CoinRecord, type FloatRow, type Unlock } from '@barograph/stress';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { isoTime } from '../scalar.ts';

/** Coin with its float and next unlock. */
export interface FloatCoin {
  readonly coin: CoinRecord;
  readonly float: FloatRow;
  /** Null without a known cliff ahead. */
  readonly nextUnlock: Unlock | null;
  readonly isTracked: boolean;
  /** Perp that trades it; null without one. */
  readonly perp: string | null;
}

/** Unlock with the perp of its coin. */
export interface ListedUnlock extends Unlock {
  readonly perp: string | null;
}

/** Whether the source has a schedule of a coin. */
export const UNLOCK_COVERAGES = ['tracked', 'not_tracked'] as const;

const NONE_LESS = { minimum: 0 };
const ABOVE_ZERO = { exclusiveMinimum: 0 };
const day = fieldsOf<Unlock>();
/** Fields of a UTC day with a cliff. */
const unlockFields = {
  date: day.text('UTC day, YYYY-MM-DD.', (unlock) => isoTime(unlock.day).slice(0, 10)),
  timestamp: day.moment('First tranche of the day.', ({ time }) => time),
  last_timestamp: day.moment('Last tranche of the day; the entry stays until then.', ({ lastTime }) => lastTime),
  tokens: day.number('Tokens of the day: its tranches summed.', ({ tokens }) => tokens, ABOVE_ZERO),
  usd: day.numberOrNull('Tokens at the price of now, USD; null without a price.', ({ usd }) => usd, NONE_LESS),
  pct_of_float: day.numberOrNull(
    'Tokens over the circulating supply of now, a fraction that may exceed 1; null where that is not known.',
    ({ shareOfFloat }) => shareOfFloat,
    NONE_LESS,
  ),
  tranches: day.integer('Tranches that were summed.', ({ tranches }) => tranches, { minimum: 1 }),
};
/** Next cliff of a coin. */
export const nextUnlock = record('NextUnlock', unlockFields);

const listed = fieldsOf<ListedUnlock>();
/** An entry of the calendar. */
export const unlockRow = record('Unlock', {
  symbol: listed.text('Ticker.', ({ symbol }) => symbol),
  id: listed.text('Id of the coin.', ({ id }) => id),
  ...unlockFields,
  pd_symbol: listed.textOrNull('Perp that trades it; null where none does.', ({ perp }) => perp),
});
/** An entry on the wire. */
export type UnlockRowWire = WireOf<typeof unlockRow>;

/** Description of the next cliff in a row. */
export const NEXT_UNLOCK =
  'The soonest cliff, however far; null when the schedule has none ahead, or there is no schedule.';
const field = fieldsOf<FloatCoin>();
/** A row of the board. */
export const floatRowRecord = record('SupplyFloatRow', {
  symbol: field.text('Ticker; several coins may have the same.', ({ coin }) => coin.symbol),
  id: field.text('Id of the coin in the source; unique.', ({ coin }) => coin.id),
  name: field.text('Name; text of the source, never to be interpreted.', ({ coin }) => coin.name),
  rank: field.integerOrNull('Rank by market cap; null of an unranked coin.', ({ coin }) => coin.rank, { minimum: 1 }),
  price: field.numberOrNull('USD; null where not known.', ({ coin }) => coin.price, ABOVE_ZERO),
  market_cap: field.numberOrNull('USD; null where not known.', ({ coin }) => coin.marketCap, ABOVE_ZERO),
  circulating_supply: field.numberOrNull('Tokens; null where not known.', ({ coin }) => coin.circulating, ABOVE_ZERO),
  supply_basis: field.numberOrNull(
    'Tokens that the float is a share of: the maximum supply when capped, else the total supply; null without either.',
    ({ float }) => float.supplyBasis,
    ABOVE_ZERO,
  ),
  supply_basis_kind: field.choiceOrNull(
    SUPPLY_BASES,
    'Which supply that is; null without one.',
    ({ float }) => float.basis,
  ),
  float_pct: field.numberOrNull(
    'circulating_supply / supply_basis, a fraction; null without either.',
    ({ float }) => float.floatPct,
    { exclusiveMinimum: 0, maximum: 1 },
  ),
  dilution_overhang: field.numberOrNull(
    'Locked value as a multiple of the market cap, 1 / float_pct − 1; null with it.',
    ({ float }) => float.dilutionOverhang,
    NONE_LESS,
  ),
  locked_usd: field.numberOrNull(
    'Tokens of the basis that do not circulate, at the price, USD; null without float or price.',
    ({ float }) => float.lockedUsd,
    NONE_LESS,
  ),
  quality: field.choice(
    FLOAT_QUALITIES,
    'circ_gt_basis: more circulates than the basis, the float is 1. no_basis, no_circulating: the float is null.',
    ({ float }) => float.quality,
  ),
  next_unlock: field.innerOrNull(nextUnlock, NEXT_UNLOCK, (coin) => coin.nextUnlock),
  unlock_coverage: field.choice(
    UNLOCK_COVERAGES,
    'not_tracked: the source has no schedule of the coin; one may exist.',
    ({ isTracked }) => (isTracked ? 'tracked' : 'not_tracked'),
  ),
  pd_symbol: field.textOrNull(
    'Perp that trades it; null where none does, and of a coin whose ticker a larger one has.',
    ({ perp }) => perp,
  ),
});
/** A row on the wire. */
export type FloatRowWire = WireOf<typeof floatRowRecord>;
