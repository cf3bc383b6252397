/**
 * Sensitivity of the long-horizon regime to its breadth universe: the labels of five other universes against those of
 * the published rule, on all days, on its bull-side days, and on the days with and without the flag `near_cutoff`; with
 * the distances between their signals, which are the noise of `CYCLE_BREADTH_V2`.
 *
 *     node --conditions=source --import tsx packages/lab/studies/cycle-universes.evidence.ts
 */

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { quantile } from '@barograph/core';
import {
  CYCLE_DAILY_V2,
  cycleDays,
  type BreadthNoise,
  type CoinDay,
  type CycleConfig,
  type CycleDay,
  type MarketDay,
} from '@barograph/cycle';
import { coinOfFile, symbolOf } from '@barograph/files';
import { DATA, marketHistory, missingHistory } from '../../../test/cycle-history.ts';
import { CYCLE_WINDOWS, measureWindows } from '../../../test/cycle-windows.ts';

if (missingHistory !== undefined) {
  console.error(`nothing to read: ${missingHistory}`);
  process.exit(2);
}

/** From here on the folder has an exchange's whole list of pairs, delisted ones among them. */
const FROM = Date.parse('2021-11-01');
const HISTORY = await marketHistory();

/** Coins of the files of a folder. */
const coinsOf = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(`${DATA}/${folder}`).map((name) => coinOfFile(symbolOf(name))));

/** The history with some of the coins only. */
const only = (keep: ReadonlySet<string>): readonly MarketDay[] =>
  HISTORY.map(({ btc, coins }) => ({ btc, coins: coins.filter(({ symbol }) => keep.has(symbol)) }));

/** The history with the coins of another venue, from their first trade on. */
function perpVenue(): readonly MarketDay[] {
  const text = gunzipSync(readFileSync(`${DATA}/ohlcv_1d/hyperliquid_all_perps_1d.csv.gz`)).toString();
  const byTime = new Map<number, CoinDay[]>();
  for (const row of text.trim().split('\n').slice(1)) {
    const [time, symbol, , , , close, volume] = row.split(',');
    if (Number(volume) === 0) continue;
    const day = byTime.get(Number(time)) ?? [];
    day.push({ symbol: symbol!, close: Number(close), dollarVolume: Number(close) * Number(volume) });
    byTime.set(Number(time), day);
  }
  return HISTORY.map(({ btc }) => ({ btc, coins: byTime.get(btc.time) ?? [] }));
}

const draws = (coins: number): CycleConfig => ({
  ...CYCLE_DAILY_V2,
  breadth: { ...CYCLE_DAILY_V2.breadth, coins },
});
const survivors = new Set(HISTORY.at(-1)!.coins.map(({ symbol }) => symbol));
const others: readonly (readonly [name: string, days: readonly CycleDay[]])[] = [
  ['the largest 20', cycleDays(HISTORY, draws(20))],
  ['the largest 50', cycleDays(HISTORY, draws(50))],
  ['coins that live at the end', cycleDays(only(survivors))],
  ['a fixed list of majors', cycleDays(only(coinsOf('ohlcv_1d/yahoo')))],
  ['the 30 of a perp venue', cycleDays(perpVenue())],
];
const own = cycleDays(HISTORY);
const indexes = own.flatMap(({ time, read }, i) => (time >= FROM && read.breadth !== 'unavailable' ? [i] : []));

const WINDOWS = CYCLE_WINDOWS.filter(({ from }) => Date.parse(from) >= FROM);
const passed = (days: readonly CycleDay[]): number =>
  measureWindows(days, WINDOWS).filter((window) => window.passed).length;

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-'.padStart(8) : `${((100 * part) / whole).toFixed(1)} %`.padStart(8);
const rawOf = ({ read }: CycleDay): number | null => read.raw.regime;

/** Share of some days on which a universe reads as the published one does. */
function agreement(days: readonly CycleDay[], among: readonly number[], of = rawOf): string {
  return percent(among.filter((i) => of(days[i]!) === of(own[i]!)).length, among.length);
}

const day = (i: number): string => new Date(own[i]!.time).toISOString().slice(0, 10);
console.log(
  `${day(indexes[0]!)}…${day(indexes.at(-1)!)}, ${indexes.length} days; raw labels against the published rule`,
);
console.log(`${'universe'.padEnd(28)}days     all  bull side   clear    near  committed  windows`);
for (const [name, days] of others) {
  const both = indexes.filter((i) => days[i]!.read.breadth !== 'unavailable');
  const bull = both.filter((i) => (rawOf(own[i]!) ?? 0) >= 6 && rawOf(own[i]!)! <= 9);
  const near = bull.filter((i) => own[i]!.read.breadth === 'near_cutoff');
  const clear = bull.filter((i) => own[i]!.read.breadth === 'available');
  const committed = agreement(days, both, ({ report }) => report?.regime ?? null);
  const shares = [both, bull, clear, near].map((some) => agreement(days, some)).join('');
  console.log(
    `${name.padEnd(28)}${String(both.length).padStart(4)}${shares}${committed.padStart(11)}${String(passed(days)).padStart(9)}`,
  );
}
const flagged = indexes.filter((i) => own[i]!.read.breadth === 'near_cutoff');
console.log(`near a breadth cutoff: ${percent(flagged.length, indexes.length).trim()} of the days`);
console.log(`windows of the published rule: ${passed(own)} of ${WINDOWS.length} since ${day(indexes[0]!)}`);

console.log('\ndistance between the signals of a universe and those of the published rule: median (90 %)');
const signals: readonly (keyof BreadthNoise)[] = ['b200', 'b50', 'b200Chg30', 'altRel90', 'altOut90'];
for (const signal of signals) {
  const cells = others.map(([, days]) => {
    const distances = indexes.flatMap((i) => {
      const [a, b] = [own[i]!.read.signals[signal], days[i]!.read.signals[signal]];
      return a === null || b === null ? [] : [Math.abs(a - b)];
    });
    return `${quantile(distances, 0.5).toFixed(3)} (${quantile(distances, 0.9).toFixed(3)})`;
  });
  console.log(`  ${signal.padEnd(12)}${cells.map((cell) => cell.padStart(17)).join('')}`);
}
console.log(`universe of the last day: ${own.at(-1)!.read.universe.n} coins, ${own.at(-1)!.read.universe.rule}`);
