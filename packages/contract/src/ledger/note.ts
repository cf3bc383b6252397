/** A scorecard as a note, Markdown: nothing that the JSON does not have. */

import type { QuantScorecardWire } from './scorecard-record.ts';

type Card = QuantScorecardWire['live'];

const number = (value: number | null): string => (value === null ? '–' : value.toFixed(4));

function tableOf({ kinds, rows }: Card): string {
  if (kinds.length === 0) return `${rows} graded forecasts.`;
  const lines = kinds.flatMap(({ kind, graded, unknown, scores, summary }) =>
    scores === null
      ? [`| ${kind} | ${graded} | ${unknown} | too few | – | – | – | – |`]
      : scores.map(
          ({ rule, mean, baseline, skill }) =>
            `| ${kind} | ${graded} | ${unknown} | ${rule} | ${number(mean)} | ${number(baseline)} | ${number(skill)} | ${summary ?? '–'} |`,
        ),
  );
  return ['| kind | graded | unknown | score | mean | baseline | skill | calibration |', '|---|---|---|---|---|---|---|---|', ...lines].join('\n'); // prettier-ignore
}

type Means = Card['states'][number]['followed'];
const means = (of: Means): string => (of === null ? 'too few | – | –' : `${of.return} | ${of.volatility} | ${of.fall}`);

/** States with what followed, and the same of any hour. */
function statesOf({ states }: Card): readonly string[] {
  if (states.length === 0) return [];
  const lines = states.map(
    ({ state, value, graded, unknown, followed, normal }) =>
      `| ${state} | ${value} | ${graded} | ${unknown} | ${means(followed)} | ${means(normal)} |`,
  );
  const head =
    '| state | value | hours | unknown | return | volatility | fall | any hour: return | volatility | fall |';
  return [[head, `|${'---|'.repeat(10)}`, ...lines].join('\n')];
}

/** The note of a scorecard. */
export function scorecardNote(card: QuantScorecardWire): string {
  const minute = new Date(card.as_of).toISOString().slice(0, 16).replace('T', ' ');
  return [
    `# Scorecard of ${card.scope}, ${card.horizon} ahead, ${card.window_days} days, ${minute} UTC`,
    `## Recorded when published`,
    tableOf(card.live),
    ...statesOf(card.live),
    `## Computed afterwards`,
    tableOf(card.backfilled),
    ...statesOf(card.backfilled),
    `Lower scores are better; skill is 1 − mean / baseline. _Source: ${card.data_source}._`,
  ]
    .join('\n\n')
    .concat('\n');
}
