/** Sparklines in a text cell. */

const LEVELS = '▁▂▃▄▅▆▇█';

/**
 * Draws a series as bars scaled from minimum to maximum; each bar is the mean of an equal part. Unknown values are blank,
 * and a constant series is drawn in the middle.
 *
 * @param values oldest first; NaN is unknown.
 * @param width maximum number of bars.
 */
export function sparkline(values: readonly number[], width: number): string {
  const bars = means(values, width);
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

/** Means of equal parts. */
function means(values: readonly number[], width: number): readonly number[] {
  const count = Math.min(width, values.length);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count);
    const part = values.slice(from, Math.floor(((i + 1) * values.length) / count)).filter(Number.isFinite);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}
