/**
 * Standardised moves of named days of stress for `@barograph/risk`: of each day the 24 hours of BTC's greatest fall that end within it,
 * and the log return of each coin over them in units of the volatility that model 2026.11.0 expected of them at their begin.
 * Perps of the data folder come first, then spot pairs of coins without a perp at the time. Prints the rows of `stress-days.ts`.
 *
 *     node --import tsx --conditions source packages/lab/studies/stress-days.evidence.ts [data folder]
 */

import { describeProblem, HOUR_MS } from '@barograph/core';
import { readBarsFolder, READ_LIMITS_V1, type ReadLimits } from '@barograph/files';
import { loadModel } from '@barograph/nowcast';
import { riskPanel, type RiskPanel } from '@barograph/risk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [data = '../shared/data'] = process.argv.slice(2);
const limits: ReadLimits = { ...READ_LIMITS_V1, version: 'read-limits/study', baseMs: 120_000 };
const DAYS = ['2020-03-12', '2021-05-19', '2022-11-08', '2024-08-05', '2025-10-10'];
const HOURS = 24;
const loaded = loadModel(readFileSync('models/nowcast/2026.11.0/model.json', 'utf8'));
if (!loaded.ok) throw new Error(describeProblem(loaded.error));
const model = loaded.value;

async function panelOf(folder: string): Promise<RiskPanel> {
  const read = await readBarsFolder(join(data, 'ohlcv_1h', folder), { limits });
  if (!read.ok) throw new Error(describeProblem(read.error));
  const coins = read.value.files.map(({ symbol, candles }) => ({ coin: symbol.replace(/USDT$/, ''), bars: candles }));
  coins.sort((a, b) => Number(b.coin === 'BTC') - Number(a.coin === 'BTC'));
  return riskPanel({ coins, model });
}

/** Log return of the 24 hours after a row; NaN where an hour is missing. */
function moveAfter({ returns }: RiskPanel['coins'][number], row: number): number {
  let sum = 0;
  for (let s = 1; s <= HOURS; s++) sum += returns[row + s] ?? NaN;
  return sum;
}

function movesOf(panel: RiskPanel, begin: number): [string, number][] {
  const row = (begin - panel.first) / HOUR_MS;
  return panel.coins.flatMap((column): [string, number][] => {
    const z = moveAfter(column, row) / (column.volatility.h24[row]! * Math.sqrt(HOURS));
    return Number.isNaN(z) ? [] : [[column.coin, Math.round(100 * z) / 100]];
  });
}

const panels = [await panelOf('binance_usdm_perp'), await panelOf('binance_spot')];
const [perps] = panels;
for (const day of DAYS) {
  const start = Date.parse(`${day}T00:00:00Z`);
  const btc = perps!.coins[0]!;
  // The last hour of the window opens within the day.
  const begins = Array.from({ length: 24 }, (_, h) => start + (h - HOURS) * HOUR_MS);
  const falls = begins.map((begin) => moveAfter(btc, (begin - perps!.first) / HOUR_MS));
  const least = Math.min(...falls);
  if (Number.isNaN(least)) {
    console.log(`${day}: the data has no such day`);
    continue;
  }
  const begin = begins[falls.indexOf(least)]!;
  const moves = Object.fromEntries(panels.toReversed().flatMap((panel) => movesOf(panel, begin)));
  const sorted = Object.values(moves).sort((a, b) => a - b);
  const half = sorted.length / 2;
  const median = (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
  const names = Object.entries(moves).sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(
    `${day}: from ${new Date(begin + HOUR_MS).toISOString()}, BTC ${(100 * Math.expm1(least)).toFixed(1)} %, median ${median.toFixed(2)}`,
  );
  console.log(
    `    moves: { ${names.map(([coin, z]) => `${/^\d/.test(coin) ? `'${coin}'` : coin}: ${z}`).join(', ')} },`,
  );
}
