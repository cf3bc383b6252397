/** Values of paid answers that the documents also give to a lower tier, each with its line. */

import type { Leak } from './leaks.ts';

/** A place of an answer, and the line of a document (`001:75`) or the chapter (`wire`) that gives it to all callers of the operation. */
interface Given {
  readonly of: string;
  /** Fields as they are named last. */
  readonly fields: readonly string[];
  readonly by: string;
}

const given = (by: string, of: string, ...fields: readonly string[]): Given => ({ of, fields, by });
const RATES = ['funding_rate', 'rate_1h', 'current_rate', 'annualized_pct', 'max_abs_rate_1h'];
const INTEREST = ['open_interest', 'open_interest_usd'];
/** Signals, cutoffs and rationale of the current long-horizon regime, the rationale also in numbers. */
const REGIME = ['value', 'distance', 'membership', 'score', '*', 'alt_rel90', 'd200', 'dd_ath', 'dom_chg90', 'ethbtc90', 'funding7', 'off_low', 'oi_chg7', 'r30', 'r7', 'r90', 'slope200']; // prettier-ignore
const AVERAGES = ['sma_50', 'sma_100', 'sma_200', 'dist_from_50_pct', 'dist_from_100_pct', 'dist_from_200_pct', 'rsi_1d', 'rsi_1h', 'bb_bandwidth', 'position_in_range']; // prettier-ignore

/** Fields that a key of any tier is given; of gamma, volatility, news and volume those within the scope of its tier. */
export const GIVEN: readonly Given[] = [
  // tables of coins: the same market caps and prices are inputs of much
  given('000:83', 'coins.category_groups', 'market_cap', 'price'),
  given('000:155', 'coins.list', 'market_cap', 'circulating_supply', 'price'),
  given('000:157', 'coins.top', 'market_cap', 'circulating_supply', 'price'),
  given('000:160', 'coins.get', 'market_cap'),
  given('001:251', 'supply.float', 'market_cap', 'circulating_supply', 'supply_basis'),
  given('000:223', 'dex.trending', 'change_1h_pct', 'change_24h_pct'),
  // funding and open interest of now: inputs of gamma, meme coins and the archives behind them
  given('000:69', 'daily.perpdex', ...RATES, ...INTEREST, 'oracle_price'),
  given('001:12', 'perpdex.open_interest', ...RATES, ...INTEREST, 'oracle_price'),
  given('001:13', 'perpdex.summary', ...RATES, ...INTEREST),
  given('001:133', 'perpdex.funding_rates', ...RATES),
  given('001:133', 'risk.scenarios', 'funding_hourly'),
  given('001:137', 'perpdex.l2_book', 'spread_bps'),
  given('000:194', 'derivatives.funding_rates', ...RATES),
  given('000:195', 'derivatives.open_interest', ...INTEREST),
  given('000:196', 'derivatives.summary', ...RATES, ...INTEREST),
  given('wire', 'market_intelligence.funding_rates', ...RATES),
  given('001:72', 'meme.regime', 'funding_rate', 'oi_usd'),
  given('001:72', 'meme.regime_symbol', 'funding_rate', 'oi_usd'),
  // the daily snapshot: market health, coins, funding, and other current data
  given('000:60', 'daily.get', ...RATES, 'market_cap', 'circulating_supply', 'price'),
  given('000:63', 'daily.get', ...AVERAGES),
  given('001:69', 'daily.get', ...REGIME),
  given('000:42', 'market_health.get', 'value'),
  given('000:42', 'market_health.components', 'value'),
  given('000:171', 'market_health.altcoin_breadth', 'ma', 'dist_pct'),
  // liquidity
  given('001:33', 'liquidity.depth', '*', 'imbalance_10bps', 'open_interest_usd', 'spread_bps'),
  given('001:161', 'liquidity.depth_symbol', 'open_interest_usd', 'spread_bps'),
  given('001:158', 'liquidity.oi_divergence', ...INTEREST),
  given('001:132', 'liquidity.depth', 'mid_price'),
  given('001:132', 'liquidity.oi_divergence', 'mid_price'),
  // indicators: the heatmap is a selection of other rows
  given('001:75', 'indicators.signum', 'adx', 'pct_change_24h', 'position'),
  given('001:75', 'indicators.signum_symbol', 'adx', 'pct_change_24h'),
  given('001:240', 'indicators.technical_symbol', ...AVERAGES, 'rsi', 'dist_pct', 'price'),
  given('001:40', 'volume.scanner', 'avg_volume_30d', 'change_24h', 'median_volume_30d', 'multiplier', 'multiplier_median', 'volume_24h', 'volume_change_24h'), // prettier-ignore
  given('001:41', 'volatility.regime', 'notional_30', 'vol_target_multiplier'),
  given('001:41', 'volatility.regime_symbol', 'notional_30', 'vol_target_multiplier'),
  // positioning of the scope that a tier has
  given('001:56', 'quant.gex', ...RATES, ...INTEREST, 'oracle_price', 'premium', 'gamma_flip', 'mm_net_delta', 'price', 'dist_to_flip_pct', 'mm_skew', 'near_density', 'oi_change_pct'), // prettier-ignore
  given('001:57', 'quant.gex_history', 'abs_dist_to_flip', 'dist_to_flip_pct', 'funding_rate', 'mm_gross', 'mm_skew', 'near_density', 'oi_change_pct'), // prettier-ignore
  given('001:54', 'quant.positioning', 'gross_usd', 'long_usd', 'net_usd', 'short_usd', 'long', 'short'),
  given('001:58', 'quant.whales', 'gross_usd', 'long_usd', 'net_usd', 'short_usd'),
  // a class of one account is that account, and every key is given accounts by address
  given('001:147', 'perpdex.wallet_positions', 'notional_usd'),
  given('000:237', 'daily.pd_traders', 'notional_usd'),
  // regimes, news
  given('001:69', 'regimes.current', ...REGIME),
  given('001:69', 'regimes.list', ...REGIME),
  given('001:184', 'news.coin', 'impact_score', 'top_impact'),
  given('001:183', 'news.market_moving', 'impact_score'),
  given('001:64', 'news.pulse', 'top_impact'),
  given('001:182', 'news.pulse', 'news_pressure', 'news_tilt'),
  // examples: the card of the model that the examples were recorded with, and functions of a small count
  given(
    'payments-and-accounts',
    'openapi',
    'recent_occupancy[]',
    'artifact_sha256',
    'brier_mapped',
    'brier_raw',
    'intercept',
  ),
  given('payments-and-accounts', 'openapi', 'corroboration'),
];

/** The line that gives a value; undefined: it is a leak. */
export function givenBy({ told }: Pick<Leak, 'told'>, list: readonly Given[] = GIVEN): Given | undefined {
  const [of, place = ''] = told.split(' ');
  const field = place.slice(place.lastIndexOf('.') + 1);
  return list.find((one) => one.of === of && one.fields.includes(field));
}
