/** Resamples hourly rows to longer bars. */

const HOUR_MS = 3_600_000;

/** Hours of a bar by its name. */
export const BAR_HOURS = { '1h': 1, '4h': 4, '1d': 24 };

/**
 * Last row of every bar, with the bar's opening time: the state known at its end. Nothing is averaged.
 *
 * @param rows hourly, oldest first; @param hours length of a bar
 */
export function sampled(rows, hours) {
  if (hours === 1) return rows;
  const length = hours * HOUR_MS;
  const bars = new Map();
  for (const row of rows) {
    const timestamp = Math.floor(row.timestamp / length) * length;
    bars.set(timestamp, { ...row, timestamp });
  }
  return [...bars.values()];
}
