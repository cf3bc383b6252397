/**
 * The gamma analog of 230 coins over prepared ladders, and whales over 100,000 positions, each against a plain loop that
 * computes the same numbers and neither checks nor keeps anything. A cycle within the hour reads the context of the ring; the
 * first one of an hour ranks five metrics among 720 samples.
 */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import {
  accountBook,
  classesNow,
  contextOf,
  gamma,
  ladderColumns,
  ladderOf,
  positionChanges,
  split,
  whales,
  type AccountRecord,
  type GammaInput,
  type GammaSample,
  type GammaState,
} from '@barograph/positioning';
import { loadavg } from 'node:os';
import { answer, type Timing } from './harness.ts';

const COINS = 230;
const ACCOUNTS = 2_000;
const PER_ACCOUNT = 50;
const START = Date.UTC(2026, 0, 1);

/** Numbers 0 ≤ x < 1, the same in every run. */
let seed = 15;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

const marks = Array.from({ length: COINS }, (_, i) => 10 ** ((i % 7) - 2) * (1 + i / COINS));
const terms = marks.map((mark, i) => ({ coin: `C${i}`, mark }));
const records: AccountRecord[] = Array.from({ length: ACCOUNTS }, (_, a) => {
  const first = Math.floor(COINS * random());
  return {
    address: `0x${a.toString(16).padStart(40, '0')}`,
    equity: 1e6,
    isMarketMaker: a % 20 === 0,
    positions: Array.from({ length: PER_ACCOUNT }, (__, i) => {
      const k = (first + 4 * i) % COINS;
      const isLong = random() < 0.5;
      const distance = 0.6 * random() ** 2;
      return {
        coin: `C${k}`,
        size: ((isLong ? 1 : -1) * 10 ** (3 + 2 * random())) / marks[k]!,
        entry: marks[k]!,
        liquidation: marks[k]! * (isLong ? 1 - distance : 1 + distance),
      };
    }),
  };
});
const book = accountBook(records, terms);
const classes = classesNow(book);
const columns = ladderColumns(book, classes);
const inputs = split(book, classes).map(({ coin, byClass }): GammaInput => ({
  time: START + 720 * HOUR_MS + 5 * MINUTE_MS,
  ladder: ladderOf(columns, coin)!,
  makers: byClass.market_maker,
  fundingRate: 2e-5 * random(),
  openInterestChangePct: 30 * random() - 15,
}));
console.log(
  `${book.positions.size.length} positions of ${book.accounts.address.length} accounts in ${inputs.length} coins`,
);

const machine = gamma();
/** Full rings whose newest sample is from the hour of the inputs or the hour before. */
function rings(newest: number): GammaState[] {
  return inputs.map((_, coin) => {
    const samples = Array.from({ length: 720 }, (__, i): GammaSample => {
      const hour = newest - 719 + i;
      return {
        time: START + hour * HOUR_MS,
        nearDensity: 10 + 5 * Math.sin(hour + coin),
        distToFlipPct: 4 * Math.cos(hour * 0.7),
        skew: Math.sin(hour * 1.3),
        makerGross: 2e6,
        makerAccounts: 100,
        score: ((hour * 7) % 60) / 100,
        fundingRate: 1e-6 * (hour % 31),
        openInterestChangePct: 0,
      };
    });
    return { ...machine.initial, samples, context: contextOf(samples) };
  });
}
const [within, before] = [rings(720), rings(719)];

type Column = (sample: GammaSample) => number | null;
const METRICS: readonly Column[] = [
  ({ nearDensity }) => nearDensity,
  ({ distToFlipPct }) => (distToFlipPct === null ? null : Math.abs(distToFlipPct)),
  ({ skew }) => skew,
  ({ score }) => score,
  ({ fundingRate }) => fundingRate,
];
const columnsOf = (state: GammaState): Float64Array[] =>
  METRICS.map((read) => Float64Array.from(state.samples, (sample) => read(sample) ?? NaN));

/** Inputs of the rules in plain code: ranks are passed in, or counted in the columns of a ring. */
function plain(
  { ladder, makers, fundingRate, openInterestChangePct }: GammaInput,
  ring: readonly Float64Array[] | null,
) {
  let near = 0;
  let all = 0;
  const profile = new Float64Array(80);
  for (const { index, total, long, short } of ladder.bins) {
    all += total;
    if (index >= -4 && index < 4) near += total;
    if (index >= -20 && index < 20) {
      profile[2 * (index + 20)] = long;
      profile[2 * (index + 20) + 1] = short;
    }
  }
  const gross = makers.long + makers.short;
  const values = [(100 * near) / all, ladder.flip === null ? NaN : Math.abs((100 * (ladder.flip - ladder.mark)) / ladder.mark), (makers.long - makers.short) / gross, 0.4, fundingRate!]; // prettier-ignore
  const ranks = [50, 50, 50, 50, 50];
  if (ring !== null) {
    for (let m = 0; m < 5; m++) {
      const column = ring[m]!;
      const value = values[m]!;
      let [below, equal] = [0, 0];
      for (let i = 0; i < column.length; i++) {
        if (column[i]! < value) below++;
        else if (column[i]! === value) equal++;
      }
      ranks[m] = (100 * (below + 0.5 * equal)) / column.length;
    }
    const sorted = ring[2]!.slice().sort();
    const median = sorted[360]!;
    const apart = ring[2]!.map((value) => Math.abs(value - median)).sort();
    ranks.push((values[2]! - median) / (1.4826 * apart[360]!));
  }
  let score = 40;
  const [density, distance, skew, , funding] = ranks as [number, number, number, number, number];
  score += skew >= 90 || skew <= 10 ? 20 : skew >= 25 && skew <= 75 ? -10 : 0;
  score += density >= 90 ? 20 : density >= 75 ? 10 : density <= 25 ? -10 : 0;
  score += distance <= 1 ? 15 : distance <= 2.5 ? 5 : distance >= 10 ? -5 : 0;
  score += funding >= 90 || funding <= 10 ? 10 : funding >= 40 && funding <= 60 ? -5 : 0;
  score += openInterestChangePct! >= 10 ? 10 : openInterestChangePct! <= -10 ? -10 : 0;
  return { score, state: score >= 60 ? 1 : score <= 30 ? -1 : 0, profile, ranks };
}

/** Sums of the book in plain code, by coin and side: of all accounts and of the directional ones. */
function plainWhales() {
  const { account, coin, size, notional } = book.positions;
  const usd = new Float64Array(4 * COINS);
  for (let i = 0; i < size.length; i++) {
    const at = 4 * coin[i]! + (size[i]! > 0 ? 0 : 1);
    usd[at]! += notional[i]!;
    if (classes.classOf[account[i]!] !== 0) usd[at + 2]! += notional[i]!;
  }
  const order = Array.from({ length: COINS }, (_, k) => k);
  return order.sort((a, b) => Math.abs(usd[4 * b]! - usd[4 * b + 1]!) - Math.abs(usd[4 * a]! - usd[4 * a + 1]!));
}

const results: Record<string, Timing[]> = {};
console.log(`load ${loadavg().map((value) => value.toFixed(2)).join(' ')}`); // prettier-ignore

const PASSES = 20;
const repeated = (work: () => unknown) => () => {
  let last: unknown;
  for (let i = 0; i < PASSES; i++) last = work();
  return last;
};
results['within'] = answer({
  title: `gamma of ${inputs.length} coins within the hour, per coin`,
  units: PASSES * inputs.length,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: repeated(() => inputs.map((input) => plain(input, null))) },
    { name: 'gamma().step', run: repeated(() => inputs.map((input, i) => machine.step(within[i]!, input))) },
  ],
});

const ringColumns = before.map(columnsOf);
results['hour'] = answer({
  title: `gamma of ${inputs.length} coins, first cycle of an hour, 720 samples, per coin`,
  units: inputs.length,
  reference: 'plain loop',
  rounds: 15,
  cases: [
    { name: 'plain loop', run: () => inputs.map((input, i) => plain(input, ringColumns[i]!)) },
    { name: 'gamma().step', run: () => inputs.map((input, i) => machine.step(before[i]!, input)) },
  ],
});

/** Everything that a cycle computes from a book. */
function everything(states: readonly GammaState[]): number {
  const judged = classesNow(book);
  const sums = ladderColumns(book, judged);
  return split(book, judged).reduce((points, { coin, byClass }, i) => {
    const input = { ...inputs[i]!, ladder: ladderOf(sums, coin)!, makers: byClass.market_maker };
    return points + (machine.step(states[i]!, input).output.regime.score ?? 0);
  }, 0);
}
results['cycle'] = answer({
  title: `classes, splits, ladders and gamma of ${book.positions.size.length} positions over ${inputs.length} coins, per position`,
  units: book.positions.size.length,
  reference: 'ladderColumns alone',
  rounds: 15,
  cases: [
    { name: 'ladderColumns alone', run: () => ladderColumns(book, classes) },
    { name: 'all, within the hour', run: () => everything(within) },
    { name: 'all, first cycle of an hour', run: () => everything(before) },
  ],
});

const activity = whales();
const warm = activity.step(activity.initial, { time: START, book, classes }).state;
results['whales'] = answer({
  title: `whales of ${book.positions.size.length} positions, per position`,
  units: book.positions.size.length,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: plainWhales },
    { name: 'whales().step', run: () => activity.step(warm, { time: START + MINUTE_MS, book, classes }) },
  ],
});

const moved = records.map((record) => ({
  ...record,
  positions: record.positions.map((position, i) =>
    i % 10 === 0 ? { ...position, size: position.size * 1.5 } : position,
  ),
}));
results['changes'] = answer({
  title: `changes of ${book.positions.size.length} positions, a tenth of them moved, per position`,
  units: book.positions.size.length,
  reference: 'positionChanges',
  rounds: 9,
  cases: [{ name: 'positionChanges', run: () => positionChanges(records, moved) }],
});
console.log(`\nstate of a coin with a full ring: ${JSON.stringify(within[0]).length} characters`);
console.log(`load ${loadavg().map((value) => value.toFixed(2)).join(' ')}`); // prettier-ignore

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
