/** The market of the tracked coins on the wire. */

import { FRAGILITY_BANDS, LIQUIDITY_REGIMES, type LiquidityMarket, type MarketPart } from '@barograph/stress';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { SCORE, SHARE } from './regime-row.ts';

const one = fieldsOf<MarketPart>();
const coin = record('LiquidityMarketCoin', {
  symbol: one.text('Base coin.', (of) => of.symbol),
  score: one.numberOrNull("The coin's score; null when not known.", (of) => of.score, SCORE),
  open_interest_usd: one.numberOrNull('USD; null when not known.', (of) => of.openInterestUsd, { minimum: 0 }),
  weight: one.number(
    'Share in the score of the market, by open interest and at most 0.25; 0 without score or open interest.',
    (of) => of.weight,
    SHARE,
  ),
});

const counted = fieldsOf<LiquidityMarket['counts']>();
const count = (regime: (typeof LIQUIDITY_REGIMES)[number]) =>
  counted.integer(`Coins under ${regime}.`, (of) => of[regime], { minimum: 0 });
const counts = record(
  null,
  {
    post_cascade_impaired: count('post_cascade_impaired'),
    depth_withdrawal: count('depth_withdrawal'),
    oi_price_divergence: count('oi_price_divergence'),
    deep_book: count('deep_book'),
    neutral: count('neutral'),
  },
  'Coins under each label, those that are warming left out.',
);

const market = fieldsOf<LiquidityMarket>();
/** Score, band and label of the market, and the coins that they are made of. */
export const liquidityMarketBody = record('LiquidityMarket', {
  regime: market.choiceOrNull(
    LIQUIDITY_REGIMES,
    'Label of the most coins, the graver of equal ones; null while all are warming.',
    (of) => of.regime,
  ),
  regime_counts: market.inner(counts, (of) => of.counts),
  warming: market.integer('Coins below 24 hours of samples.', (of) => of.warming, { minimum: 0 }),
  score: market.numberOrNull(
    'Mean of the scores of the coins by weight, to one decimal; higher is healthier; null when no coin has one.',
    (of) => of.score,
    SCORE,
  ),
  band: market.choiceOrNull(FRAGILITY_BANDS, 'Band of the score.', (of) => of.band),
  partial: market.flag('A coin, or a part of one, is missing.', (of) => of.partial),
  coins: market.items(coin, 'By symbol.', (of) => of.coins),
  score_version: market.text('Version of the score.', (of) => of.configVersion),
});
/** The market on the wire. */
export type LiquidityMarketWire = WireOf<typeof liquidityMarketBody>;
