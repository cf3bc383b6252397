/**
 * Differences between the labels of our own signals and those of the reference series, by signal: each span of days
 * with another raw label, with the signal whose replacement by the reference's own mends most of its days.
 *
 *     node --conditions=source --import tsx packages/lab/studies/cycle-agreement.ts
 */

import { LONG_REGIME_V1, type CycleSignal, type CycleSignals } from '@barograph/cycle';
import { referenceDays } from '../../../test/cycle-reference.ts';
import { dateOf, historySignals, readerOf } from './cycle-trial.ts';

const read = readerOf(LONG_REGIME_V1);
const ours = new Map((await historySignals()).map(({ time, signals }) => [dateOf(time), signals]));
const days = referenceDays().flatMap(({ date, signals, raw }) => {
  const own = ours.get(date);
  return own === undefined || signals.b200 === null ? [] : [{ date, own, theirs: signals, raw, said: read(own) }];
});

/** Signals that alone, taken from the reference, would give its label. */
function menders(own: CycleSignals, theirs: CycleSignals, raw: number): readonly CycleSignal[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a record of signals
  const names = Object.keys(own) as CycleSignal[];
  return names.filter((name) => read({ ...own, [name]: theirs[name] }) === raw);
}

const differing = days.filter(({ said, raw }) => said !== raw);
console.log(`${days.length} days with breadth in both, ${differing.length} with another raw label`);
const years = new Map<string, { all: number; other: number }>();
for (const { date, said, raw } of days) {
  const year = years.get(date.slice(0, 4)) ?? { all: 0, other: 0 };
  years.set(date.slice(0, 4), { all: year.all + 1, other: year.other + Number(said !== raw) });
}
for (const [year, { all, other }] of years)
  console.log(`  ${year}: ${((100 * (all - other)) / all).toFixed(1)} % agree`);

const mended = new Map<string, number>();
for (const { own, theirs, raw } of differing) {
  const names = menders(own, theirs, raw);
  for (const name of names.length === 0 ? ['several at once'] : names) mended.set(name, (mended.get(name) ?? 0) + 1);
}
console.log('days that one signal of the reference would mend (a day may have several):');
for (const [name, count] of [...mended].sort(([, a], [, b]) => b - a)) console.log(`  ${name.padEnd(18)}${count}`);

console.log('spans (ours → theirs):');
let from = 0;
for (let i = 1; i <= differing.length; i++) {
  const [before, now] = [differing[i - 1]!, differing[i]];
  const goesOn =
    now !== undefined &&
    Date.parse(now.date) - Date.parse(before.date) === 86_400_000 &&
    now.said === before.said &&
    now.raw === before.raw;
  if (goesOn) continue;
  console.log(`  ${differing[from]!.date}…${before.date}  ${before.said ?? '-'} → ${before.raw}  ${i - from} d`);
  from = i;
}
