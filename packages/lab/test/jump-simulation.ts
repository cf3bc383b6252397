/** Features and scores of the simulations of the jump models' authors, for the tests. */

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const spreadOf = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
};

/** Standardised column, cut at three deviations before. */
function standardised(column: readonly number[]): Float64Array {
  const [mean, spread] = [meanOf(column), spreadOf(column)];
  const cut = column.map((value) => Math.max(mean - 3 * spread, Math.min(mean + 3 * spread, value)));
  const [middle, unit] = [meanOf(cut), spreadOf(cut)];
  return Float64Array.from(cut, (value) => (value - middle) / unit);
}

/**
 * Features of returns: the return, its distance from both neighbours, and mean and deviation of the days around it, before it
 * and from it on, for two lengths.
 *
 * @source P. Nystrup, E. Lindström, H. Madsen, Expert Systems with Applications 150, 2020, with windows of 5 and 13 days.
 */
export function temporalFeatures(y: readonly number[]): readonly Float64Array[] {
  const windows = [5, 13].flatMap((days) => {
    const half = (days - 1) / 2;
    const parts = y.map((_, t) => [
      y.slice(Math.max(0, t - half), t + half + 1),
      y.slice(Math.max(0, t - days), t),
      y.slice(t, t + days),
    ]);
    const column = (part: number, of: typeof meanOf): readonly number[] =>
      parts.map((row) => (row[part]!.length > 0 ? of(row[part]!) : 0));
    const steps = y.map((value, t) => (t > 0 ? Math.abs(value - y[t - 1]!) : 0));
    return [y, steps, [...steps.slice(1), 0], ...[0, 1, 2].flatMap((part) => [column(part, meanOf), column(part, spreadOf)])]; // prettier-ignore
  });
  return windows.map(standardised);
}

/** Shares of both truths that are named right, after the matching with more rows right; 0 for a truth without a row. */
export function accuracies(labels: ArrayLike<number>, truth: readonly number[]): readonly [number, number] {
  const right = (flip: number, state: number): number =>
    truth.filter((value, t) => value === state && (labels[t]! ^ flip) === state).length;
  const total = (flip: number): number => right(flip, 0) + right(flip, 1);
  const flip = Number(total(1) > total(0));
  const share = (state: number): number => {
    const rows = truth.filter((value) => value === state).length;
    return rows > 0 ? right(flip, state) / rows : 0;
  };
  return [share(0), share(1)];
}
