/** `barograph volatility`: volatility regime of coins. */

import {
  anyVolatilityRow,
  byValue,
  isReadyVolatilityDay,
  isReadyVolatilityRow,
  volatilityDay,
  type VolatilityRowWire,
} from '@barograph/contract';
import type { Candles } from '@barograph/core';
import {
  checkVolatilityRegimeConfig,
  notional30,
  VOLATILITY_REGIME_V2,
  VOLATILITY_REGIMES,
  volatilityHistory,
  volatilityRegime,
  volatilityRegimeLookback,
  volatilityRow,
  type VolatilityRegimeConfig,
} from '@barograph/volatility';
import type { Coin } from '../coins.ts';
import type { Column } from '../column-rows.ts';
import type { EngineCommand } from '../engine-command.ts';
import { finite, historyRows, words } from '../history-rows.ts';
import type { Row } from '../table.ts';

/** Row of a coin at a moment; empty while it has too few days for a regime. */
function lastRow(
  { symbol, source, pegged, daily }: Coin,
  asOf: number,
  config: VolatilityRegimeConfig,
): VolatilityRowWire[] {
  const notional = notional30(daily).at(-1);
  const about = { symbol, source, pegged, staleCycles: 0 };
  const weight = notional === undefined || Number.isNaN(notional) ? null : notional;
  const row = volatilityRow({ ...about, notional30: weight, daily, asOf }, config);
  // The row of a coin without trades states so in `quality`.
  return isReadyVolatilityRow(row) || row.quality !== undefined ? [anyVolatilityRow(row)] : [];
}

export const volatilityCommand: EngineCommand<VolatilityRegimeConfig> = {
  name: 'volatility',
  summary: 'volatility regime (vol_shock, mean_reverting, compressed, expanding, normal) from daily ranges',
  description:
    'Realised volatilities of 7 and 30 days (Garman-Klass, Parkinson, close to close), their ranks and z-scores, ' +
    'the volatility target multiplier and the regime. A coin has a row from its 89th completed day on.',
  config: VOLATILITY_REGIME_V2,
  check: checkVolatilityRegimeConfig,
  isRanked: true,
  last: (_, asOf, config, perCoin) =>
    perCoin((coin) => lastRow(coin, asOf, config)).toSorted(byValue('desc', (row) => row.vol_pctile_30)),
  wants: (config) => `a coin with at least ${volatilityRegimeLookback(config) + 1} completed days`,
  all: {
    work: 'volatility rows',
    columns: [...volatilityDay.columns, 'close'],
    rows: ({ daily }, config) =>
      historyRows(
        daily,
        () => dayCells(daily, config),
        () => dayRecords(daily, config),
      ),
  },
};

function dayRecords(daily: Candles, config: VolatilityRegimeConfig): readonly Row[] {
  const closes = new Map(Array.from(daily.time, (time, i) => [time, daily.close[i]!]));
  return volatilityHistory(daily, daily.length, config)
    .filter(isReadyVolatilityDay)
    .map((day) => ({ ...volatilityDay.encode(day), close: closes.get(day.computedFrom)! }));
}

function dayCells(daily: Candles, config: VolatilityRegimeConfig): Readonly<Record<string, Column>> {
  const days = volatilityRegime(daily, config);
  return {
    timestamp: days.time,
    regime: words(days.regime, VOLATILITY_REGIMES),
    raw_regime: words(days.rawRegime, VOLATILITY_REGIMES),
    days_in_regime: days.daysInRegime,
    rv_gk_30: finite(days.rvGk30),
    rv_gk_7: finite(days.rvGk7),
    rv_cc_30: finite(days.rvCc30),
    rv_cc_7: finite(days.rvCc7),
    rv_parkinson_30: finite(days.rvParkinson30),
    rv_parkinson_7: finite(days.rvParkinson7),
    vol_pctile_30: days.volPctile30,
    rv_z_30: finite(days.rvZ30),
    rv_z_7: finite(days.rvZ7),
    term_structure_ratio: finite(days.termStructureRatio),
    vol_target_multiplier: finite(days.volTargetMultiplier),
    close: daily.close,
  };
}
