/** The market of the tracked coins on the wire. */

import { FRAGILITY_BANDS, LIQUIDITY_REGIMES, type LiquidityMarket, type MarketPart } from '@barograph/stress';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { SCORE, SHARE } from './regime-row.ts';

const field = fieldsOf<MarketPart>();
const coin = record('LiquidityMarketCoin', {
  symbol: field.text('Base coin.', (part) => part.symbol),
  score: field.numberOrNull("The coin's score; null when not known.", (part) => part.score, SCORE),
  open_interest_usd: field.numberOrNull('USD; null when not known.', (part) => part.openInterestUsd, { minimum: 0 }),
  weight: field.number(
    'Share in the score of the market, by open interest and at most 0.25; 0 without score or open interest.',
    (part) => part.weight,
    SHARE,
  ),
});

const counted = fieldsOf<LiquidityMarket['counts']>();
const count = (regime: (typeof LIQUIDITY_REGIMES)[number]) =>
  counted.integer(`Coins under ${regime}.`, (counts) => counts[regime], { minimum: 0 });
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
/** Score, band and label of the market, and the coins behind them. */
export const liquidityMarketBody = record('LiquidityMarket', {
  regime: market.choiceOrNull(
    LIQUIDITY_REGIMES,
    'Label of the most coins, the graver of equal ones; null while all are warming.',
    (market) => market.regime,
  ),
  regime_counts: market.inner(counts, (market) => market.counts),
  warming: market.integer('Coins below 24 hours of samples.', (market) => market.warming, { minimum: 0 }),
  score: market.numberOrNull(
    'Mean of the scores of the coins by weight, to one decimal; higher is healthier; null when no coin has one.',
    (market) => market.score,
    SCORE,
  ),
  band: market.choiceOrNull(FRAGILITY_BANDS, 'Band of the score.', (market) => market.band),
  partial: market.flag('A coin, or a part of one, is missing.', (market) => market.partial),
  coins: market.items(coin, 'By symbol.', (market) => market.coins),
  score_version: market.text('Version of the score.', (market) => market.configVersion),
});
/** The market on the wire. */
export type LiquidityMarketWire = WireOf<typeof liquidityMarketBody>;
