/**
 * Evidence on the shock detector: of the shocks that hindsight names, which it told within two bars of their worst hour, how many
 * alarms a month were false, and the same of other numbers than the chosen ones. Every shock of Bitcoin is listed. What a shock is was
 * fixed first; the numbers of the detector were chosen with all of these hours in view, and the spans say how much depends on that.
 *
 *     node --conditions=source --import tsx packages/lab/studies/nowcast-shock.evidence.ts [folder of hourly bars]
 */

import { barAt, firstAtOrAfter, fold, sliceCandles, unwrap, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import { shock, SHOCK_V1, type ShockConfig, type ShockRow } from '@barograph/nowcast';
import { shockScore, trueShocks, type ShockScore } from './shock-truth.ts';

const [folder = '../shared/data/ohlcv_1h'] = process.argv.slice(2);
const SERIES = [
  ['BTC, spot', 'binance_spot/BTCUSDT.csv.gz'],
  ...['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'LTC'].map((coin) => [coin, `binance_usdm_perp/${coin}USDT.csv.gz`]),
] as const;
const CUT = Date.UTC(2023, 0, 1);
/** Bars after the worst hour within which a shock counts as told. */
const WITHIN = 2;

const rowsOf = (bars: Candles, config: ShockConfig): readonly ShockRow[] =>
  fold(
    shock(config),
    Array.from({ length: bars.length }, (_, i) => barAt(bars, i)),
  ).outputs;
const isTold = (delay: number | undefined): boolean => delay !== undefined && delay <= WITHIN;
const cells = ({ delays, falseAlarms, share, months }: ShockScore): string =>
  `${delays.filter(isTold).length} of ${delays.length} | ${(falseAlarms.length / months).toFixed(2)} | ${(100 * share).toFixed(1)} %`;
const hour = (time: number): string => new Date(time).toISOString().slice(0, 13).replace('T', ' ');

console.log('| series | hours | told | false a month | active |\n|---|---|---:|---:|---:|');
const whole = new Map<string, Candles>();
for (const [name, file] of SERIES) {
  const bars = unwrap(await readBars(`${folder}/${file}`)).candles;
  whole.set(name!, bars);
  const cut = firstAtOrAfter(bars, CUT);
  for (const [span, part] of [
    ['to 2022', sliceCandles(bars, 0, cut)],
    ['from 2023', sliceCandles(bars, cut, bars.length)],
  ] as const) {
    // prettier-ignore
    console.log(`| ${name} | ${span} | ${cells(shockScore(trueShocks(part), rowsOf(part, SHOCK_V1)))} |`);
  }
}

console.log('\n| other numbers, BTC, spot, all hours | told | false a month | active |\n|---|---:|---:|---:|');
const bitcoin = whole.get('BTC, spot')!;
const shocks = trueShocks(bitcoin);
for (const [hours, sixHours] of [
  [5, 7],
  [6, 8],
  [7, 9],
  [8, 10],
] as const) {
  // prettier-ignore
  for (const halflife of [168, 360, 720]) {
    const config = { ...SHOCK_V1, version: 'shock/other', hour: hours, sixHours, halflife } as const;
    console.log(`| ${hours}, ${sixHours}, halflife ${halflife} h | ${cells(shockScore(shocks, rowsOf(bitcoin, config)))} |`);
  }
}

console.log('\n| worst hour, BTC, spot | told after, hours |\n|---|---:|');
const { delays } = shockScore(shocks, rowsOf(bitcoin, SHOCK_V1));
for (const [i, { worst }] of shocks.entries())
  console.log(`| ${hour(bitcoin.time[worst]!)} | ${delays[i] ?? 'missed'} |`);
