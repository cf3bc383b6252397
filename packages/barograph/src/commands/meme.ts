/** `barograph meme`: regime of meme coins. */

import { byValue, isReadyMemeRow, memeDay, memeRow as memeRecord } from '@barograph/contract';
import type { Candles } from '@barograph/core';
import {
  checkMemeConfig,
  isMeme,
  MEME_REGIMES,
  MEME_V2,
  memeColumns,
  memeDays,
  memeLookback,
  memePerp,
  memeRow,
  type MemeConfig,
} from '@barograph/stress';
import type { Coin } from '../coins.ts';
import type { Column } from '../column-rows.ts';
import type { EngineCommand } from '../engine-command.ts';
import { finite, flags, historyRows, words } from '../history-rows.ts';

function memesOf(coins: readonly Coin[]): readonly Coin[] {
  return coins.length === 1 ? coins : coins.filter(({ symbol }) => isMeme(symbol));
}

export const memeCommand: EngineCommand<MemeConfig> = {
  name: 'meme',
  summary: 'regime of meme coins (euphoric, distribution, ignition, bleeding, dormant)',
  description:
    'Euphoric, distribution, ignition, bleeding or dormant, from completed UTC days. Of several coins, those that are ' +
    'memes have a row; a single one counts as a meme. Funding and open interest are those of --derivatives.',
  config: MEME_V2,
  check: checkMemeConfig,
  readsPerps: true,
  isRanked: true,
  last: (coins, asOf, config, perCoin, perpsNow) => {
    const perps = new Set(coins.filter(({ source }) => source === 'perpdex_perp').map(({ symbol }) => symbol));
    const memes = new Set(memesOf(coins));
    const rows = perCoin((coin): ReturnType<typeof memeRecord.encode>[] => {
      if (!memes.has(coin)) return [];
      const { symbol, source, daily } = coin;
      const { fundingRate, openInterestUsd: oiUsd } = perpsNow(coin, asOf);
      const facts = { symbol, source, pdSymbol: memePerp(symbol, perps), fundingRate, oiUsd };
      const row = memeRow({ ...facts, daily, asOf }, config);
      return isReadyMemeRow(row) ? [memeRecord.encode(row)] : [];
    });
    return rows.toSorted(byValue('desc', (row) => row.ret_7d));
  },
  wants: () => `a meme coin with at least ${memeLookback() + 1} completed days`,
  all: {
    work: 'meme rows',
    columns: memeDay.columns,
    rows: ({ daily }, config) =>
      historyRows(
        daily,
        () => dayCells(daily, config),
        () => memeDays(daily, config).map(memeDay.encode),
      ),
  },
};

function dayCells(daily: Candles, config: MemeConfig): Readonly<Record<string, Column>> {
  const days = memeColumns(daily, config);
  const { daysInRegime, prevRegime } = days;
  return {
    timestamp: daily.time,
    close: daily.close,
    regime: words(days.regime, MEME_REGIMES),
    days_in_regime: daysInRegime,
    prev_regime: words(prevRegime, MEME_REGIMES),
    regime_changed: flags(Int8Array.from(daysInRegime, (count, i) => Number(count === 1 && prevRegime[i] !== null))),
    ret_1d: finite(days.ret1d),
    ret_7d: finite(days.ret7d),
    ret_30d: finite(days.ret30d),
    vol_spike: finite(days.volSpike),
    vol_pctile_30: days.volPctile30,
    sma20_extension_pct: finite(days.sma20ExtensionPct),
    extension_max_14d_pct: finite(days.extensionMax),
    share_of_high_30d: finite(days.shareOfHigh),
  };
}
