/**
 * Fits the intervals of levels and flips on simulated markets, and prints how often they hold what all accounts show on others.
 *
 * `node --conditions=source --import tsx packages/lab/studies/ladder-intervals.evidence.ts [seeds]`
 */

import { quantile } from '@barograph/core';
import { LADDER_INTERVALS_V1 } from '@barograph/positioning';
import { holdsFlip, holdsLevel, samplesOf, type FlipSample } from './interval-samples.ts';

const SEEDS = Number(process.argv[2] ?? 24);
const MOMENTS = 40;
const SHARES = [0, 0.3, 0.45, 0.6, 0.75, 0.9, Infinity];

const meanShare = ({ shareLong, shareShort }: FlipSample): number => (shareLong + shareShort) / 2;
const train = await samplesOf('train', SEEDS, MOMENTS);
// Samples that hold a whole side say nothing of the rule.
const levelFits = train.levels
  .filter(({ share }) => share < 1)
  .map(({ share, tracked, truth }) => Math.log(truth / tracked) / (1 - share));
const flipFits = train.flips
  .filter((one) => meanShare(one) < 1)
  .map(
    (one) => (100 * Math.abs((one.truth ?? 1e3 * one.mark) - one.tracked)) / one.mark / Math.sqrt(1 - meanShare(one)),
  );
console.log(`${SEEDS} training markets: ${train.levels.length} levels, ${train.flips.length} flips`);
console.log(`level ${quantile(levelFits, 0.9).toFixed(3)}, flipPct ${quantile(flipFits, 0.9).toFixed(2)}`);
console.log('committed:', JSON.stringify(LADDER_INTERVALS_V1));

const unseen = await samplesOf('unseen', SEEDS, MOMENTS);
const row = <T>(name: string, all: readonly T[], shareOf: (one: T) => number, holds: (one: T) => boolean): void => {
  const cell = (some: readonly T[]): string =>
    some.length === 0 ? '—' : `${((100 * some.filter(holds).length) / some.length).toFixed(1)} % of ${some.length}`;
  const cells = SHARES.slice(1).map((to, i) => cell(all.filter((one) => shareOf(one) >= SHARES[i]! && shareOf(one) < to))); // prettier-ignore
  console.log(`| ${[name, cell(all), ...cells].join(' | ')} |`);
};
console.log(`\n${SEEDS} other markets, share of the intervals that hold the truth, by share of open interest\n`);
console.log('| | all | < .3 | .3 | .45 | .6 | .75 | ≥ .9 |\n|---|---|---|---|---|---|---|---|');
row('levels', unseen.levels, ({ share }) => share, holdsLevel);
row('flips', unseen.flips, meanShare, holdsFlip);
