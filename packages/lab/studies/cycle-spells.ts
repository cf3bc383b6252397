/**
 * Evidence on the daily classifier over a history: the validation windows, the lengths of spells, the shares of time,
 * the days of shocks, and with `--list` every spell with its dates, for a reader who was there.
 *
 *     node --conditions=source --import tsx packages/lab/studies/cycle-spells.ts [--list] [--v1]
 */

import { COMMIT_DAILY_V1, cycleRegimeName, CYCLE_TAXONOMY } from '@barograph/cycle';
import { CYCLE_WINDOWS, measureWindows, windowsTable } from '../../../test/cycle-windows.ts';
import {
  committedDays,
  dateOf,
  historySignals,
  ranked,
  readerOf,
  referenceSignals,
  resultOf,
  spellsOf,
  TRIED,
  type SignalDay,
} from './cycle-trial.ts';

/** From here on the folder has breadth. */
const FROM = Date.parse('2018-06-01');
const read = readerOf(TRIED.rules);

function figures(name: string, days: readonly SignalDay[]): void {
  const all = committedDays(days, read);
  console.log(`\n${name}\n${windowsTable(measureWindows(all))}`);
  const said = all.filter(({ time }) => time >= FROM);
  const spells = spellsOf(said);
  console.log(`\n${name}, ${dateOf(said[0]!.time)}…${dateOf(said.at(-1)!.time)}: ${spells.length} spells`);
  console.log(`  ${'regime'.padEnd(30)}spells  median    p90  share of time`);
  for (const { id } of CYCLE_TAXONOMY) {
    const lengths = spells.filter(({ regime }) => regime === id).map((spell) => spell.days);
    if (lengths.length === 0) continue;
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const numbers = [lengths.length, ranked(lengths, 0.5), ranked(lengths, 0.9)].map((one) => String(one).padStart(6));
    const share = `${((100 * total) / said.length).toFixed(1)} %`.padStart(12);
    console.log(`  ${`${id} ${cycleRegimeName(id)}`.padEnd(30)}${numbers.join('  ')}${share}`);
  }
  const brief = spells.filter((spell) => spell.days < 7 && spell.regime !== 1).length;
  console.log(`  spells of under a week that are no shock: ${brief}`);
}

/** Effect of more or fewer days of confirmation. */
function patience(days: readonly SignalDay[]): void {
  console.log('\ndays of confirmation: windows passed, mean share, spells, those under a week that are no shock');
  for (const confirmations of [1, 2, 3, 4, 5, 7, 10]) {
    const said = committedDays(days, read, { ...COMMIT_DAILY_V1, confirmations });
    const { passed, share } = resultOf(said, CYCLE_WINDOWS);
    const spells = spellsOf(said.filter(({ time }) => time >= FROM));
    const brief = spells.filter((spell) => spell.days < 7 && spell.regime !== 1).length;
    const cells = [confirmations, passed, share.toFixed(2), spells.length, brief];
    console.log(`  ${cells.map((cell) => String(cell).padStart(6)).join('')}`);
  }
}

/** Shock days are those of the raw read: each is committed the same day. */
const shocks = (days: readonly SignalDay[]): string[] =>
  days.filter(({ signals }) => read(signals) === 1).map(({ time }) => dateOf(time));

const folder = await historySignals(TRIED.breadth);
const reference = referenceSignals();
figures('data folder', folder);
figures('reference series', reference);
patience(folder);
patience(reference);
const [own, theirs] = [shocks(folder), shocks(reference)];
const { time: firstReference } = reference[0]!;
console.log(`\nshock days of the folder: ${own.join(' ')}`);
console.log(`only in the folder, from ${dateOf(firstReference)}: ${only(own, theirs)}`);
console.log(`only in the reference: ${only(theirs, own)}`);

function only(list: readonly string[], others: readonly string[]): string {
  return list.filter((date) => date >= dateOf(firstReference) && !others.includes(date)).join(' ') || 'none';
}

if (process.argv.includes('--list')) {
  console.log('\nspells of the data folder');
  for (const { regime, from, days } of spellsOf(committedDays(folder, read))) {
    console.log(`  ${dateOf(from)}  ${String(days).padStart(4)} d  ${regime} ${cycleRegimeName(regime)}`);
  }
}
