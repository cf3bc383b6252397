/**
 * The scores of stress day by day on real data: `barograph health` and `barograph stress` with `--rows all`, as CSV and as
 * charts with their parts, and tables of the days that should stand out and of a month that should not. Run by hand; it
 * writes into a folder that is not committed and prints Markdown.
 *
 *     node --import tsx --conditions source benchmarks/stress-history.evidence.ts [data folder] [out folder]
 */

import { DAY_MS, quantile } from '@barograph/core';
import { plotScores } from '@barograph/plot';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from '../packages/barograph/src/main.ts';

const [data = '../shared/data', out = 'stress-history'] = process.argv.slice(2);
/** The calendar of releases begins in 2022, and the readings of a year look back to 2021. */
const FROM = '2022-01-01';
const UNTIL = '2025-08-01';

/** Scores with their arguments, the column of the score, and the name pattern of its sub-scores. */
const SCORES = {
  health: {
    args: [
      'health',
      join(data, 'ohlcv_1h/binance_usdm_perp'),
      '--funding',
      join(data, 'derivs/funding_binance_8h.csv.gz'),
      '--open-interest',
      join(data, 'derivs/open_interest_bybit_1h/BTCUSDT.csv.gz'),
    ],
    score: 'total_score',
    parts: 'components.',
  },
  event: { args: ['stress', 'event'], score: 'composite', parts: 'sub_scores.' },
  security: { args: ['stress', 'security'], score: 'composite', parts: 'sub_scores.' },
  policy: {
    args: ['stress', 'policy', '--bars', join(data, 'ohlcv_1h/binance_spot/BTCUSDT.csv.gz')],
    score: 'composite',
    parts: 'sub_scores.',
  },
} as const;
type Score = keyof typeof SCORES;
const NAMES: readonly Score[] = ['health', 'event', 'security', 'policy'];

/** Rows of the table of episodes: a score, its judged column, and the parts of that column. */
const JUDGED: readonly (readonly [label: string, name: Score, column: string, parts: RegExp])[] = [
  ['health', 'health', 'total_score', /./],
  ['health, short term', 'health', 'short_term_score', /volume|fear|deriv|_short|volatil|short_|_14d/],
  ['event', 'event', 'composite', /./],
  ['security', 'security', 'composite', /./],
  ['policy', 'policy', 'composite', /./],
];

/** Row of a day: cells by column. */
type Day = ReadonlyMap<string, string>;

/** Spans of days, both included, and what happened. */
const EPISODES: readonly (readonly [name: string, first: string, last: string])[] = [
  ['UST and LUNA', '2022-05-08', '2022-05-14'],
  ['FTX', '2022-11-07', '2022-11-14'],
  ['USDC', '2023-03-10', '2023-03-16'],
  ['5 August 2024', '2024-08-05', '2024-08-07'],
];

async function history(name: Score): Promise<readonly Day[]> {
  const file = join(out, `${name}.csv`);
  const sink = new PassThrough().resume();
  const io = { stdin: new PassThrough(), stdout: sink, stderr: process.stderr, isTerminal: false, now: () => 0 };
  const args = [...SCORES[name].args, '--reference', data, '--rows', 'all', '--from', FROM, '--at', UNTIL];
  const code = await main([...args, '--format', 'csv', '--out', file], io, 'evidence');
  if (code !== 0) throw new Error(`${name}: ended with ${code}`);
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const columns = header.split(',');
  return lines.map((line) => new Map(line.split(',').map((cell, i) => [columns[i]!, cell])));
}

const timeOf = (day: Day): number => Number(day.get('as_of'));
const dateOf = (day: Day): string => new Date(timeOf(day)).toISOString().slice(0, 10);
const numberOf = (day: Day, column: string): number => Number(day.get(column) || NaN);
const isWithin = (day: Day, first: string, last: string): boolean => dateOf(day) >= first && dateOf(day) <= last;
const shown = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(0));
const partsOf = (name: Score, day: Day): readonly string[] =>
  [...day.keys()].filter((column) => column.startsWith(SCORES[name].parts));
const short = (name: Score, column: string): string => column.slice(SCORES[name].parts.length);

/** Chart of a score and its parts; market health has a chart per term. */
function draw(name: Score, days: readonly Day[]): void {
  const all = partsOf(name, days[0]!);
  const drawn = all.length > 6 ? ['long_term_score', 'short_term_score'] : all;
  const column = (field: string): Float64Array => Float64Array.from(days, (day) => numberOf(day, field));
  const parts = Object.fromEntries(drawn.map((field) => [field.replace(SCORES[name].parts, ''), column(field)]));
  const time = Float64Array.from(days, timeOf);
  const picture = plotScores({ time, score: column(SCORES[name].score), parts }, { name, step: DAY_MS });
  writeFileSync(join(out, `${name}.svg`), picture.svg());
}

/** Cells of a score in a span: the worst day (lowest health, highest risk), its rank among all days, and its parts. */
function worstCells(
  [, name, column, ofIt]: (typeof JUDGED)[number],
  days: readonly Day[],
  span: readonly Day[],
): string {
  const isKnown = (day: Day): boolean => !Number.isNaN(numberOf(day, column));
  const badness = (day: Day): number => (name === 'health' ? -1 : 1) * numberOf(day, column);
  const day = span.filter(isKnown).toSorted((a, b) => badness(b) - badness(a))[0];
  if (day === undefined) return 'not available | – | – | –';
  const known = days.filter(isKnown);
  const beyond = known.filter((other) => badness(other) >= badness(day)).length;
  const parts = partsOf(name, day)
    .filter((part) => ofIt.test(short(name, part)))
    .map((part) => `${short(name, part)} ${shown(numberOf(day, part))}`);
  const share = ((100 * beyond) / known.length).toFixed(1);
  return `${numberOf(day, column)} | ${dateOf(day)} | ${share} % | ${parts.join(', ')}`;
}

/** The month with the least movement of bitcoin while every feed of files was there: chosen by prices, not by scores. */
function quietMonth(health: readonly Day[]): string {
  const months = new Map<string, number[]>();
  for (const day of health.filter((day) => dateOf(day) < '2024-01-01')) {
    const value = numberOf(day, 'components.volatility');
    const month = dateOf(day).slice(0, 7);
    if (!Number.isNaN(value)) months.set(month, [...(months.get(month) ?? []), value]);
  }
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  return [...months].toSorted(([, a], [, b]) => mean(b) - mean(a))[0]![0];
}

if (!existsSync(data)) throw new Error(`${data}: no such folder`);
mkdirSync(out, { recursive: true });
const all: Partial<Record<Score, readonly Day[]>> = {};
for (const name of NAMES) {
  all[name] = await history(name);
  draw(name, all[name]);
}

console.log('| span | score | worst | day | days as bad or worse | parts of that day |\n|---|---|---|---|---|---|');
const quiet = quietMonth(all.health!);
for (const [episode, first, last] of [...EPISODES, [`quiet month ${quiet}`, `${quiet}-01`, `${quiet}-31`] as const]) {
  for (const judged of JUDGED) {
    const days = all[judged[1]]!;
    const span = days.filter((day) => isWithin(day, first, last));
    console.log(`| ${episode} | ${judged[0]} | ${worstCells(judged, days, span)} |`);
  }
}

console.log(
  `\n| score | year | days with a score | 5 % | median | 95 % | median of ${quiet} |\n|---|---|---|---|---|---|---|`,
);
for (const name of NAMES) {
  for (const year of ['2022', '2023', '2024', '2025']) {
    const scores = (days: readonly Day[]): readonly number[] =>
      days.map((day) => numberOf(day, SCORES[name].score)).filter((score) => !Number.isNaN(score));
    const own = scores(all[name]!.filter((day) => dateOf(day).startsWith(year)));
    const still = scores(all[name]!.filter((day) => dateOf(day).startsWith(quiet)));
    const at = (p: number): string => (own.length === 0 ? '–' : quantile(own, p).toFixed(0));
    const ofQuiet = quiet.startsWith(year) ? quantile(still, 0.5).toFixed(0) : '';
    console.log(`| ${name} | ${year} | ${own.length} | ${at(0.05)} | ${at(0.5)} | ${at(0.95)} | ${ofQuiet} |`);
  }
}

console.log('\n| score | part | first day | last day | days |\n|---|---|---|---|---|');
for (const name of NAMES) {
  for (const column of partsOf(name, all[name]![0]!)) {
    const known = all[name]!.filter((day) => !Number.isNaN(numberOf(day, column)));
    const [first, last] = [known[0], known.at(-1)];
    const span = first === undefined || last === undefined ? '– | –' : `${dateOf(first)} | ${dateOf(last)}`;
    console.log(`| ${name} | ${short(name, column)} | ${span} | ${known.length} |`);
  }
}
