/** Default terminal columns per engine, most important first; columns that do not fit are dropped from the end. */

import { TREND } from './fields.ts';

/** View of a table. */
export interface TableView {
  readonly columns: readonly string[];
  /** Appends the remaining columns, for scores whose parts have varying names. */
  readonly hasRest?: boolean;
}

/** Views by command name. */
export const VIEWS: Readonly<Record<string, TableView>> = {
  signum: view(
    'symbol color days_in_color adx price pct_change_24h',
    TREND,
    'h4_color flip_alert quote_volume_24h plus_di minus_di',
  ),
  volatility: view(
    'symbol regime days_in_regime rv_gk_30 rv_gk_7 vol_pctile_30',
    TREND,
    'vol_target_multiplier rv_z_7 term_structure_ratio notional_30 prev_regime',
  ),
  volume: view(
    'symbol band multiplier volume_24h avg_volume_30d change_24h spark_7d',
    'volume_change_24h multiplier_median median_volume_30d',
  ),
  technical: view(
    'symbol ma_state days_in_state price dist_from_200_pct rsi_1d',
    TREND,
    'bb range_zone position_in_range bb_bandwidth_pctile sma_50 sma_200',
  ),
  heatmap: view(
    'symbol signum days_in_color price pct_1h pct_4h pct_24h',
    TREND,
    'notional_30 adx signum_4h dist_from_200_pct',
  ),
  meme: view(
    'symbol regime days_in_regime price ret_1d ret_7d ret_30d',
    TREND,
    'vol_spike vol_pctile_30 share_of_high_30d funding_rate oi_usd',
  ),
  nowcast: view(
    'symbol label confidence candles_in_regime',
    TREND,
    'pending p_visit_vol_spike p_drawdown_5 in_regime_since timestamp',
  ),
  cycle: view('timestamp name raw_name close open_names stability breadth universe_n rationale'),
  stress: { ...view('as_of composite score band policy_tilt'), hasRest: true },
  health: { ...view('as_of total_score long_term_score short_term_score sentiment'), hasRest: true },
  positioning: view(
    'coin net_usd gross_usd long_usd short_usd n_accounts market_maker.net_usd whale.net_usd other.net_usd',
  ),
  positioning_groups: view('coin group net_usd gross_usd long_usd short_usd n_accounts'),
  gamma: view(
    'symbol state score confidence mark gamma_flip dist_to_flip_pct mm_net_delta mm_skew near_density coverage mm_n_accounts',
  ),
  gamma_profile: view('price dist_pct net_usd long_usd short_usd symbol'),
  ladder: view('price_lo price_hi total_usd long_usd short_usd group symbol'),
  whales: view('symbol net_usd dominant_side gross_usd long_pct directional_net_usd n_long n_short long_usd short_usd'),
  float: view(
    'symbol price market_cap float_pct locked_usd dilution_overhang next_unlock.date next_unlock.usd next_unlock.pct_of_float supply_basis rank',
  ),
  unlocks: view('symbol date usd pct_of_float tokens tranches id'),
  indicators: view('slug group lookback parameters computed name'),
};

function view(...names: readonly string[]): TableView {
  return { columns: names.join(' ').split(' ') };
}
