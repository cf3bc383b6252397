/**
 * Evidence on the thresholds of the technical regime: how often real perps are beyond them, and how long states last.
 * `node --conditions=source --import tsx packages/lab/studies/technical.evidence.ts [folder of 1h bars]`
 */

import { existsSync } from 'node:fs';
import { barAt, describeProblem, quantile, resample } from '@barograph/core';
import { readBarsFolder } from '@barograph/files';
import { createTechnicalTracker, type TechnicalRow } from '@barograph/indicators';
import { mean } from './statistics.ts';

const folder = process.argv[2] ?? '../shared/data/ohlcv_1h/binance_usdm_perp';
const DAY_MS = 86_400_000;

/** Counted fields, over the rows that have them, and the share that version 1 was drawn from. */
const SHARES: readonly (readonly [string, (row: TechnicalRow) => boolean | null, number | undefined])[] = [
  ['bandwidth percentile ≤ 20', (row) => atMost(row.bbBandwidthPctile, 20), 24],
  ['in squeeze (with hysteresis)', (row) => row.inSqueeze, undefined],
  ['expanding', (row) => row.expanding, undefined],
  ['RSI ≥ 70', (row) => atLeast(row.rsi1d, 70), 6.9],
  ['RSI ≤ 30', (row) => atMost(row.rsi1d, 30), 3],
  ['RSI ≥ 80', (row) => atLeast(row.rsi1d, 80), 1.4],
  ['RSI ≤ 20', (row) => atMost(row.rsi1d, 20), 0.1],
  ['above SMA-200', (row) => row.above200, undefined],
  ['breakdown_200', (row) => is(row.maState, 'breakdown_200'), undefined],
  ['reclaim_200', (row) => is(row.maState, 'reclaim_200'), undefined],
  ['near_low', (row) => is(row.rangeZone, 'near_low'), undefined],
  ['near_high', (row) => is(row.rangeZone, 'near_high'), undefined],
];

function atMost(value: number | null, limit: number): boolean | null {
  return value === null ? null : value <= limit;
}

function atLeast(value: number | null, limit: number): boolean | null {
  return value === null ? null : value >= limit;
}

function is<T>(value: T | null, one: T): boolean | null {
  return value === null ? null : value === one;
}

/** Lengths of the squeezes that ended. */
function squeezeLengths(rows: readonly TechnicalRow[]): number[] {
  return rows.flatMap((row, i) => (row.squeezeDays! > 0 && rows[i + 1]?.inSqueeze === false ? [row.squeezeDays!] : []));
}

if (!existsSync(folder)) {
  console.log(`nothing to read: ${folder} is not there`);
} else {
  const read = await readBarsFolder(folder);
  if (!read.ok) throw new Error(describeProblem(read.error));
  const coins = read.value.files.map(({ file, candles }) => {
    const { bars: daily } = resample(candles, '1h', '1d');
    const tracker = createTechnicalTracker();
    const rows = Array.from({ length: daily.length }, (_, i) => {
      const bar = barAt(daily, i);
      tracker.day(bar);
      return tracker.row({ symbol: file, source: 'perpdex_perp' }, bar.time + DAY_MS);
    });
    return { rows, stateBytes: JSON.stringify(tracker.snapshot()).length };
  });
  const rows = coins.flatMap((coin) => coin.rows);
  console.log(`${coins.length} perps, ${rows.length} coin-days`);
  for (const [name, pick, expected] of SHARES) {
    const known = rows.map(pick).filter((value) => value !== null);
    const share = (100 * known.filter(Boolean).length) / known.length;
    const beside = expected === undefined ? '' : `   expected ${expected} %`;
    console.log(`  ${name.padEnd(30)} ${share.toFixed(1).padStart(5)} % of ${known.length}${beside}`);
  }
  const lengths = coins.flatMap((coin) => squeezeLengths(coin.rows));
  const perYear = lengths.length / (rows.length / 365);
  console.log(
    `  squeezes: ${perYear.toFixed(1)} a year, median ${quantile(lengths, 0.5)} days, 90 % ${quantile(lengths, 0.9)}`,
  );
  const withLevels = rows.filter((row) => row.sma200 !== null);
  const levels = withLevels.flatMap((row) => row.levels);
  const average = (values: readonly number[]): string => mean(values).toFixed(2);
  console.log(
    `  levels: ${average(withLevels.map((row) => row.levels.length))} a row, strength ${average(levels.map((level) => level.strength))}, ` +
      `distance ${average(levels.map((level) => Math.abs(level.distPct)))} %`,
  );
  console.log(`  state of a coin: ${Math.max(...coins.map((coin) => coin.stateBytes))} bytes of JSON`);
}
