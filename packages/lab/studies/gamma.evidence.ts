/**
 * The gamma analog over the recorded moments of the leaderboard's accounts: states by share of coins, and how often each
 * line of the rules holds. The record has no funding and no open interest, and few makers, so that no coin is covered;
 * what the rules would say with one maker is printed beside it. It shows what the numbers look like, not that they foretell
 * anything.
 *
 *     node --import tsx --conditions source packages/lab/studies/gamma.evidence.ts
 */

import { quantile } from '@barograph/core';
import {
  accountBook,
  classify,
  gamma,
  GAMMA_V2,
  ladderColumns,
  ladderOf,
  split,
  type GammaConfig,
  type GammaRecord,
  type GammaState,
} from '@barograph/positioning';
import { existsSync } from 'node:fs';
import { recordedMoments, SNAPSHOTS } from '../../positioning/test/recorded.ts';

if (!existsSync(SNAPSHOTS)) throw new Error(`expected recorded moments in ${SNAPSHOTS.pathname}, got no such folder`);
const moments = recordedMoments();

function recordsOf(config: GammaConfig): readonly (readonly GammaRecord[])[] {
  const [classifier, machine] = [classify(), gamma(config)];
  let classes = classifier.initial;
  const states = new Map<string, GammaState>();
  return moments.map(({ time, accounts, terms }) => {
    const book = accountBook(accounts, terms);
    const judged = classifier.step(classes, book);
    classes = judged.state;
    const columns = ladderColumns(book, judged.output);
    return split(book, judged.output).map(({ coin, byClass }) => {
      const ladder = ladderOf(columns, coin)!;
      const input = { time, ladder, makers: byClass.market_maker, fundingRate: null, openInterestChangePct: null };
      const { state, output } = machine.step(states.get(coin) ?? machine.initial, input);
      states.set(coin, state);
      return output;
    });
  });
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function shares(title: string, records: readonly GammaRecord[], of: (record: GammaRecord) => string): void {
  const counts = new Map<string, number>();
  for (const record of records) counts.set(of(record), (counts.get(of(record)) ?? 0) + 1);
  const parts = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => `${key} ${percent(count, records.length)}`);
  console.log(`${title}: ${parts.join(', ')}`);
}

function spread(title: string, values: readonly number[]): void {
  const at = [0.1, 0.25, 0.5, 0.75, 0.9].map((p) => quantile(values, p).toFixed(2));
  console.log(`${title}: n ${values.length}, quantiles .1 .25 .5 .75 .9 = ${at.join(' ')}`);
}

const plain = recordsOf(GAMMA_V2).flat();
console.log(`${moments.length} moments, ${plain.length} rows of ${new Set(plain.map(({ coin }) => coin)).size} coins`);
console.log(`most makers of a coin at a moment: ${Math.max(...plain.map(({ makerAccounts }) => makerAccounts))}`);
shares('coverage', plain, ({ regime }) => regime.coverage);
shares('state', plain, ({ regime }) => regime.state);

const relaxed = recordsOf({ ...GAMMA_V2, version: 'gamma/2-one-maker', fullAccounts: 1 });
const covered = relaxed.flat().filter(({ regime }) => regime.coverage === 'full');
console.log(`\nwith one maker instead of ${GAMMA_V2.fullAccounts}: ${covered.length} rows`);
shares('state', covered, ({ regime }) => regime.state);
shares('skew term', covered, ({ regime }) => `${regime.skewSource} ${regime.points.skew}`);
shares('density term', covered, ({ regime }) => String(regime.points.density));
shares('flip term', covered, ({ regime }) => String(regime.points.flip));
spread(
  'score',
  covered.map(({ regime }) => regime.score!),
);
spread('|skew| of the makers', covered.flatMap(({ regime }) => (regime.inputs.skew === null ? [] : [Math.abs(regime.inputs.skew)]))); // prettier-ignore

const dense = plain.flatMap(({ regime }) => (regime.inputs.nearDensity === null ? [] : [regime.inputs.nearDensity]));
const far = plain.flatMap(({ regime }) =>
  regime.inputs.distToFlipPct === null ? [] : [Math.abs(regime.inputs.distToFlipPct)],
);
console.log(`\nall rows, whatever the coverage; without a flip: ${percent(plain.length - far.length, plain.length)}`);
spread('near_density, percent', dense);
spread('|dist_to_flip|, percent', far);

console.log('\nshare of the moments of each coin by state, with one maker, the most often covered first');
const byCoin = new Map<string, GammaRecord[]>();
for (const row of covered) byCoin.set(row.coin, [...(byCoin.get(row.coin) ?? []), row]);
for (const [coin, rows] of [...byCoin].sort(([, a], [, b]) => b.length - a.length).slice(0, 15)) {
  shares(coin.padEnd(8) + String(rows.length).padStart(3), rows, ({ regime }) => regime.state);
}

console.log('\nshare of the coins in each state by moment, with one maker (amplify dampen transitional not covered)');
for (const rows of relaxed) {
  const count = (state: string): number =>
    rows.filter(({ regime }) => regime.coverage === 'full' && regime.state === state).length;
  const not = rows.filter(({ regime }) => regime.coverage !== 'full').length;
  const at = new Date(rows[0]!.time).toISOString().slice(0, 16);
  const parts = [count('amplify'), count('dampen'), count('transitional'), not].map((n) => percent(n, rows.length));
  console.log(`${at}  ${parts.join('  ')}`);
}
