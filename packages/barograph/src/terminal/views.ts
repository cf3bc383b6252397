/** Columns that people look for, engine by engine, the most telling first: what does not fit is left out from the end. */

import { TREND } from './fields.ts';

/** View of a table. */
export interface TableView {
  readonly columns: readonly string[];
}

/** By the name of the command. */
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
    'pending p_visit_vol_spike p_drawdown_5_raw in_regime_since timestamp',
  ),
};

function view(...names: readonly string[]): TableView {
  return { columns: names.join(' ').split(' ') };
}
