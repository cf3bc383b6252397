/** The table of goals as Markdown. */

import { isMet, shown, type Figure, type Line } from './row.ts';
import type { Ran } from './run.ts';

/** Words for whether a goal is met. */
const verdict = (line: Line): string => ({ true: 'met', false: 'not met', undefined: '–' })[String(isMet(line))]!;

const withUnit = (value: number | undefined, unit: string): string =>
  value === undefined ? '–' : `${shown(value)}${unit === '×' ? '' : ` ${unit}`}`;

/** The figures, those of one unit together: the unit stands behind the last of them. */
function figuresOf(figures: readonly Figure[]): string {
  const parts = figures.map((figure, i) => {
    const isLast = figures[i + 1]?.unit !== figure.unit;
    return `${figure.name} ${isLast ? withUnit(figure.value, figure.unit) : shown(figure.value)}`;
  });
  return parts.join('; ');
}

/** The table, a line for each goal. */
export function goalsTable(all: readonly Ran[]): string[] {
  const lines = all.flatMap(({ title, result }) => {
    if (result === undefined) return [`| ${title} | | failed | | | |`];
    return result.lines.map((line, i) => {
      const { before, now, goal, unit } = line;
      const numbers = [before, now, goal].map((value) => withUnit(value, unit)).join(' | ');
      return `| ${line.title} | ${numbers} | ${verdict(line)} | ${i === 0 ? figuresOf(result.figures) : ''} |`;
    });
  });
  return ['| | before | now | goal | | beside it, in the same turns |', '|---|---:|---:|---:|---|---|', ...lines];
}

/** Peers that are missing, one line each. */
export function missingOf(all: readonly Ran[]): string[] {
  return [...new Set(all.flatMap(({ result }) => result?.missing ?? []))];
}
