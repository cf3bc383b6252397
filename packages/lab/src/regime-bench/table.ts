/** The table of a run as JSON and as Markdown. CPU time stands apart: it is never the same twice. */

import { GENERATORS } from './generators.ts';
import type { RegimeBench } from './run.ts';
import { METRICS, type BenchScores } from './scores.ts';

/** Heading of a metric, and the digits of its column. */
const COLUMNS: Readonly<Record<keyof BenchScores, readonly [string, number]>> = {
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

/** A number as the tables have it; null without one. */
const rounded = (value: number, digits: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(digits)) : null;

/**
 * Rows with rounded numbers, as JSON with a line for each row.
 *
 * @example
 * benchJson({ config: REGIME_BENCH_V1, model: '0.1.0', rows: [], cpuSeconds: null }).includes('regime_bench/1'); // → true
 */
export function benchJson({ config, model, rows }: RegimeBench): string {
  const lines = rows.map((row) => {
    const scores = METRICS.map((name) => [name, rounded(row[name], COLUMNS[name][1])]);
    return `  ${JSON.stringify({ generator: row.generator, entrant: row.entrant, ...Object.fromEntries(scores) })}`;
  });
  return `{\n "config": ${JSON.stringify(config)},\n "model": ${JSON.stringify(model)},\n "rows": [\n${lines.join(',\n')}\n ]\n}\n`;
}

/**
 * A table for each generator. The best number of a column is bold, unless all are the same; "–" is no number.
 *
 * @example
 * benchMarkdown({ config: REGIME_BENCH_V1, model: '0.1.0', rows: [], cpuSeconds: null }).startsWith('# RegimeBench'); // → true
 */
export function benchMarkdown({ config, model, rows }: RegimeBench): string {
  const { version, seeds, trainingHours, testHours } = config;
  const head = ['entrant', ...METRICS.map((name) => COLUMNS[name][0])];
  const generators = [...new Set(rows.map(({ generator }) => generator))];
  const tables = generators.map((generator) => {
    const part = rows.filter((row) => row.generator === generator);
    const best = new Map(METRICS.map((name) => [name, bestOf(name, part.map((row) => row[name]))] as const)); // prettier-ignore
    const lines = part.map((row) => {
      const cells = METRICS.map((name) => {
        const value = rounded(row[name], COLUMNS[name][1]);
        if (value === null) return '–';
        const text = value.toFixed(COLUMNS[name][1]);
        return value === best.get(name) ? `**${text}**` : text;
      });
      return `| ${[row.entrant, ...cells].join(' | ')} |`;
    });
    const source = GENERATORS.find(({ name }) => name === generator)?.source;
    const rule = `|---|${METRICS.map(() => '--:').join('|')}|`;
    return [`## ${generator}`, ...(source === undefined ? [] : ['', source]), '', `| ${head.join(' | ')} |`, rule, ...lines].join('\n'); // prettier-ignore
  });
  const intro = `${version}: means over ${seeds.length} seeds, ${trainingHours} hours of training, ${testHours} of test; model ${model}.`;
  return `${['# RegimeBench', intro, ...tables].join('\n\n')}\n`;
}

/** Metrics whose small numbers are good. */
const LOW: ReadonlySet<keyof BenchScores> = new Set(['delay', 'missed', 'falseAlarms', 'qlike', 'brier']);

/** The best number of a column, as rounded; undefined when all are the same or none is a number. */
function bestOf(name: keyof BenchScores, values: readonly number[]): number | undefined {
  const known = values.map((value) => rounded(value, COLUMNS[name][1])).filter((value) => value !== null);
  if (new Set(known).size < 2) return undefined;
  return LOW.has(name) ? Math.min(...known) : Math.max(...known);
}

/**
 * CPU seconds of each row, a line for each; empty without a clock.
 *
 * @example
 * const row = { generator: 'g', entrant: 'e', balanced: 1, merged: 1, rand: 1, delay: 0, missed: 0 };
 * const rows = [{ ...row, falseAlarms: 0, stability: 1, qlike: 0, brier: 0 }];
 * benchTimes({ config: REGIME_BENCH_V1, model: '0.1.0', rows, cpuSeconds: [2] }); // → [ 'g e: 2.0 s' ]
 */
export function benchTimes({ rows, cpuSeconds }: RegimeBench): readonly string[] {
  if (cpuSeconds === null) return [];
  return rows.map(({ generator, entrant }, i) => `${generator} ${entrant}: ${cpuSeconds[i]!.toFixed(1)} s`);
}
