/** Card chapters on further measurements: derivatives, acceptance of refits, one unseen year. */

import type { Interval } from './train/block-bootstrap.ts';
import type { DerivativesMetrics, DerivativesTest } from './train/derivatives-evidence.ts';
import type { RefitRules } from './train/refit-rules.ts';
import type { TailMetrics } from './train/tail-metrics.ts';
import { table } from './markdown.ts';

/** Tails of one model without refits. */
export interface UnseenTails {
  /** Epoch ms: end of training, and the simulated hours `[from, to)`. */
  readonly trainedTo: number;
  readonly from: number;
  readonly to: number;
  readonly tails: TailMetrics;
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const signed = (share: number): string => `${share < 0 ? '−' : ''}${Math.abs(100 * share).toFixed(1)}`;
const range = ({ mean, low, high }: Interval): string => `${signed(mean)} % (${signed(low)} … ${signed(high)})`;
const chance = (p: number | null): string => (p === null ? '–' : p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, ''));
/** Significance level of differences. */
const LEVEL = 0.05;

function worded({ skill, adjusted }: DerivativesTest): string {
  if (adjusted === null || adjusted >= LEVEL) return 'indistinguishable';
  return skill.mean > 0 ? 'better' : 'worse';
}

/** Verdict on derivatives. */
export function derivativesVerdict({ rows }: DerivativesMetrics): string {
  const { h4, h24 } = rows.at(-1)!;
  const parts = [['4 h', h4] as const, ['24 h', h24] as const].map(
    ([name, { explained, misses, buckets }]) =>
      `in ${name} R² of the log of volatility ${explained[0].toFixed(3)} → ${explained[1].toFixed(3)}, ${range(misses.skill)} of the squared misses, ${worded(misses)}; buckets ${range(buckets.skill)} of the log loss, ${worded(buckets)}`,
  );
  return `**Funding and open interest** in the expected volatility, over bars alone on the same hours: ${parts.join('. ')} (all series; Diebold–Mariano).`;
}

/** Writes the chapter on funding and open interest. */
export function derivativesText({ rows, tests }: DerivativesMetrics): string {
  const cells = rows.flatMap(({ series, ...score }) =>
    (['h4', 'h24'] as const).map((horizon) => {
      const { rows: hours, explained, misses, loss, buckets } = score[horizon];
      return [
        series,
        horizon === 'h4' ? '4 h' : '24 h',
        hours,
        `${explained[0].toFixed(3)} → ${explained[1].toFixed(3)}`,
        range(misses.skill),
        chance(misses.adjusted),
        `${loss[0].toFixed(4)} → ${loss[1].toFixed(4)}`,
        range(buckets.skill),
        chance(buckets.adjusted),
      ];
    }),
  );
  return `### Funding and open interest

What they add to the expected volatility of bars alone, hour by hour where both are known; fits of the hours before each refit, tested on those after it. They enter the expected volatility that is reported, and nothing else: every other figure of this card, buckets and simulated day among them, is of bars alone. R² of the log of range volatility about its mean over the tested hours, log loss of the buckets of volatility by the head that was fitted on bars alone; shares of the squared misses and of the log loss that derivatives take away, with the interval of a bootstrap of weeks. p by Diebold and Mariano on weeks, after Holm's correction for all ${tests} tests of this table. \`all\` has the series together, week by week.

${table(['series', 'horizon', 'hours', 'R²', 'misses', 'p', 'log loss', 'buckets', 'p'], cells)}`;
}

/** Writes the chapter on the acceptance of refits. */
export function refitRulesText({ refits, rules, gained }: RefitRules): string {
  const names = { support: 'support over all rows learnt from', lastRows: 'support in the last 90 days' } as const;
  return `### Acceptance of refits

The same ${refits} fits under two rules of acceptance; labels of a refit against those of the model that the rule had left in force, over 90 days before it. Intervals: bootstrap of refits.

${table(
  ['rule', 'refused', 'labels agree', 'at least'],
  (['support', 'lastRows'] as const).map((rule) => {
    const { refused, agreement, least } = rules[rule];
    return [names[rule], refused, range(agreement), `${signed(least)} %`];
  }),
)}

Agreement under the first rule less that under the second, refit by refit: ${range(gained)}.`;
}

/** Verdict on one model without refits. */
export function unseenVerdict({ from, to, tails: { rules } }: UnseenTails): string {
  const parts = rules.map(
    ({ share, permitted, kept, judged, mean }) =>
      `${mean === null ? 'too few outcomes' : `${signed(mean)} %`} below the ${100 * share} % quantile in the mean, ${kept} of ${judged} series within ±${(100 * permitted).toFixed(1)} points`,
  );
  return `**Lower tail without a refit**, one model over ${day(from)} … ${day(to - 1)}: ${parts.join('; ')} (bootstrap of blocks in the table).`;
}

/** Writes the chapter on tails after the training. */
export function unseenText({ trainedTo, from, to, tails: { rows, rules } }: UnseenTails): string {
  const kept = rules.map(
    ({ share, permitted, kept: within, judged }) =>
      `${within} of ${judged} within ±${(100 * permitted).toFixed(1)} points at ${100 * share} %`,
  );
  const ruled = rules.map(({ share }) => share);
  return `### Tails of one model over hours that it never saw

One model that had stopped learning on ${day(trainedTo - 1)} and was not refitted, on ${day(from)} … ${day(to - 1)}: one simulated day a day and coin. ${kept.join(', ')}; * where the rule is broken.

${table(
  ['series', 'origins', ...ruled.map((share) => `${100 * share} %`)],
  rows.map(({ series, origins, coverage }) => [
    series,
    origins,
    ...coverage
      .filter(({ share }) => ruled.includes(share))
      .map(({ below, kept: within }) => `${range(below)}${within === false ? ' *' : ''}`),
  ]),
)}`;
}
