/**
 * Evidence on the shock rule in standard deviations: how often it fires on the days of Bitcoin, alone and beside the
 * rules in percent, how many of its alarms were false, how much its cutoffs matter, and what an hourly look at the
 * running day adds; with the windows and days whose label it changes.
 *
 * An alarm is false where the week after it was no wilder than the month before it: root mean square of the next seven
 * daily returns below 1.25 times the deviation that the alarm was measured in.
 *
 *     node --conditions=source --import tsx packages/lab/studies/cycle-shock.evidence.ts
 */

import { barAt, DAY_MS, resample, type Bar } from '@barograph/core';
import {
  btcSignals,
  CYCLE_DAILY_V1,
  CYCLE_DAILY_V2,
  cycleDays,
  LONG_REGIME_V1,
  LONG_REGIME_V2,
  NO_DAYS,
  NO_SIGNALS,
  rawRead,
  withDay,
  type CycleSignals,
  type LiveDay,
} from '@barograph/cycle';
import { candlesOf, DATA, marketHistory, missingHistory } from '../../../test/cycle-history.ts';
import { measureWindows } from '../../../test/cycle-windows.ts';
import { dateOf, ranked } from './cycle-trial.ts';
import { poissonInterval } from './statistics.ts';

if (missingHistory !== undefined) {
  console.error(`nothing to read: ${missingHistory}`);
  process.exit(2);
}

const CALM = 1.25;
const WEEK = 7;
const YEAR_DAYS = 365.25;

interface Moment {
  readonly time: number;
  readonly signals: CycleSignals;
  /** The next week's deviation over that of the month before; undefined at the end of the bars. */
  readonly after: number | undefined;
}

/** Whether the rule in deviations fires. */
const fires = ({ signals: { z1, lowZ } }: Moment, z: number, low: number): boolean =>
  z1 !== null && lowZ !== null && z1 < z && lowZ < low;
const isOldShock = ({ signals }: Moment): boolean => rawRead(signals, LONG_REGIME_V1).regime === 1;
const isFalse = ({ after }: Moment): boolean => after !== undefined && after < CALM;

/** Signals at the close of each day, and within it where the prices of its hours are given. */
function moments(days: readonly Bar[], within: (day: number) => readonly LiveDay[] = () => []): readonly Moment[][] {
  let state = NO_DAYS;
  return days.map((day, i) => {
    const before = state;
    state = withDay(state, day);
    const closed = { ...NO_SIGNALS, ...btcSignals(state) };
    const returns = days.slice(i + 1, i + 1 + WEEK).map(({ close }, k) => Math.log(close / days[i + k]!.close));
    const rms = Math.sqrt(returns.reduce((sum, one) => sum + one * one, 0) / WEEK);
    const usual = closed.z1 === null ? 0 : Math.log(1 + closed.r1!) / closed.z1;
    const after = returns.length < WEEK || !(usual > 0) ? undefined : rms / usual;
    const live = within(day.time).map((one) => ({ ...NO_SIGNALS, ...btcSignals(before, one) }));
    return [...live, closed].map((signals) => ({ time: day.time, signals, after }));
  });
}

function rate(name: string, found: number, days: number): void {
  const years = days / YEAR_DAYS;
  const [low, high] = poissonInterval(found).map((count) => (count / years).toFixed(2));
  console.log(
    `  ${name.padEnd(52)}${String(found).padStart(4)}  ${(found / years).toFixed(2)} a year (${low}…${high})`,
  );
}

const history = await marketHistory();
const closes = moments(history.map(({ btc }) => btc))
  .map(([closed]) => closed!)
  .filter(({ signals }) => signals.z1 !== null);
const [Z, LOW] = LONG_REGIME_V2.shocks.at(-1)!.map(({ cutoff }) => cutoff) as [number, number];
const own = closes.filter((moment) => fires(moment, Z, LOW));
const fresh = own.filter((moment) => !isOldShock(moment));
const old = closes.filter(isOldShock);
console.log(`closes ${dateOf(closes[0]!.time)}…${dateOf(closes.at(-1)!.time)}, z1 < ${Z} and low < ${LOW} deviations`);
rate('days of the rule in deviations', own.length, closes.length);
rate('  of them no shock in percent', fresh.length, closes.length);
rate('  false alarms of the rule', own.filter(isFalse).length, closes.length);
rate('  false alarms that it adds', fresh.filter(isFalse).length, closes.length);
rate('days of the rules in percent', old.length, closes.length);
rate('  false alarms of them', old.filter(isFalse).length, closes.length);
console.log(`  added: ${fresh.map(({ time }) => dateOf(time)).join(' ')}`);

console.log('\ncutoffs: days, of them no shock in percent, of them false');
for (const z of [-3, -3.5, -4, -4.5, -5]) {
  const cells = [-4, -5, -6, -7, -8].map((low) => {
    const found = closes.filter((moment) => fires(moment, z, low));
    const added = found.filter((moment) => !isOldShock(moment));
    return `${low}: ${found.length} ${added.length} ${added.filter(isFalse).length}`.padStart(14);
  });
  console.log(`  z1 < ${String(z).padEnd(5)}${cells.join('')}`);
}

const hours = await candlesOf(`${DATA}/ohlcv_1h/binance_spot/BTCUSDT.csv.gz`);
const { bars } = resample(hours, '1h', '1d');
const byDay = new Map<number, LiveDay[]>();
for (let i = 0; i < hours.length; i++) {
  const day = hours.time[i]! - (hours.time[i]! % DAY_MS);
  const seen = byDay.get(day) ?? [];
  seen.push({ price: hours.close[i]!, low: Math.min(seen.at(-1)?.low ?? Infinity, hours.low[i]!) });
  byDay.set(day, seen);
}
const days = Array.from({ length: bars.length }, (_, i) => barAt(bars, i));
const looks = moments(days, (day) => byDay.get(day) ?? []).filter((day) => day.at(-1)!.signals.z1 !== null);
const at = (day: readonly Moment[]): boolean => day.some((moment) => fires(moment, Z, LOW));
const live = looks.filter(at);
const liveOnly = live.filter((day) => !day.some(isOldShock));
console.log(`\nevery hour ${dateOf(looks[0]![0]!.time)}…${dateOf(looks.at(-1)![0]!.time)}, one exchange`);
rate('days on which it fired at some hour', live.length, looks.length);
rate('  but not at the close', live.filter((day) => !fires(day.at(-1)!, Z, LOW)).length, looks.length);
rate('  and no rule in percent fired', liveOnly.length, looks.length);
rate('  of them false', liveOnly.filter((day) => isFalse(day.at(-1)!)).length, looks.length);
console.log(`  ${liveOnly.map(([moment]) => dateOf(moment!.time)).join(' ')}`);

console.log('\nlabels of cycle/daily-2 against cycle/daily-1');
const [one, two] = [cycleDays(history, CYCLE_DAILY_V1), cycleDays(history, CYCLE_DAILY_V2)];
const [before, now] = [measureWindows(one), measureWindows(two)];
console.log(
  `  windows passed: ${before.filter(({ passed }) => passed).length}, now ${now.filter(({ passed }) => passed).length}`,
);
before.forEach(({ window, share, passed }, i) => {
  const next = now[i]!;
  if (next.share !== share || next.passed !== passed)
    console.log(
      `    ${window.name}: ${share.toFixed(3)} → ${next.share.toFixed(3)}, ${next.passed ? 'passes' : 'misses'}`,
    );
});
const changed = new Map<string, number>();
const spans: string[] = [];
one.forEach(({ time, report }, i) => {
  const [a, b] = [report?.regime ?? '-', two[i]!.report?.regime ?? '-'];
  if (a === b) return;
  const hasBreadth = two[i]!.read.breadth !== 'unavailable';
  const key = `${dateOf(time).slice(0, 4)} ${hasBreadth ? 'with' : 'without'} breadth`;
  changed.set(key, (changed.get(key) ?? 0) + 1);
  if (hasBreadth) spans.push(`${dateOf(time)} ${a}→${b}`);
});
for (const [key, count] of changed) console.log(`    ${key}: ${count} days`);
console.log(`  with breadth: ${spans.join(', ')}`);

const alone = cycleDays(history.map(({ btc }) => ({ btc, coins: [] })));
const oldAlone = cycleDays(
  history.map(({ btc }) => ({ btc, coins: [] })),
  CYCLE_DAILY_V1,
);
console.log('\nraw labels of Bitcoin alone against those with breadth: days read, agreement');
const known = two.flatMap(({ read }, i) => (read.breadth === 'unavailable' ? [] : [i]));
for (const [name, said] of [
  ['cycle/daily-1', oldAlone],
  ['cycle/daily-2', alone],
] as const) {
  const read = known.filter((i) => said[i]!.read.raw.regime !== null);
  const same = read.filter((i) => said[i]!.read.raw.regime === two[i]!.read.raw.regime);
  console.log(`  ${name}: ${read.length} of ${known.length}, ${((100 * same.length) / read.length).toFixed(1)} %`);
}
const open = known.map((i) => alone[i]!.read.raw.open.length).filter((count) => count > 0);
console.log(`  regimes left open on a day without a label: median ${ranked(open, 0.5)}`);
const right = known.filter((i) => alone[i]!.read.raw.open.length > 0);
const inOpen = right.filter((i) => alone[i]!.read.raw.open.includes(two[i]!.read.raw.regime as never));
console.log(
  `  of those days the label with breadth is one of them on ${((100 * inOpen.length) / right.length).toFixed(1)} %`,
);
