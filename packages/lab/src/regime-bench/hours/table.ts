/** The table of the second track as JSON and as Markdown. */

import type { HoursBench, HoursRow } from './run.ts';

const COLUMNS: readonly (readonly [Exclude<keyof HoursRow, 'name' | 'use'>, string, number])[] = [
  ['error', 'volatility error', 3],
  ['sharpe', 'Sharpe', 2],
  ['deflated', 'deflated Sharpe', 3],
  ['drawdown', 'deepest fall', 3],
  ['avoided', 'fall avoided', 3],
];

const cell = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '–');

/**
 * The second table as JSON.
 *
 * @example
 * const entrants = ENTRANTS.filter(({ name }) => name === 'one-label');
 * const bench = runRegimeBenchHours(months, { model, entrants });
 * JSON.parse(hoursJson(bench)).rows.length; // → 4
 */
export function hoursJson(bench: HoursBench): string {
  const rows = bench.rows.map((row) => {
    const numbers = COLUMNS.map(([key, , digits]): readonly [string, number | null] => [
      key,
      Number.isFinite(row[key]) ? Number(row[key].toFixed(digits)) : null,
    ]);
    const scores: Readonly<Record<string, number | null>> = Object.fromEntries(numbers);
    return { name: row.name, use: row.use, ...scores };
  });
  return `${JSON.stringify({ ...bench, overfitting: Number(bench.overfitting.toFixed(3)), rows }, null, 1)}\n`;
}

/**
 * The second table as Markdown.
 *
 * @example
 * const entrants = ENTRANTS.filter(({ name }) => name === 'one-label');
 * hoursMarkdown(runRegimeBenchHours(months, { model, entrants })).split('\n')[0]; // → '# RegimeBench on real hours'
 */
export function hoursMarkdown({ config, model, trainingHours, testHours, overfitting, rows }: HoursBench): string {
  const lines = rows.map((row) => `| ${[row.name, row.use, ...COLUMNS.map(([key, , digits]) => cell(row[key], digits))].join(' | ')} |`); // prettier-ignore
  return `${[
    '# RegimeBench on real hours',
    '',
    `${config.version}: ${trainingHours} hours of training, ${testHours} of test; model ${model}.`,
    `Probability of backtest overfitting of the best row: ${cell(overfitting, 3)}.`,
    '',
    `| position | use of labels | ${COLUMNS.map(([, heading]) => heading).join(' | ')} |`,
    `|---|---|${COLUMNS.map(() => '--:').join('|')}|`,
    ...lines,
  ].join('\n')}\n`;
}
