/** Parameter schemas that several endpoints share. */

import { INTERVALS } from '@barograph/core';
import { VOLATILITY_REGIMES } from '@barograph/volatility';
import { Type } from 'typebox';

export const SIGNUM_COLORS = ['red', 'grey', 'green'] as const;
/** Venues of rows and bars. */
export const VENUES = ['cexa_spot', 'perpdex_perp'] as const;
/** Venue of a row or bar. */
export type Venue = (typeof VENUES)[number];
/** Rolling moves of the heatmap. */
export const HEATMAP_INTERVALS = ['1h', '4h'] as const;
/** Meme regimes. */
export const MEME_REGIMES = ['euphoric', 'distribution', 'ignition', 'bleeding', 'dormant'] as const;
/** Directions of a sort. */
export const ORDERS = ['asc', 'desc'] as const;
/** Kinds of data source. */
export const DATA_SOURCES = ['files', 'simulated', 'live'] as const;

/** Origins of data: bar files, the seeded simulator, or a venue. */
export type DataSource = (typeof DATA_SOURCES)[number];

/** Length of a bar, as a parameter. */
export const IntervalParameter = Type.Enum([...INTERVALS], {
  type: 'string',
  default: '1h',
  description: 'Bar length; a week starts on Monday 00:00 UTC.',
});
/** Number of bars. */
export const CandleLimitParameter = Type.Integer({ minimum: 1, maximum: 1000, default: 200 });
/** Accepted spellings of a coin, for descriptions. */
export const ANY_SPELLING = 'Any case, and any usual spelling: BTCUSDT, BTC/USDT, BTC-PERP, XBTUSD.';
/** Period of an ATR; absent disables it. */
export const AtrParameter = Type.Integer({
  minimum: 2,
  maximum: 200,
  description: 'Adds Wilder ATR of this period to every bar.',
});
/** A colour. */
export const ColorSchema = Type.Enum([...SIGNUM_COLORS], { type: 'string' });
/** A volatility regime. */
export const VolatilityRegimeSchema = Type.Enum([...VOLATILITY_REGIMES], { type: 'string' });
/** A meme regime. */
export const MemeRegimeSchema = Type.Enum([...MEME_REGIMES], { type: 'string' });
/** A venue. */
export const VenueSchema = Type.Enum([...VENUES], { type: 'string' });
