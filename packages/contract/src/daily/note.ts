/** Text summary of the daily snapshot: highlights and missing parts. Computes no numbers. */

import { DAILY_PARTS, type DailyNow } from './row.ts';
import { healthBlock, healthNote } from './parts.ts';

/** Entries of each list in the note. */
const NAMED = 5;

const percent = (fraction: number): string => `${(100 * fraction).toFixed(4)} %`;
const dollars = (usd: number): string => `$${Math.round(usd).toLocaleString('en-US')}`;

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${line}`)];
}

/** Formats the note as Markdown. */
export function dailyNote(now: DailyNow): string {
  const { health, sentiment, coins, funding, liquidations, longHorizon, asOf, generatedAt, dataSource } = now;
  const minute = new Date(generatedAt).toISOString().slice(0, 16).replace('T', ' ');
  const mood = sentiment?.fear_greed;
  const missing = DAILY_PARTS.filter((part) => asOf[part] === null);
  const scores =
    health === null
      ? []
      : [
          '',
          healthNote({ ...health, ...healthBlock.encode(health) }, { asOf: asOf.market_health!, dataSource }).trimEnd(),
        ];
  return [
    `# Market of ${minute} UTC, coins of ${now.exchange}`,
    ...scores,
    ...list('Mood and cycle', [
      ...(mood === null || mood === undefined
        ? []
        : [`fear and greed ${mood.value}, ${mood.classification.replace('_', ' ')}`]),
      ...(longHorizon === null ? [] : [`long-horizon regime ${longHorizon.id}, ${longHorizon.name}`]),
      `${coins.length} coins`,
    ]),
    ...list(
      'Largest funding',
      funding.slice(0, NAMED).map(({ coin, maxRate1h }) => `${coin}: ${percent(maxRate1h)} an hour, either sign`),
    ),
    ...list(
      'Largest liquidations of 24 hours',
      liquidations.slice(0, NAMED).map(({ symbol, usd }) => `${symbol}: ${dollars(usd)}`),
    ),
    ...(missing.length === 0 ? [] : ['', `**Missing.** ${missing.join(', ')}.`]),
    '',
  ].join('\n');
}
