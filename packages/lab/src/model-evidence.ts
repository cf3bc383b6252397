/** Card chapters on the sources of skill: surrogates, baselines, tests, tails and choices. */

import type { AlternativesMetrics } from './train/alternatives/metrics.ts';
import type { Interval } from './train/block-bootstrap.ts';
import type { DerivativesMetrics } from './train/derivatives-evidence.ts';
import type {
  EvidenceMetrics,
  FallBaseline,
  NextBaseline,
  SkillTest,
  SurrogateBaseline,
} from './train/evidence-metrics.ts';
import type { RefitRules } from './train/refit-rules.ts';
import type { TailMetrics } from './train/tail-metrics.ts';
import { chance, decimal, numberRange, percentRange, pointRange, signed } from './card-figures.ts';
import { alternativesText } from './model-alternatives.ts';
import { choicesOf } from './model-choices.ts';
import { table } from './markdown.ts';
import {
  derivativesText,
  derivativesVerdict,
  refitRulesText,
  unseenText,
  unseenVerdict,
  type UnseenTails,
} from './model-inputs.ts';

/** Measurements in addition to the scores of a walk-forward. */
export interface Evidence extends EvidenceMetrics {
  /** null without a panel. */
  readonly tails: TailMetrics | null;
  /** Gain of funding and open interest in the expected volatility; null without them. */
  readonly derivatives?: DerivativesMetrics | null;
  /** Refits under two acceptance rules; null for a single refit. Absent when not measured. */
  readonly refits?: RefitRules | null;
  /** Tails of one model on hours after its training; null without a panel, or with too few blocks. */
  readonly unseen?: UnseenTails | null;
  /** Share of labels on which consecutive refits agree; null for a single refit. */
  readonly agreement: Interval | null;
  /** Alternative regime models; absent when not measured. */
  readonly alternatives?: AlternativesMetrics;
}

const HORIZONS = [
  ['h4', '4 h'],
  ['h24', '24 h'],
] as const;

/** Significance level of differences. */
const LEVEL = 0.05;

/** Describes a difference, as far as the corrected test supports it. */
function found({ adjusted, skill }: SkillTest): 'better' | 'worse' | 'indistinguishable' {
  if (adjusted === null || adjusted >= LEVEL) return 'indistinguishable';
  return skill.mean > 0 ? 'better' : 'worse';
}

const against = (name: string, test: SkillTest): string =>
  found(test) === 'indistinguishable' ? `statistically indistinguishable from ${name}` : `${found(test)} than ${name}`;

const SURROGATE_NAMES = {
  hours: 'hours shuffled',
  days: 'blocks of 24 hours shuffled',
  signs: 'signs random, volatility real',
} as const;

const OVER_NAMES: Readonly<Record<SurrogateBaseline, string>> = {
  markov: 'chain of the published labels',
  tableConfidence: 'table by label and confidence',
};

const NEXT_NAMES: Readonly<Record<NextBaseline, string>> = {
  marginal: 'shares of the labels',
  markov: 'chain of the published labels',
  volatility: 'bucket of the volatility',
  table: 'direct table by label',
  tableConfidence: 'direct table by label and confidence',
};

const FALL_NAMES: Readonly<Record<FallBaseline, string>> = {
  climatology: 'share of such days in all training',
  lastYear: 'share of such days in the last year',
  volatility: 'volatility of the day before, logistic',
  har: 'HAR logistic (6 h, 24 h, 7 d, 30 d)',
  withoutRegimes: 'simulated without regimes',
};

/** Lines of the verdict, each with an interval and its test. */
export function evidenceVerdict({
  surrogates,
  nextRegime,
  direction,
  volatility,
  drawdown,
  calibration,
  flipsPerDay,
  agreement,
  tails,
  derivatives,
  unseen,
}: Evidence): readonly string[] {
  const left = (horizon: 'h4' | 'h24', kind: 'hours' | 'signs'): string =>
    pointRange(surrogates.nextRegime[horizon].markov.left[kind]);
  const heads = HORIZONS.map(([horizon, name]) => ({ horizon, name }));
  return [
    `**The next regime, above surrogates**: in 4 hours ${left('h4', 'hours')} points of skill are left above shuffled hours and ${left('h4', 'signs')} above random signs, in 24 hours ${left('h24', 'hours')} and ${left('h24', 'signs')} (skill over the chain of published labels; bootstrap of weeks, both samples). ${leftText(surrogates)}`,
    `**The next regime, against tables of labels**: ${heads.map(({ horizon, name }) => `in ${name} ${percentRange(nextRegime[horizon].tableConfidence.skill)} over the table by label and confidence, ${against('it', nextRegime[horizon].tableConfidence)}`).join('; ')} (log loss; Diebold–Mariano).`,
    `**Direction**: ${heads.map(({ horizon, name }) => `${percentRange(direction[horizon].marginal.skill)} in ${name}, ${against('the shares alone', direction[horizon].marginal)}`).join('; ')} (log loss; Diebold–Mariano).${tooLittle(heads.map(({ horizon }) => direction[horizon].marginal))} A regime says what the market is like, not where it goes.`,
    `**Volatility**: ${heads.map(({ horizon, name }) => `in ${name} ${percentRange(volatility[horizon].marginal.skill)} over the shares and ${percentRange(volatility[horizon].har.skill)} over a HAR logistic, ${against('the latter', volatility[horizon].har)}`).join('; ')} (log loss; Diebold–Mariano).`,
    ...(drawdown === null
      ? []
      : [
          `**Drawdown**: ${percentRange(drawdown.lastYear.skill)} over the share of the last year, ${percentRange(drawdown.climatology.skill)} over that of all training; ${against('a HAR logistic', drawdown.har)}, ${against('a logistic of the volatility', drawdown.volatility)}, ${against('the same simulation without regimes', drawdown.withoutRegimes)} (Brier score; Diebold–Mariano).`,
        ]),
    `**Calibration**: error of the likeliest next label ${numberRange(calibration.h4, 3)} in 4 hours and ${numberRange(calibration.h24, 3)} in 24, of the confidence ${numberRange(calibration.confidence, 3)} (bootstrap of weeks).`,
    `**Stability**: ${numberRange(flipsPerDay, 2)} changes a day (bootstrap of blocks)${agreement === null ? '' : `; a refit and the model before it give ${percentRange(agreement)} of the labels alike (bootstrap of refits)`}. ${surrogates.flipsPerDay.hours.toFixed(2)} changes a day on shuffled hours: steadiness is of the windows, too.`,
    ...(tails === null ? [] : [tailVerdict(tails)]),
    ...(unseen === undefined || unseen === null ? [] : [unseenVerdict(unseen)]),
    ...(derivatives === undefined || derivatives === null ? [] : [derivativesVerdict(derivatives)]),
  ];
}

/** Describes the skill left above the surrogates, by the intervals. */
function leftText({ nextRegime }: EvidenceMetrics['surrogates']): string {
  const sides = HORIZONS.map(([horizon, name]) => {
    const { hours, signs } = nextRegime[horizon].markov.left;
    if (hours.low > 0 && signs.low > 0)
      return `in ${name} the forecast knows more of hours than overlap and volatility explain`;
    if (hours.low > 0)
      return `in ${name} what is left above shuffled hours is the memory of volatility: real hours with random signs give no less`;
    return `in ${name} no skill is measured beyond that of windows that overlap`;
  });
  return `${sides.join('; ').replace(/^i/, 'I')}.`;
}

/** Smaller skills are irrelevant for decisions, even when significant. */
const LEAST_SKILL = 0.02;
const tooLittle = (tests: readonly SkillTest[]): string =>
  tests.every(({ skill }) => skill.mean < LEAST_SKILL) ? ' Too little for any decision.' : '';

function tailVerdict({ rules }: TailMetrics): string {
  const parts = rules.map(({ share, permitted, kept, judged, mean }) =>
    mean === null
      ? `too few outcomes to judge the ${100 * share} % quantile of any series`
      : `${signed(mean)} % of the outcomes below the ${100 * share} % quantile in the mean, ${kept} of ${judged} series within ±${(100 * permitted).toFixed(1)} points`,
  );
  return `**Lower tail of the simulated day**: ${parts.join('; ')} (bootstrap of blocks in the table).`;
}

/** Lines of the chapters. @param training training version. */
export function evidenceText(evidence: Evidence, training: string): readonly string[] {
  return [
    surrogateText(evidence),
    baselineText(evidence),
    ...(evidence.tails === null ? [] : [tailText(evidence.tails)]),
    ...(evidence.alternatives === undefined ? [] : [alternativesText(evidence.alternatives)]),
    ...(evidence.unseen === undefined || evidence.unseen === null ? [] : [unseenText(evidence.unseen)]),
    ...(evidence.derivatives === undefined || evidence.derivatives === null
      ? []
      : [derivativesText(evidence.derivatives)]),
    ...(evidence.refits === undefined || evidence.refits === null ? [] : [refitRulesText(evidence.refits)]),
    choicesText(training),
  ];
}

function surrogateText({ surrogates }: Evidence): string {
  const kinds = ['hours', 'days', 'signs'] as const;
  const rows = HORIZONS.flatMap(([horizon, name]) =>
    (['markov', 'tableConfidence'] as const).map((baseline) => {
      const { skill } = surrogates.nextRegime[horizon][baseline];
      return [
        `next regime, ${name}`,
        OVER_NAMES[baseline],
        ...(['real', ...kinds] as const).map((kind) => percentRange(skill[kind])),
      ];
    }),
  );
  const others = HORIZONS.flatMap(([horizon, name]) =>
    (['direction', 'volatility'] as const).map((head) => [
      `${head}, ${name}`,
      'shares of the buckets',
      ...(['real', ...kinds] as const).map((kind) => percentRange(surrogates[head][horizon][kind])),
    ]),
  );
  const left = HORIZONS.flatMap(([horizon, name]) =>
    (['markov', 'tableConfidence'] as const).map((baseline) => [
      `next regime, ${name}`,
      OVER_NAMES[baseline],
      ...kinds.map((kind) => pointRange(surrogates.nextRegime[horizon][baseline].left[kind])),
    ]),
  );
  const headings = kinds.map((kind) => SURROGATE_NAMES[kind]);
  return `### Surrogates

Labels rest on windows of a day to three days, which the hours of now and then share: a model forecasts its own labels even where bars have no memory. So the same model was given bars whose memory was destroyed: single hours in random order, whole days in random order, and real hours each mirrored in log price with probability ½, which leaves the path of volatility as it was. Regimes are those that were fitted on real hours; heads, baselines and labels are the surrogate's own, before the same moments. One model in six blocks, real hours by the same models beside them, ${surrogates.hours} hours each; shares of the log loss that the forecast takes away, with the interval of a bootstrap of weeks at 95 %.

${table(['forecast', 'skill over', 'real', ...headings], [...rows, ...others])}

Points of skill that are left above each surrogate:

${table(['forecast', 'skill over', ...headings], left)}

Changes a day: ${surrogates.flipsPerDay.real.toFixed(2)} real, ${kinds.map((kind) => `${surrogates.flipsPerDay[kind].toFixed(2)} ${SURROGATE_NAMES[kind]}`).join(', ')}.`;
}

function baselineText({ nextRegime, direction, volatility, drawdown, weeks, tests }: Evidence): string {
  const row = (head: string, baseline: string, digits: number, test: SkillTest): readonly string[] => [
    head,
    baseline,
    test.model.toFixed(digits),
    test.baseline.toFixed(digits),
    percentRange(test.skill),
    test.test.statistic === null ? '–' : decimal(test.test.statistic, 2),
    chance(test.test.p),
    chance(test.adjusted),
  ];
  const next = HORIZONS.flatMap(([horizon, name]) =>
    (['marginal', 'volatility', 'markov', 'table', 'tableConfidence'] as const).map((baseline) =>
      row(`next regime, ${name}`, NEXT_NAMES[baseline], 3, nextRegime[horizon][baseline]),
    ),
  );
  const others = HORIZONS.flatMap(([horizon, name]) => [
    row(`direction, ${name}`, 'shares of the buckets', 4, direction[horizon].marginal),
    row(`volatility, ${name}`, 'shares of the buckets', 4, volatility[horizon].marginal),
    row(`volatility, ${name}`, 'HAR logistic (6 h, 24 h, 7 d, 30 d)', 4, volatility[horizon].har),
  ]);
  const falls =
    drawdown === null
      ? []
      : (['climatology', 'lastYear', 'volatility', 'har', 'withoutRegimes'] as const).map((baseline) =>
          row('drawdown, 24 h (Brier)', FALL_NAMES[baseline], 4, drawdown[baseline]),
        );
  return `### Baselines and tests

Every baseline is counted or fitted on hours that the model had learnt from, those of the last year on hours whose outcome was known. Log loss, Brier score for the drawdown; skill with the interval of a bootstrap of weeks. The test is that of Diebold and Mariano on ${weeks} weeks with one lag, two-sided by Student's law; the last column is its p after Holm's correction for all ${tests} tests. Below 0 the baseline is the better.

${table(['forecast', 'baseline', 'loss', 'of the baseline', 'skill', 'DM', 'p', 'corrected'], [...next, ...others, ...falls])}`;
}

function tailText({ rows, rules }: TailMetrics): string {
  const ruleText = rules.map(({ share, permitted }) => `±${(100 * permitted).toFixed(1)} points at ${100 * share} %`);
  const ruled = new Set(rules.map(({ share }) => share));
  const shares = rows[0]?.coverage.map(({ share }) => share) ?? [];
  return `### Tails of the simulated day, series by series

The simulation as it is served: coins with their own transitions mixed in, residuals of Bitcoin. Share of the outcomes below each quantile; in brackets the interval of a bootstrap of blocks for the quantiles that have a rule (${ruleText.join(', ')}), and * where the rule is broken. A series of fewer than a year of origins is not judged.

${table(
  ['series', 'origins', ...shares.map((share) => `${100 * share} %`)],
  rows.map(({ series, origins, coverage }) => [
    series,
    String(origins),
    ...coverage.map(({ share, below, kept }) =>
      ruled.has(share) ? `${percentRange(below)}${kept === false ? ' *' : ''}` : `${signed(below.mean)} %`,
    ),
  ]),
)}`;
}

function choicesText(training: string): string {
  return `### Choices made on years that are tested

The hours above were not learnt from by the model that forecast them. The numbers below were chosen by people who had seen some of these years, and no test on them takes that back; hours after the model's training are the only clean ones.

${table(
  ['choice', 'value', 'how', 'years looked at', 'tested hours among them'],
  choicesOf(training).map(({ choice, value, how, years, tested }) => [choice, value, how, years, tested]),
)}`;
}
