/** Least squares of relative errors, with no negative part: a demand is a time, and the claim of the model is a ratio. */

/** Varied factors, and the cost. */
interface Point {
  /** Factors of the cost parts: 1 for a fixed cost, 1 / batch for a cost per batch, n for a cost per unit. */
  readonly x: readonly number[];
  /** Above 0. */
  readonly y: number;
}

/**
 * Parts of a cost, none below 0: `y ≈ Σ parts[i] · x[i]`, each point weighted by 1 / y². A part that would be negative is
 * left out and the others are refitted, the most negative contribution first.
 */
export function fitParts(points: readonly Point[]): readonly number[] {
  const width = points[0]!.x.length;
  const means = Array.from({ length: width }, (_, i) => points.reduce((sum, { x, y }) => sum + x[i]! / y, 0));
  const kept = new Set(means.keys());
  for (;;) {
    const columns = [...kept];
    const solved = solve(
      columns.map((i) => columns.map((k) => points.reduce((sum, { x, y }) => sum + (x[i]! * x[k]!) / y ** 2, 0))),
      columns.map((i) => points.reduce((sum, { x, y }) => sum + x[i]! / y, 0)),
    );
    const adds = columns.map((i, at) => solved[at]! * means[i]!);
    const least = Math.min(...adds);
    if (least >= 0) return means.map((_, i) => (kept.has(i) ? solved[columns.indexOf(i)]! : 0));
    kept.delete(columns[adds.indexOf(least)]!);
  }
}

/** Gaussian elimination with pivots. A linearly dependent column gets 0. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = rows.length;
  const largest = Math.max(...matrix.flat().map(Math.abs));
  for (let at = 0; at < n; at++) {
    const pivot = rows
      .slice(at)
      .reduce((best, row, i) => (Math.abs(row[at]!) > Math.abs(rows[best]![at]!) ? at + i : best), at);
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    const own = rows[at]![at]!;
    if (Math.abs(own) <= 1e-12 * largest) {
      rows[at] = rows[at]!.map((_, i) => (i === at ? 1 : 0));
      continue;
    }
    rows[at] = rows[at]!.map((value) => value / own);
    for (const [i, row] of rows.entries()) {
      const factor = row[at]!;
      if (i !== at && factor !== 0) rows[i] = row.map((value, k) => value - factor * rows[at]![k]!);
    }
  }
  return rows.map((row) => row[n]!);
}
