/**
 * Evidence on the liquidity labels, on the simulator, whose cascades and depths are known: how soon a cascade is labelled,
 * and the share of samples under each label in quiet weeks and in all. Run by hand; it prints figures and writes nothing.
 *
 *     node --import tsx --conditions source benchmarks/liquidity.evidence.ts [coins, comma list] [days]
 */

import { DAY_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { LIQUIDITY_REGIMES, type LiquidityRegime } from '@barograph/stress';
import { judgeCascade } from '../packages/runtime/test/producers/liquidity/cascade-truth.ts';
import { openSampled, PASS_MS, quietWeeks } from '../packages/runtime/test/producers/liquidity/sampled.ts';

const [coins = 'BTC,ETH,SOL,XRP,DOGE', days = '70'] = process.argv.slice(2);
const symbols = coins.split(',');
const START = SIMULATOR_V2.start + 31 * DAY_MS;
const END = START + Number(days) * DAY_MS;
const WEEK = 7 * DAY_MS;

const sampled = openSampled(SIMULATOR_V2);

console.log(
  '| coin | cascades | with an impaired book | labelled by the second sample | never | mean samples from the first close |',
);
console.log('|---|---|---|---|---|---|');
for (const symbol of symbols) {
  const judged = [];
  for (const cascade of sampled.flow.cascades(symbol, START, END)) judged.push(await judgeCascade(sampled, cascade));
  const impaired = judged.filter(({ onset }) => onset !== undefined);
  const inTime = impaired.filter(({ lateBy }) => lateBy !== undefined && lateBy <= 2);
  const never = impaired.filter(({ labelled }) => labelled === undefined);
  const waits = judged.flatMap(({ afterFirstClose }) => afterFirstClose ?? []);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  console.log(
    `| ${symbol} | ${judged.length} | ${impaired.length} | ${inTime.length} | ${never.length} | ${mean.toFixed(1)} |`,
  );
}

type Counts = Record<LiquidityRegime, number>;
const none = (): Counts => ({
  post_cascade_impaired: 0,
  depth_withdrawal: 0,
  oi_price_divergence: 0,
  deep_book: 0,
  neutral: 0,
});
const share = (counts: Counts, regime: LiquidityRegime): string => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all === 0 ? '–' : `${((100 * counts[regime]) / all).toFixed(2)} %`;
};

/** Share of samples under a label of alarm. */
const alarmed = (counts: Counts): number => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : 1 - (counts.deep_book + counts.neutral) / all;
};

console.log(`\n| coin | weeks | ${LIQUIDITY_REGIMES.join(' | ')} | alarms | in the worst quiet week |`);
console.log(`|---|---|---|---|${LIQUIDITY_REGIMES.map(() => '---|').join('')}`);
for (const symbol of symbols) {
  const [quiet, all] = [none(), none()];
  const quietOnes = new Set(quietWeeks(sampled, symbol, START));
  const weeks = new Set<number>();
  let worst = 0;
  let ofWeek = none();
  for await (const { row } of sampled.rows(symbol, START - 28 * DAY_MS, START - 2 * DAY_MS, END)) {
    if (row.time < START) continue;
    const week = START + Math.floor((row.time - START) / WEEK) * WEEK;
    if (!weeks.has(week)) ofWeek = none();
    weeks.add(week);
    all[row.regime]++;
    if (!quietOnes.has(week)) continue;
    quiet[row.regime]++;
    ofWeek[row.regime]++;
    if (row.time + PASS_MS === week + WEEK) worst = Math.max(worst, alarmed(ofWeek));
  }
  console.log(
    `| ${symbol} | ${[...weeks].filter((week) => quietOnes.has(week)).length} quiet | ${LIQUIDITY_REGIMES.map((regime) => share(quiet, regime)).join(' | ')} | ${(100 * alarmed(quiet)).toFixed(2)} % | ${(100 * worst).toFixed(2)} % |`,
  );
  console.log(
    `| ${symbol} | all ${weeks.size} | ${LIQUIDITY_REGIMES.map((regime) => share(all, regime)).join(' | ')} | ${(100 * alarmed(all)).toFixed(2)} % | |`,
  );
}
