/** The table of a run as JSON, Markdown and SVG. CPU time stands apart: it is never the same twice. */

import { plotHeatTables } from '@barograph/plot';
import { GENERATORS } from './generators.ts';
import { differs, halfWidth } from './metrics/intervals.ts';
import type { BenchRow, RegimeBench } from './run.ts';
import { METRICS, type BenchScores } from './scores.ts';

type Metric = keyof BenchScores;

/** Heading of a metric, and the digits of its column. */
const COLUMNS: Readonly<Record<Metric, readonly [string, number]>> = {
  balanced: ['balanced accuracy', 3],
  merged: ['balanced accuracy, merged', 3],
  rand: ['adjusted Rand', 3],
  delay: ['delay, h', 1],
  missed: ['missed', 3],
  falseAlarms: ['false alarms a year', 1],
  stability: ['stability', 3],
  qlike: ['QLIKE', 4],
  brier: ['Brier', 4],
};

/** Metrics whose small numbers are good. */
const LOW: ReadonlySet<Metric> = new Set(['delay', 'missed', 'falseAlarms', 'qlike', 'brier']);

/** A number as the tables have it; null without one. */
const rounded = (value: number, digits: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(digits)) : null;

const seedsOf = (row: BenchRow, name: Metric): readonly number[] => row.bySeed.map((scores) => scores[name]);

/**
 * Rows with rounded numbers, as JSON with a line for each row. `interval` has half of the width of the 95 % interval over seeds.
 *
 * @example
 * benchJson({ config: REGIME_BENCH_V2, model: '0.1.0', rows: [], cpuSeconds: null }).includes('regime_bench/2'); // → true
 */
export function benchJson({ config, model, rows }: RegimeBench): string {
  const lines = rows.map((row) => {
    const numbers = (valueOf: (name: Metric) => number): Readonly<Record<string, number | null>> =>
      Object.fromEntries(METRICS.map((name) => [name, rounded(valueOf(name), COLUMNS[name][1])] as const));
    const scores = numbers((name) => row[name]);
    const interval = numbers((name) => halfWidth(seedsOf(row, name)));
    return `  ${JSON.stringify({ generator: row.generator, entrant: row.entrant, ...scores, interval })}`;
  });
  return `{\n "config": ${JSON.stringify(config)},\n "model": ${JSON.stringify(model)},\n "rows": [\n${lines.join(',\n')}\n ]\n}\n`;
}

/** A cell of the tables. */
interface Cell {
  /** The mean and half of its interval; "–" is no number. */
  readonly text: string;
  /** Place of the mean between the worst of its column, 0, and the best, 1; null without a difference. */
  readonly share: number | null;
  /** Whether no other entrant of the column is better on these seeds. */
  readonly isBest: boolean;
}

/** Cells of a column. */
function cellsOf(name: Metric, rows: readonly BenchRow[]): readonly Cell[] {
  const digits = COLUMNS[name][1];
  const means = rows.map((row) => (LOW.has(name) ? -1 : 1) * row[name]);
  const known = means.filter(Number.isFinite);
  const [most, least] = [Math.max(...known), Math.min(...known)];
  const best = rows[means.indexOf(most)];
  return rows.map((row, i) => {
    if (rounded(row[name], digits) === null) return { text: '–', share: null, isBest: false };
    const half = rounded(halfWidth(seedsOf(row, name)), digits);
    const text = `${row[name].toFixed(digits)}${half === null ? '' : ` ± ${half.toFixed(digits)}`}`;
    if (most === least) return { text, share: null, isBest: false };
    const isBest = !differs(seedsOf(row, name), seedsOf(best!, name));
    return { text, share: (means[i]! - least) / (most - least), isBest };
  });
}

/** Tables of a run by generator, row by row. */
function tablesOf(rows: readonly BenchRow[]): readonly {
  readonly generator: string;
  readonly rows: readonly { readonly entrant: string; readonly cells: readonly Cell[] }[];
}[] {
  return [...new Set(rows.map(({ generator }) => generator))].map((generator) => {
    const part = rows.filter((row) => row.generator === generator);
    const columns = METRICS.map((name) => cellsOf(name, part));
    return {
      generator,
      rows: part.map(({ entrant }, i) => ({ entrant, cells: columns.map((column) => column[i]!) })),
    };
  });
}

const sourceOf = (generator: string): string | undefined => GENERATORS.find(({ name }) => name === generator)?.source;

/** First line of the tables: config, seeds, hours and model. */
function introOf({ config, model }: RegimeBench): string {
  const { version, seeds, trainingHours, testHours } = config;
  return `${version}: means over ${seeds.length} seeds, ${trainingHours} hours of training, ${testHours} of test; model ${model}.`;
}

/** Explanation of the marks in the tables. */
const READING =
  '± is the 95 % t interval over seeds. Bold is the best of a column, and each entrant whose difference from it, seed by seed, has an interval with 0.';

/**
 * A table for each generator. A column without a difference has nothing in bold.
 *
 * @example
 * benchMarkdown({ config: REGIME_BENCH_V2, model: '0.1.0', rows: [], cpuSeconds: null }).startsWith('# RegimeBench'); // → true
 */
export function benchMarkdown(bench: RegimeBench): string {
  const head = ['entrant', ...METRICS.map((name) => COLUMNS[name][0])];
  const rule = `|---|${METRICS.map(() => '--:').join('|')}|`;
  const tables = tablesOf(bench.rows).map(({ generator, rows }) => {
    const lines = rows.map(({ entrant, cells }) => {
      const texts = cells.map(({ text, isBest }) => (isBest ? `**${text}**` : text));
      return `| ${[entrant, ...texts].join(' | ')} |`;
    });
    const source = sourceOf(generator);
    return [`## ${generator}`, ...(source === undefined ? [] : ['', source]), '', `| ${head.join(' | ')} |`, rule, ...lines].join('\n'); // prettier-ignore
  });
  return `${['# RegimeBench', introOf(bench), READING, ...tables].join('\n\n')}\n`;
}

/**
 * The same tables as a picture: the darker a cell, the nearer it is to the best of its column.
 *
 * @throws {UsageError} a run without rows.
 * @example
 * const config = { ...REGIME_BENCH_V2, seeds: ['1'], trainingHours: 1_000, testHours: 500 };
 * const entrants = ENTRANTS.filter(({ name }) => name === 'one-label');
 * benchSvg(runRegimeBench({ model, config, entrants })).startsWith('<svg'); // → true
 */
export function benchSvg(bench: RegimeBench): string {
  const columns = METRICS.map((name) => COLUMNS[name][0].replace(/,? (?=merged|a year|accuracy$|Rand)/, '\n'));
  const tables = tablesOf(bench.rows).map(({ generator, rows }) => ({
    caption: [generator, sourceOf(generator)].filter((text) => text !== undefined).join(' · '),
    rows: rows.map(({ entrant, cells }) => ({
      name: entrant,
      cells: cells.map(({ text, share, isBest }) => ({ text, shade: share, isMarked: isBest })),
    })),
  }));
  return plotHeatTables(columns, tables, {
    title: 'RegimeBench',
    subtitle: `${introOf(bench)} ${READING}`,
    simulated: true,
    width: 1_280,
  }).svg();
}

/**
 * CPU seconds of each row, a line for each; empty without a clock.
 *
 * @example
 * const row = { generator: 'g', entrant: 'e', balanced: 1, merged: 1, rand: 1, delay: 0, missed: 0 };
 * const rows = [{ ...row, falseAlarms: 0, stability: 1, qlike: 0, brier: 0, bySeed: [] }];
 * benchTimes({ config: REGIME_BENCH_V2, model: '0.1.0', rows, cpuSeconds: [2] }); // → [ 'g e: 2.0 s' ]
 */
export function benchTimes({ rows, cpuSeconds }: RegimeBench): readonly string[] {
  if (cpuSeconds === null) return [];
  return rows.map(({ generator, entrant }, i) => `${generator} ${entrant}: ${cpuSeconds[i]!.toFixed(1)} s`);
}
