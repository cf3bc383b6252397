/** Scorecard as a Markdown note, with the contents of the JSON. */

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
const means = (mean: Means): string =>
  mean === null ? 'too few | – | –' : `${mean.return} | ${mean.volatility} | ${mean.fall}`;

/** States with the moves that followed them, next to the moves after any hour. */
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

type News = NonNullable<QuantScorecardWire['news_impact']>;
type Reacted = NonNullable<News['bins']>[number]['abnormality_1h'];
const reacted = (of: Reacted): string =>
  of === null
    ? 'too few | – | –'
    : `${of.median} [${of.median_interval?.join(', ') ?? '–'}] | ${of.q25} to ${of.q75} | ${of.large_share}`;

/** Stories by impact, with the market's reaction. */
function newsOf(news: News | null): readonly string[] {
  if (news === null) return [];
  const counts = `${news.graded} stories whose reaction is known, ${news.unknown} without.`;
  if (news.bins === null) return ['## After news, by impact', counts];
  const lines = news.bins.map(
    ({ from, to, events, abnormality_1h: hour, abnormality_4h: four }) =>
      `| ${from} to ${to} | ${events} | ${reacted(hour)} | ${reacted(four)} |`,
  );
  const head = '| impact | stories | abnormality 1h: median | quartiles | 2 and more | 4h: median | quartiles | 2 and more |'; // prettier-ignore
  return ['## After news, by impact', counts, [head, `|${'---|'.repeat(8)}`, ...lines].join('\n')];
}

/** Formats a scorecard as Markdown. */
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
    ...newsOf(card.news_impact),
    `Lower scores are better; skill is 1 − mean / baseline. _Source: ${card.data_source}._`,
  ]
    .join('\n\n')
    .concat('\n');
}
