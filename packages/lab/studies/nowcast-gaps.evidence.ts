/**
 * Labels after a gap against those of the same hours without one, by the days since the restart: how long the flags must
 * warn, and whether windows may go on over a gap. Gaps are cut into real hours; the model is the shipped one.
 * `node --conditions=source --import tsx packages/lab/studies/nowcast-gaps.evidence.ts [--every 45]`
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { barAt, candlesOf, DAY_MS, describeProblem, HOUR_MS, sliceCandles, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import { loadModel, nowcastHistory, type NowcastHistory, type NowcastModel, type GapsConfig } from '@barograph/nowcast';

const DATA = '../shared/data/ohlcv_1h';
const FILES = [
  'binance_spot/BTCUSDT',
  'binance_spot/ETHUSDT',
  'binance_usdm_perp/SOLUSDT',
  'binance_usdm_perp/LTCUSDT',
  'binance_usdm_perp/ADAUSDT',
  'binance_usdm_perp/ATOMUSDT',
];
const { values: flags } = parseArgs({ options: { every: { type: 'string', default: '60' } } });

/** Days without bars, and the days since the restart whose labels are compared. */
const GAPS = [2, 7, 30, 60];
const BANDS = [7, 8, 15, 30, 45, 60, 75, 90, 120];
/** Days before a gap, so that all windows are full there. */
const BEFORE = 150;
const off = { rankHours: 0, volumeHours: 0 };
const CONFIGS: readonly GapsConfig[] = [
  { version: 'gaps/none', ...off },
  { version: 'gaps/rank', ...off, rankHours: 90 * 24 },
  { version: 'gaps/volume', ...off, volumeHours: 30 * 24 },
  { version: 'gaps/both', rankHours: 90 * 24, volumeHours: 30 * 24 },
];

const loaded = loadModel(readFileSync('models/nowcast/2025.07.1/model.json', 'utf8'));
if (!loaded.ok) throw new Error(describeProblem(loaded.error));
const model = loaded.value;
const under = (gaps: GapsConfig): NowcastModel => ({ ...model, artifact: { ...model.artifact, gaps } });

/** The last whole stretch of hours without a long gap. */
function longest(bars: Candles): Candles {
  let [start, best] = [0, [0, 0]];
  for (let i = 1; i <= bars.length; i++) {
    if (i < bars.length && bars.time[i]! - bars.time[i - 1]! <= 25 * HOUR_MS) continue;
    if (i - start > best[1]! - best[0]!) best = [start, i];
    start = i;
  }
  return sliceCandles(bars, best[0]!, best[1]!);
}

/** Hours whose labels agree, and hours compared, by band; and the sum of differences of p_now. */
const table = new Map<string, { same: number; hours: number; distance: number }[]>();
const key = (gap: number, version: string): string => `${gap} d ${version}`;
for (const gap of GAPS) {
  for (const { version } of CONFIGS) {
    table.set(
      key(gap, version),
      BANDS.slice(1).map(() => ({ same: 0, hours: 0, distance: 0 })),
    );
  }
}

function compare(whole: NowcastHistory, broken: NowcastHistory, restart: number, into: string): void {
  const index = new Map(Array.from(whole.time, (time, i) => [time, i] as const));
  for (let i = 0; i < broken.length; i++) {
    const days = (broken.time[i]! - restart) / DAY_MS;
    const band = BANDS.findLastIndex((from) => days >= from);
    const at = index.get(broken.time[i]!);
    if (band < 0 || band >= BANDS.length - 1 || at === undefined) continue;
    if (broken.label[i]! < 0 || whole.label[at]! < 0) continue;
    const cell = table.get(into)![band]!;
    cell.hours++;
    cell.same += Number(broken.label[i] === whole.label[at]);
    for (let label = 0; label < 6; label++) {
      cell.distance += Math.abs(broken.now[6 * i + label]! - whole.now[6 * at + label]!) / 2;
    }
  }
}

let cuts = 0;
for (const file of FILES) {
  const read = await readBars(`${DATA}/${file}.csv.gz`);
  if (!read.ok) throw new Error(describeProblem(read.error));
  const bars = longest(read.value.candles);
  const first = bars.time[0]!;
  for (let day = BEFORE; ; day += Number(flags.every)) {
    const from = first + day * DAY_MS;
    const end = from + (Math.max(...GAPS) + BANDS.at(-1)!) * DAY_MS;
    if (end > bars.time[bars.length - 1]!) break;
    const rows = Array.from({ length: bars.length }, (_, i) => i).filter(
      (i) => bars.time[i]! >= from - BEFORE * DAY_MS && bars.time[i]! < end,
    );
    const whole = nowcastHistory(model, candlesOf(rows.map((i) => barAt(bars, i))));
    cuts++;
    for (const gap of GAPS) {
      const restart = from + gap * DAY_MS;
      const holed = candlesOf(
        rows.filter((i) => bars.time[i]! < from || bars.time[i]! >= restart).map((i) => barAt(bars, i)),
      );
      for (const config of CONFIGS)
        compare(whole, nowcastHistory(under(config), holed), restart, key(gap, config.version));
    }
  }
}

console.log(`${FILES.length} files, ${cuts} places, model ${model.artifact.modelVersion}`);
console.log('share of hours with the label of the unbroken series (mean total variation of p_now)');
console.log(
  `| gap, kept | ${BANDS.slice(1)
    .map((to, i) => `days ${BANDS[i]}–${to}`)
    .join(' | ')} |`,
);
for (const [name, cells] of table) {
  const text = cells.map(
    ({ same, hours, distance }) => `${(same / hours).toFixed(3)} (${(distance / hours).toFixed(3)})`,
  );
  console.log(`| ${name} | ${text.join(' | ')} |`);
}
