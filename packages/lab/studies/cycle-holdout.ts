/**
 * Holdout evidence of the long-horizon classifier: its rules on data that their numbers were not chosen on.
 *
 * The cutoffs, which both versions share, were chosen on all of the history, so no part of it is out of sample for them. Here the numbers are
 * forgotten (each cutoff becomes the nearest of a few round ones, widths one per kind of signal, weights equal) and then
 * searched for on the windows that end before 2021 only; what they do from 2021 on is out of sample for the numbers. It
 * is not for the structure: which signals a state asks for was designed by people who knew the whole history, and so
 * were the windows. The other way round, fitted from 2021 on and measured before, stands beside it.
 *
 *     node --conditions=source --import tsx packages/lab/studies/cycle-holdout.ts [--v1]
 */

import { CYCLE_TAXONOMY, type CycleRules, type Evidence, type Measured, type StateRules } from '@barograph/cycle';
import { generator, type Draw } from '@barograph/simulator';
import { CYCLE_WINDOWS, measureWindows, type CycleWindow, type SaidDay } from '../../../test/cycle-windows.ts';
import { simpleRead } from './cycle-simple.ts';
import {
  agreement,
  committedDays,
  historySignals,
  movedRules,
  ranked,
  readerOf,
  referenceSignals,
  resultOf,
  spellsOf,
  TRIED,
  type Reader,
  type Result,
  type SignalDay,
} from './cycle-trial.ts';

const SPLIT = Date.parse('2021-01-01');
const FROM = Date.parse('2018-06-01');
const before = CYCLE_WINDOWS.filter(({ to }) => Date.parse(to) < SPLIT);
const since = CYCLE_WINDOWS.filter(({ from }) => Date.parse(from) >= SPLIT);
const EARLY_FITS = 8;
const LATE_FITS = 4;
const TRIALS = 300;

/** Round numbers, and the width that goes with them. */
interface Coarse {
  readonly cutoffs: readonly number[];
  readonly width: number;
}

const PRICE: Coarse = { cutoffs: [-1, -0.5, -0.25, -0.1, 0, 0.1, 0.25, 0.5, 1], width: 0.05 };
const SHARE: Coarse = { cutoffs: [10, 25, 50, 75, 90], width: 5 };
const DAYS: Coarse = { cutoffs: [30, 90, 180, 365], width: 10 };
const COARSE: Partial<Record<Measured, Coarse>> = {
  slope200: { cutoffs: [-0.05, 0, 0.05], width: 0.01 },
  b200: SHARE,
  b50: SHARE,
  altOut90: SHARE,
  b200Chg30: { cutoffs: [-10, 0, 10], width: 5 },
  athAgeD: DAYS,
  lowAgeD: DAYS,
  rv30Pctile: { cutoffs: [0.25, 0.5, 0.75], width: 0.1 },
  rvRatio: { cutoffs: [1, 1.5, 2], width: 0.1 },
  z1: { cutoffs: [-4, -3, -2], width: 0.25 },
  lowZ: { cutoffs: [-6, -4], width: 0.5 },
};
/** Inputs without days here. */
const UNKNOWN = new Set<Measured>(['liqZ', 'depegMinutes']);
const BONUS: Partial<Record<number, number>> = { 3: 0.2, 9: 0.1 };

function coarse<Kind extends StateRules['gates'][number] | Evidence>(condition: Kind): Kind {
  if (condition.op === 'any') return { ...condition, of: condition.of.map(coarse) };
  const { cutoffs, width } = COARSE[condition.signal] ?? PRICE;
  const round = (value: number): number =>
    cutoffs.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
  return condition.op === 'in'
    ? { ...condition, low: round(condition.low), high: round(condition.high), width }
    : { ...condition, cutoff: round(condition.cutoff), width };
}

/** The structure of the rules, with numbers that nobody chose on a history. */
const coarseRules: CycleRules = {
  ...TRIED.rules,
  // stablecoins and liquidations have no days here
  shocks: TRIED.rules.shocks
    .filter((gates) => gates.every(({ signal }) => !UNKNOWN.has(signal)))
    .map((gates) => gates.map(coarse)),
  states: TRIED.rules.states.map((state) => ({
    ...state,
    gates: state.gates.map(coarse),
    evidence: state.evidence.map((piece) => ({ ...coarse(piece), weight: 1 })),
    bonus: BONUS[state.regime] ?? 0,
  })),
};

const gauss = (draw: Draw): number => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());

/** A few numbers moved by about a fifth; a cutoff of 0, which has no fifth, by about its width. */
function mutated(rules: CycleRules, draw: Draw): CycleRules {
  return movedRules(rules, (value, kind, width) => {
    if (draw() > 0.1) return value;
    return kind === 'cutoff' && value === 0 ? width * gauss(draw) : value * Math.exp(0.2 * gauss(draw));
  });
}

/** Climbs from the coarse rules: a change stays when more windows pass, or as many with a higher mean share. */
function fitted(days: readonly SignalDay[], windows: readonly CycleWindow[], seed: string): CycleRules {
  const draw = generator(`cycle-holdout ${seed}`);
  const worth = (rules: CycleRules): number => {
    const { passed, share } = resultOf(committedDays(days, readerOf(rules)), windows);
    return passed + share;
  };
  let best = { rules: coarseRules, worth: worth(coarseRules) };
  for (let trial = 0; trial < TRIALS; trial++) {
    const rules = mutated(best.rules, draw);
    const found = worth(rules);
    if (found > best.worth) best = { rules, worth: found };
  }
  return best.rules;
}

interface Row {
  readonly name: string;
  readonly before: Result;
  readonly since: Result;
  readonly spellsPerYear: number;
  readonly agreement: number;
}

function row(name: string, days: readonly SaidDay[], original: readonly SaidDay[]): Row {
  const spells = spellsOf(days.filter(({ time }) => time >= FROM));
  const years = (days.at(-1)!.time - FROM) / (365.25 * 86_400_000);
  return {
    name,
    before: resultOf(days, before),
    since: resultOf(days, since),
    spellsPerYear: spells.length / years,
    agreement: agreement(days, original, FROM),
  };
}

/** Every number the median of the rows', and the range of the passed windows. */
function merged(name: string, rows: readonly Row[]): readonly Row[] {
  const at = (share: number, label: string): Row => {
    const of = (pick: (row: Row) => number): number => ranked(rows.map(pick), share);
    return {
      name: `${name}, ${label}`,
      before: { passed: of((one) => one.before.passed), share: of((one) => one.before.share) },
      since: { passed: of((one) => one.since.passed), share: of((one) => one.since.share) },
      spellsPerYear: of((one) => one.spellsPerYear),
      agreement: of((one) => one.agreement),
    };
  };
  return [at(0, 'least'), at(0.5, 'median'), at(1, 'most')];
}

/** Each window said to be what the window before it was, one of its allowed regimes at random. */
function persisted(windows: readonly CycleWindow[]): Result {
  const shares = windows.map((window) => {
    const previous = CYCLE_WINDOWS[CYCLE_WINDOWS.indexOf(window) - 1]?.allowed ?? [];
    const common = previous.filter((regime) => window.allowed.includes(regime)).length;
    return previous.length === 0 ? 0 : common / previous.length;
  });
  return {
    passed: windows.filter(({ needed }, i) => shares[i]! >= needed).length,
    share: shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}

function table(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  console.log(
    `  ${''.padEnd(40)}before 2021 (${before.length})   2021 on (${since.length})   spells a year   days as unmoved`,
  );
  for (const { name, before, since, spellsPerYear, agreement } of rows) {
    const number = (value: number, digits: number): string => (Number.isNaN(value) ? '-' : value.toFixed(digits));
    const result = ({ passed, share }: Result): string => `${String(passed).padStart(4)}  ${share.toFixed(2)}`;
    console.log(
      `  ${name.padEnd(40)}${result(before).padEnd(17)}${result(since).padEnd(15)}${number(spellsPerYear, 1).padStart(10)}${number(agreement, 2).padStart(16)}`,
    );
  }
}

const folder = await historySignals(TRIED.breadth);
const early = folder.filter(({ time }) => time >= Date.parse('2018-01-01') && time < SPLIT);
const late = folder.filter(({ time }) => time >= Date.parse('2020-06-01'));
const earlyFits = Array.from({ length: EARLY_FITS }, (_, i) => fitted(early, before, `early ${i}`));
const lateFits = Array.from({ length: LATE_FITS }, (_, i) => fitted(late, since, `late ${i}`));

for (const [title, days] of [
  ['data folder', folder],
  ['reference series (another universe, another source of Bitcoin’s days)', referenceSignals()],
] as const) {
  const original = committedDays(days, readerOf(TRIED.rules));
  const rowOf = (name: string, read: Reader): Row => row(name, committedDays(days, read), original);
  const constants = CYCLE_TAXONOMY.map(({ id }) => rowOf(`always ${id}`, () => id));
  const frequent = mostFrequent(original.filter(({ time }) => time >= FROM && time < SPLIT));
  table(title, [
    rowOf(TRIED.rules.version, readerOf(TRIED.rules)),
    rowOf('its structure, coarse numbers', readerOf(coarseRules)),
    ...merged(
      'fitted before 2021',
      earlyFits.map((rules) => rowOf('', readerOf(rules))),
    ),
    ...merged(
      'fitted from 2021 on',
      lateFits.map((rules) => rowOf('', readerOf(rules))),
    ),
    rowOf('simple list of questions', simpleRead),
    { ...constants[frequent - 1]!, name: `always ${frequent}, its most frequent before` },
    { ...constants.reduce((a, b) => (b.since.passed > a.since.passed ? b : a)), name: 'best single label of 2021 on' },
    {
      name: 'the window before',
      before: persisted(before),
      since: persisted(since),
      spellsPerYear: NaN,
      agreement: NaN,
    },
  ]);
  missedBy(TRIED.rules.version, days, readerOf(TRIED.rules));
  missedBy('its structure, coarse numbers', days, readerOf(coarseRules));
  missedBy('the simple list of questions', days, simpleRead);
}

function missedBy(name: string, days: readonly SignalDay[], read: Reader): void {
  const missed = measureWindows(committedDays(days, read)).filter(({ passed }) => !passed);
  console.log(
    `  missed by ${name}: ${missed.map(({ window, share }) => `${window.name} ${share.toFixed(2)}`).join(', ')}`,
  );
}

function mostFrequent(days: readonly SaidDay[]): number {
  const counts = new Map<number, number>();
  for (const { report } of days) {
    if (report !== undefined) counts.set(report.regime, (counts.get(report.regime) ?? 0) + 1);
  }
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}
