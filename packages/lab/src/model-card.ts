/** Model card: description, inputs, out-of-sample results and limits. */

import type { ModelEntry } from '@barograph/core';
import { type NowcastArtifact, type PanelRecord, REGIMES } from '@barograph/nowcast';
import type { Difference } from './train/block-bootstrap.ts';
import type { CoinMetrics } from './train/coin-test.ts';
import type { NextRegimeMetrics, Score, Skill, WalkForwardMetrics } from './train/walk-forward-metrics.ts';
import { aboutText, day, number, panelDigest, percent } from './card-about.ts';
import { table } from './markdown.ts';
import { evidenceText, evidenceVerdict, type Evidence } from './model-evidence.ts';

/** A walk-forward, and its file of bars. */
export interface TestedOn extends WalkForwardMetrics {
  readonly bars: { readonly file: string; readonly sha256: string };
  /**
   * Panel coins in training and tests, and their weight relative to the market;
   * absent without a panel.
   */
  readonly panel?: Pick<PanelRecord, 'weight'> & { readonly files: NonNullable<PanelRecord['files']> };
  /** Metrics of a panel's coins; absent without a panel. */
  readonly coins?: CoinMetrics;
}

/**
 * Writes a model card in Markdown.
 *
 * @param node version of Node that the training ran on.
 * @param metrics null for a model without a walk-forward.
 * @param evidence null for a walk-forward without evidence. @default null
 * @returns the text of the card, with a line break at the end.
 * @example
 * const entry = modelEntry(model.artifact, artifactText(model.artifact));
 * cardText(model.artifact, entry, 'v20.20.2', null).split('\n', 1); // → [ '# Nowcast 2026.12.0' ]
 */
export function cardText(
  artifact: NowcastArtifact,
  entry: ModelEntry,
  node: string,
  metrics: TestedOn | null,
  evidence: Evidence | null = null,
): string {
  const parts = [
    `# Nowcast ${entry.version}`,
    aboutText(artifact, entry, node),
    ...(metrics === null
      ? ['## Tests\n\nNot tested yet: run `barograph walk-forward nowcast` into this folder.']
      : testsText(metrics, evidence, artifact.training)),
    limitsText(artifact, metrics),
  ];
  return `${parts.join('\n\n')}\n`;
}

function panelText(panel: TestedOn['panel']): string {
  if (panel === undefined || panel.weight === 0) return '';
  return ` Learnt from as well: the hours until then of ${panel.files.length} coins (panel \`${panelDigest(panel.files).slice(0, 12)}…\`), which count as ${panel.weight} times those of Bitcoin.`;
}

// oxlint-disable-next-line eslint/max-lines-per-function -- the text of one chapter of the card, as it is printed
function testsText(
  metrics: TestedOn,
  evidence: Evidence | null,
  training: NowcastArtifact['training'],
): readonly string[] {
  const { nextRegime, direction, volatility, confidence, stability, simulation } = metrics;
  const rejected = metrics.refits.filter(({ approved }) => !approved);
  return [
    `## Tests

Nothing below is of an hour that its model had learnt from. ${metrics.refits.length} refits, one every ${metrics.stepMonths === 1 ? 'month' : `${metrics.stepMonths} months`}, each on all bars until ${metrics.purgeHours + metrics.embargoHours} hours before the first hour it was tested on (${metrics.purgeHours} purge, ${metrics.embargoHours} embargo) and begun at the parameters of the one before; β chosen anew every ${metrics.betaEvery * metrics.stepMonths} months, on what was then known.${panelText(metrics.panel)} Tested: ${metrics.hours} hours of ${day(metrics.from)} … ${day(metrics.to - 1)} of \`${metrics.bars.file}\` (sha256 \`${metrics.bars.sha256.slice(0, 12)}…\`). These are scores of the way of training. The shipped model was made the same way, begun at the prototypes, on all of these hours: of itself there is no hour left to test it on.

\`\`\`sh
npx barograph walk-forward nowcast --bars ${metrics.bars.file}${metrics.panel === undefined ? '' : ' --panel FOLDER'}${training.derivatives === undefined ? '' : ' --derivatives FOLDER'} --out FOLDER${metrics.stepMonths === 1 ? '' : ` --step-months ${metrics.stepMonths}`}
\`\`\`

${verdictText(metrics, evidence, rejected.length)}`,
    ...(evidence === null ? [] : evidenceText(evidence, training.version)),
    `### The next regime

What label will be published in 4 and in 24 hours. Log loss in nats and Brier score: lower is better. Skill: the share of the baseline's log loss that the forecast takes away. ECE: calibration error of the likeliest label, ten bins.

${table(['forecast', '4 h log loss', '4 h Brier', '4 h ECE', '24 h log loss', '24 h Brier', '24 h ECE'], nextRows(nextRegime.h4, nextRegime.h24))}

${table(
  ['skill against', '4 h', '24 h'],
  (['marginal', 'markov', 'volatility'] as const).map((baseline) => [
    BASELINE_NAMES[baseline],
    percent(nextRegime.h4.skill[baseline]),
    percent(nextRegime.h24.skill[baseline]),
  ]),
)}

${evidence === null ? 'No surrogates were run beside it: how much of this skill is of windows that overlap is not known here.' : 'Most of these baselines know less than a peer would bring, and windows that overlap make skill of their own: see above.'}

![Reliability of the next regime](reliability-next-regime.svg)`,
    `### The published label

${table(
  ['', ''],
  [
    ['changes a day', number(stability.flipsPerDay, 2)],
    [
      'by rule',
      `override ${stability.flipsByPath.override}, margin ${stability.flipsByPath.margin}, floor ${stability.flipsByPath.floor}`,
    ],
    ['changed by a refit', `${stability.changedByRefit} of ${metrics.refits.length - 1}`],
    [
      'labels of a refit and of the model before it agree',
      stability.agreement === null
        ? '–'
        : `${percent(stability.agreement.mean)} in the mean, ${percent(stability.agreement.least)} at least, over 90 days`,
    ],
    ['hours in which a label has more than .95', percent(stability.saturated)],
    ['confidence: ECE raw, calibrated', `${number(confidence.raw.ece)}, ${number(confidence.calibrated.ece)}`],
  ],
)}

${table(
  ['label', 'share of hours', 'regimes', 'hours: 10 %', 'median', '90 %'],
  REGIMES.map((regime) => {
    const { share, count, p10, p50, p90 } = stability.regimes[regime];
    return [
      regime,
      percent(share),
      count,
      ...[p10, p50, p90].map((hours) => (hours === null ? '–' : hours.toFixed(0))),
    ];
  }),
)}

Confidence is held against the label that a day of hindsight gives the hour.

![Reliability of the confidence](reliability-confidence.svg)
![Length of regimes](dwell.svg)
![Length of regimes by label](dwell-by-label.svg)`,
    `### Direction and volatility

${table(
  ['head', 'horizon', 'log loss', 'of the shares alone', 'skill', 'ECE'],
  [
    skillRow('direction, 5 buckets', '4 h', direction.h4),
    skillRow('direction, 5 buckets', '24 h', direction.h24),
    skillRow('volatility, 4 buckets', '4 h', volatility.h4),
    skillRow('volatility, 4 buckets', '24 h', volatility.h24),
  ],
)}`,
    `### The next day, simulated

${simulation.origins} origins. Share of the outcomes below each quantile:

${table(
  ['quantile', ...simulation.coverage.map(({ share }) => percent(share, 0))],
  [['outcomes below', ...simulation.coverage.map(({ below }) => percent(below))]],
)}

A fall of more than ${percent(simulation.drawdown.depth, 0)} from an hour's close within 24 hours came in ${percent(simulation.drawdown.observed)} of the cases. Its probability, in all rows but the first and the last recalibrated on earlier outcomes:

${drawdownTable(simulation.drawdown)}

Advantage: Brier score of the row less that of the published probability, and the interval of a bootstrap by weeks${simulation.drawdown.advantage.volatility === null ? '' : ` at ${percent(simulation.drawdown.advantage.volatility.level, 0)}`}. Above 0 the published one is the better; an interval that holds 0 does not tell the two apart.

![Place of the outcomes in the simulated distribution](pit.svg)
![Reliability of the drawdown](reliability-drawdown.svg)`,
    ...(metrics.coins === undefined ? [] : [coinsText(metrics.coins)]),
    ...(rejected.length === 0
      ? []
      : [
          `### Refits that were refused\n\n${table(
            ['refit', 'why'],
            rejected.map(({ at, reason }) => [day(at), reason ?? '–']),
          )}\n\nA refused refit leaves the model before it in force.`,
        ]),
  ];
}

const MIXTURE_NAMES = {
  fitted: 'own transitions, mixed in as the panel has it',
  standard: 'own transitions, mixed in by κ = 150',
  pooled: 'the transitions of the model',
} as const;

function coinsText({ coins, blocks, concentration, mixtures }: CoinMetrics): string {
  const [first, last] = concentration.map((kappa) => kappa.toFixed(0));
  const names = ['fitted', 'standard', 'pooled'] as const;
  return `### Coins

The same models on ${coins} perps, each with its own transitions counted before the last hour learnt from; heads and calibrations are those of Bitcoin. Over ${blocks} of the refits; κ of the panel was ${first} at the first of them and ${last} at the last. Forecasts of every sixth hour; changes of every hour.

${table(
  ['transitions', 'coin hours', 'changes a day', 'forecast', '4 h log loss', '4 h ECE', '24 h log loss', '24 h ECE'],
  names.flatMap((name) => {
    const { hours, flipsPerDay, nextRegime } = mixtures[name];
    return (['direct', 'chain', 'markov', 'marginal'] as const).map((forecast) => [
      MIXTURE_NAMES[name],
      hours,
      number(flipsPerDay, 2),
      COIN_FORECAST_NAMES[forecast],
      ...[nextRegime.h4, nextRegime.h24].flatMap(({ [forecast]: { logLoss, ece } }) => [number(logLoss), number(ece)]),
    ]);
  }),
)}`;
}

const COIN_FORECAST_NAMES = {
  direct: '**published**',
  chain: "the model's own chain",
  markov: "chain of the coin's labels",
  marginal: "shares of the coin's labels",
} as const;

const BASELINE_NAMES = {
  marginal: 'shares of the labels',
  markov: 'chain of the published labels',
  volatility: 'bucket of the volatility',
} as const;

function nextRows(h4: NextRegimeMetrics, h24: NextRegimeMetrics): readonly (readonly string[])[] {
  const cells = ({ logLoss, brier, ece }: Score): string[] => [number(logLoss), number(brier), number(ece)];
  const both = (forecast: 'direct' | 'chain' | keyof typeof BASELINE_NAMES): string[] => [
    ...cells(h4[forecast]),
    ...cells(h24[forecast]),
  ];
  return [
    ['**published**', ...both('direct')],
    ["the model's own chain", ...both('chain')],
    ...(['marginal', 'markov', 'volatility'] as const).map((baseline) => [BASELINE_NAMES[baseline], ...both(baseline)]),
  ];
}

function drawdownTable(drawdown: WalkForwardMetrics['simulation']['drawdown']): string {
  const { raw, calibrated, withoutRegimes, volatility, climatology, advantage } = drawdown;
  const cells = (name: string, { brier, logLoss }: Score, over?: Difference | null): string[] => [
    name,
    number(brier, 4),
    number(logLoss, 4),
    over === undefined || over === null ? '–' : advantageText(over),
  ];
  return table(
    ['forecast', 'Brier', 'log loss', 'advantage over it'],
    [
      cells('share of the paths', raw),
      cells('**published**', calibrated),
      cells('simulated without regimes', withoutRegimes, advantage.withoutRegimes),
      cells('volatility of the day before, logistic', volatility, advantage.volatility),
      cells('share of such days in training', climatology),
    ],
  );
}

function advantageText({ mean, low, high }: Difference): string {
  return `${number(mean, 5)} (${number(low, 5)} … ${number(high, 5)})`;
}

/** States what regimes add to volatility, as far as the interval supports it. */
function addedText(name: string, difference: Difference | null): string {
  if (difference === null) return `no outcomes to hold it against ${name}`;
  const { low, high } = difference;
  if (low > 0) return `better than ${name}`;
  return high < 0 ? `worse than ${name}` : `statistically indistinguishable from ${name}`;
}

function skillRow(head: string, horizon: string, { model, marginal, skill }: Skill): readonly string[] {
  return [head, horizon, number(model.logLoss, 4), number(marginal.logLoss, 4), percent(skill), number(model.ece)];
}

/** Skills below this are not worth a decision. */
const LEAST_SKILL = 0.02;

/** Verdict in plain words. */
function verdictText(metrics: WalkForwardMetrics, evidence: Evidence | null, rejected: number): string {
  const { failures } = metrics;
  const lines = [
    ...(evidence === null ? scoresVerdict(metrics) : evidenceVerdict(evidence)),
    failures.length === 0
      ? '**Approval rule**: kept over all tested hours together.'
      : `**Approval rule**: broken over all tested hours together: ${failures.join('; ')}.`,
    ...(rejected === 0 ? [] : [`**Refits**: ${rejected} were refused.`]),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Verdict by scores only, for a walk-forward without evidence. */
function scoresVerdict({ nextRegime, direction, simulation, stability }: WalkForwardMetrics): readonly string[] {
  const { drawdown } = simulation;
  const none = (skill: number): string => (skill < LEAST_SKILL ? 'no measurable skill' : 'skill');
  const best = Math.max(direction.h4.skill, direction.h24.skill);
  return [
    `**The next regime**: ${none(nextRegime.h4.skill.markov)} over the chain of published labels in 4 hours (${percent(nextRegime.h4.skill.markov)} of its log loss), ${none(nextRegime.h24.skill.markov)} in 24 (${percent(nextRegime.h24.skill.markov)}).`,
    `**Direction**: ${none(best)} (${percent(direction.h4.skill)} in 4 hours, ${percent(direction.h24.skill)} in 24). A regime says what the market is like, not where it goes.`,
    `**Drawdown**: ${drawdown.skill < LEAST_SKILL ? 'no measurable skill over the base rate' : 'skill over the base rate'} once recalibrated (${percent(drawdown.skill)} of the Brier score). It is ${addedText('a logistic of the volatility', drawdown.advantage.volatility)}, and ${addedText('the same simulation without regimes', drawdown.advantage.withoutRegimes)}: ${regimesText(drawdown.advantage)}.`,
    `**Stability**: ${number(stability.flipsPerDay, 2)} changes a day.`,
  ];
}

function regimesText({
  withoutRegimes,
  volatility,
}: WalkForwardMetrics['simulation']['drawdown']['advantage']): string {
  const isBetter = [withoutRegimes, volatility].map((difference) => difference !== null && difference.low > 0);
  if (isBetter.every(Boolean)) return 'regimes add to what volatility knows of a drawdown';
  return isBetter[1]!
    ? 'the simulation adds to volatility, the regimes in it do not measurably'
    : 'regimes add nothing measurable to what volatility knows of a drawdown';
}

function limitsText({ training }: NowcastArtifact, metrics: TestedOn | null): string {
  const emissions = training.panel === undefined ? 'borrowed' : 'shared with the market';
  const tests = metrics?.coins === undefined ? 'untested here' : 'tested above; the heads are those of Bitcoin';
  return `## Limits

- One market, one venue: Bitcoin in hourly spot bars. For other coins the emissions are ${emissions}, and ${tests}.
- Labels are what windows of a day to three months look like. They are ours, not nature's, and a refit may redraw a border.
- It knows prices and volume${training.derivatives === undefined ? '; no funding, open interest, depth or news' : ', and for the volatility to come funding and open interest where both are known; no depth or news'}.
- It is no advice, and no forecast of a return.`;
}
