/** The table of goals as Markdown. */

import { isMet, shown, type Figure, type Line } from './row.ts';
import type { Ran } from './run.ts';
import { atSpeedOfThen, slownessOf } from './speed.ts';

/** Verdict on a goal in words. @param slowness slowness of this machine, applied to times only. */
function verdict(line: Line, slowness: number | undefined): string {
  const here = isMet(line);
  if (here === undefined) return '–';
  if (here) return 'met';
  return isMet(atSpeedOfThen(line, slowness)) === true ? 'met at the goals’ speed' : 'not met';
}

const withUnit = (value: number | undefined, unit: string): string =>
  value === undefined ? '–' : `${shown(value)}${unit === '×' ? '' : ` ${unit}`}`;

/** Figures grouped by unit, with the unit after the last figure of a group. */
function figuresOf(figures: readonly Figure[]): string {
  const parts = figures.map((figure, i) => {
    const isLast = figures[i + 1]?.unit !== figure.unit;
    return `${figure.name} ${isLast ? withUnit(figure.value, figure.unit) : shown(figure.value)}`;
  });
  return parts.join('; ');
}

/** Table with a line per goal. @param figures whether to include the further figures. */
export function goalsTable(all: readonly Ran[], figures: boolean): string[] {
  const cells = (...texts: readonly string[]): string => `| ${texts.slice(0, figures ? 6 : 5).join(' | ')} |`;
  const slowness = slownessOf(all);
  const lines = all.flatMap(({ title, result }) => {
    if (result === undefined) return [cells(title, '', 'failed', '', '', '')];
    return result.lines.map((line, i) => {
      const numbers = [line.before, line.now, line.goal].map((value) => withUnit(value, line.unit));
      return cells(line.title, ...numbers, verdict(line, slowness), i === 0 ? figuresOf(result.figures) : '');
    });
  });
  const head = cells('', 'before', 'now', 'goal', '', 'beside it, in the same run');
  return [head, cells('---', '---:', '---:', '---:', '---', '---'), ...lines];
}

/** Missing peers, one line each. */
export function missingOf(all: readonly Ran[]): string[] {
  return [...new Set(all.flatMap(({ result }) => result?.missing ?? []))];
}
