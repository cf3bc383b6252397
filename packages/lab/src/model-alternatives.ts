/** Card chapter on alternative regime models, measured on the same hours. */

import type { AlternativeRow, AlternativesMetrics } from './train/alternatives/metrics.ts';
import type { SkillTest } from './train/evidence-metrics.ts';
import { chance, decimal, percentRange, pointRange } from './card-figures.ts';
import { table } from './markdown.ts';

const NAMES = {
  jump: 'statistical jump model, 12 states from the same prototypes',
  semiMarkov: 'semi-Markov, dwells negative binomial, the same emissions',
} as const;

const ROWS = ['jump', 'semiMarkov'] as const;

const HORIZONS = [
  ['h4', '4 h'],
  ['h24', '24 h'],
] as const;

/** Markdown. */
export function alternativesText({ rows, tests }: AlternativesMetrics): string {
  const skills = ROWS.flatMap((name) =>
    HORIZONS.flatMap(([horizon, hours]) =>
      (['markov', 'tableConfidence'] as const).map((baseline) => {
        const { skill, left, more } = rows[name].nextRegime[horizon][baseline];
        return [
          NAMES[name],
          `${hours}, over ${baseline === 'markov' ? 'the chain of its labels' : 'the table by its label and confidence'}`,
          percentRange(skill.real),
          pointRange(left.hours),
          pointRange(left.signs),
          pointRange(more.hours),
          pointRange(more.days),
          pointRange(more.signs),
        ];
      }),
    ),
  );
  const heads = ROWS.flatMap((name) =>
    HORIZONS.flatMap(([horizon, hours]) =>
      (['volatility', 'direction'] as const).map((head) =>
        testRow(name, `${head}, ${hours}`, rows[name][head][horizon]),
      ),
    ),
  );
  return `### Other ways to find regimes

A statistical jump model and a semi-Markov model beside the shipped one: a refit a year, each tested on the six months after it, ${rows.jump.hours} hours in all, with the same features, surrogates and protocol, and heads of their own. They learnt from Bitcoin alone, and coins were not scored. Neither is shipped. Points of skill, log loss of each model's own next label, with intervals of 95 % (bootstrap of weeks); "more" is what is left above the surrogate less what is left of the shipped model (the same weeks of both are drawn).

${table(
  [
    'model',
    'next regime',
    'skill, real',
    'left above hours shuffled',
    'left above random signs',
    'more than the shipped: hours',
    'days',
    'signs',
  ],
  skills,
)}

Outcomes that no label has a part in, by heads that see each model's regimes, against the head of the shipped model on the same hours: log loss; skill with the interval of a bootstrap of weeks; Diebold–Mariano; the last column after Holm's correction for ${tests} tests.

${table(['model', 'head', 'loss', 'of the shipped', 'skill over it', 'DM', 'p', 'corrected'], heads)}

${ROWS.map((name) => lineOf(name, rows[name])).join('\n')}

The rule was written before the rows were seen: a model is adopted if at one horizon more is left than of the shipped one above shuffled hours and above random signs, over both baselines, each interval above 0, and no head in the second table is worse. ${verdict(rows)}`;
}

function testRow(name: (typeof ROWS)[number], head: string, { model, baseline, skill, test, adjusted }: SkillTest) {
  return [
    NAMES[name],
    head,
    model.toFixed(4),
    baseline.toFixed(4),
    // Differences between heads are hundredths of a percent.
    `${decimal(100 * skill.mean, 2)} % (${decimal(100 * skill.low, 2)} … ${decimal(100 * skill.high, 2)})`,
    test.statistic === null ? '–' : decimal(test.statistic, 2),
    chance(test.p),
    chance(adjusted),
  ];
}

function lineOf(name: (typeof ROWS)[number], { flipsPerDay, agreement }: AlternativeRow): string {
  const [first, ...rest] = NAMES[name].split(',')[0]!;
  return `- ${first!.toUpperCase()}${rest.join('')}: ${flipsPerDay.real.toFixed(2)} changes a day, ${flipsPerDay.hours.toFixed(2)} on shuffled hours; the label of the shipped model on ${percentRange(agreement)} of the hours (bootstrap of blocks).`;
}

function verdict(rows: AlternativesMetrics['rows']): string {
  const adopted = ROWS.filter((name) => rows[name].adopted).map((name) => NAMES[name].split(',')[0]!);
  return adopted.length === 0 ? 'By it neither is adopted.' : `By it this one is: ${adopted.join(', ')}.`;
}
