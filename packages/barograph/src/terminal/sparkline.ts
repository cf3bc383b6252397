/** Lines of a series in a cell of text. */

const LEVELS = '▁▂▃▄▅▆▇█';

/**
 * A series as a row of bars from its least to its greatest value, each bar the mean of an equal share of it; an unknown value is a
 * blank, and a series that does not move is in the middle.
 *
 * @param values oldest first; NaN is unknown.
 * @param width most bars.
 */
export function sparkline(values: readonly number[], width: number): string {
  const bars = shares(values, width);
  const known = bars.filter((value) => Number.isFinite(value));
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  return bars
    .map((value) => {
      if (!Number.isFinite(value)) return ' ';
      const level = span > 0 ? Math.round(((value - low) / span) * (LEVELS.length - 1)) : 3;
      return LEVELS[level]!;
    })
    .join('');
}

/** Means of equal shares. */
function shares(values: readonly number[], width: number): readonly number[] {
  const count = Math.min(width, values.length);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count);
    const share = values.slice(from, Math.floor(((i + 1) * values.length) / count)).filter(Number.isFinite);
    return share.reduce((sum, value) => sum + value, 0) / share.length;
  });
}
