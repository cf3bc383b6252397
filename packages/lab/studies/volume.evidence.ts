/**
 * Evidence on the edges of the volume bands: quantiles of daily multipliers, and the share of days in each band, of
 * real perps. `node --conditions=source --import tsx packages/lab/studies/volume.evidence.ts [folder of 1h bars]`
 */

import { existsSync } from 'node:fs';
import { DAY_MS, describeProblem, HOUR_MS, quantile, resample, type Candles } from '@barograph/core';
import { readBarsFolder } from '@barograph/files';
import { VOLUME_BANDS, volumeBand, volumeHistory } from '@barograph/volatility';

const folder = process.argv[2] ?? '../shared/data/ohlcv_1h/binance_usdm_perp';
const SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];
/** The quantiles of 28 perps that version 1 was drawn from. */
const EXPECTED = [0.25, 0.36, 0.59, 0.83, 1.21, 1.85, 2.49, 4.98];

/** Hourly multipliers of the scanner: the last 24 hours against the days that had settled by then. */
function hourlyMultipliers(hourly: Candles, daily: Candles): number[] {
  const { average } = volumeHistory(daily);
  const averageOf = new Map(Array.from(daily.time, (time, i) => [time, average[i]!]));
  const notional = hourly.close.map((close, i) => close * hourly.volume[i]!);
  const out: number[] = [];
  for (let i = 23; i < hourly.length; i++) {
    if (hourly.time[i]! - hourly.time[i - 23]! !== 23 * HOUR_MS) continue;
    // the day that runs when this hour closes is held against the same days as at its end
    const mean = averageOf.get(Math.floor((hourly.time[i]! + HOUR_MS) / DAY_MS) * DAY_MS) ?? NaN;
    if (mean > 0) out.push(notional.subarray(i - 23, i + 1).reduce((sum, value) => sum + value, 0) / mean);
  }
  return out;
}

function print(name: string, multipliers: readonly number[], expected?: readonly number[]): void {
  console.log(`\n${name}: ${multipliers.length} multipliers`);
  const found = SHARES.map((p) => quantile(multipliers, p).toFixed(2));
  console.table({
    found: Object.fromEntries(SHARES.map((p, i) => [`${100 * p} %`, found[i]])),
    ...(expected === undefined
      ? {}
      : { expected: Object.fromEntries(SHARES.map((p, i) => [`${100 * p} %`, expected[i]!.toFixed(2)])) }),
  });
  const bands = multipliers.map((multiplier) => volumeBand(multiplier));
  for (const band of VOLUME_BANDS.slice(0, -1)) {
    const share = (100 * bands.filter((one) => one === band).length) / bands.length;
    console.log(`  ${band.padEnd(9)} ${share.toFixed(1).padStart(5)} %`);
  }
}

if (!existsSync(folder)) {
  console.log(`nothing to read: ${folder} is not there`);
} else {
  const read = await readBarsFolder(folder);
  if (!read.ok) throw new Error(describeProblem(read.error));
  const byMean: number[] = [];
  const byMedian: number[] = [];
  const rolling: number[] = [];
  for (const { candles } of read.value.files) {
    const daily = resample(candles, '1h', '1d').bars;
    const { multiplier, multiplierMedian } = volumeHistory(daily);
    byMean.push(...multiplier.filter((value) => value >= 0));
    byMedian.push(...multiplierMedian.filter((value) => value >= 0));
    rolling.push(...hourlyMultipliers(candles, daily));
  }
  console.log(`${read.value.files.length} perps`);
  print('days against the mean of 30', byMean, EXPECTED);
  print('days against the median of 30', byMedian);
  print('rolling 24 h, every hour', rolling);
}
