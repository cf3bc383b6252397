/**
 * The linear assignment problem: one column for every row, no column twice, at the least sum of costs. Row by row the
 * cheapest alternating path to a free column is found by Dijkstra's search over reduced costs: O(rows² · columns).
 *
 * @source H. W. Kuhn, The Hungarian method for the assignment problem, Naval Research Logistics Quarterly 2, 1955.
 * R. Jonker, A. Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment problems,
 * Computing 38, 1987; for more columns than rows as in D. F. Crouse, On implementing 2D rectangular assignment
 * algorithms, IEEE Transactions on Aerospace and Electronic Systems 52, 2016.
 */

import { finite, UsageError } from '@barograph/core';

/**
 * The column of every row.
 *
 * @param costs row by row, of any sign; at least as many columns as rows.
 * @throws {UsageError} fewer columns than rows, rows of different lengths, a cost that is not finite.
 */
export function leastAssignment(costs: readonly (readonly number[])[]): number[] {
  const columns = costs[0]?.length ?? 0;
  if (columns < costs.length) {
    throw new UsageError(`"costs" expected at least ${costs.length} columns, one per row, got ${columns}`);
  }
  costs.forEach((row, i) => {
    if (row.length !== columns) throw new UsageError(`"costs[${i}]" expected ${columns} values, got ${row.length}`);
    row.forEach((cost, j) => finite(`costs[${i}][${j}]`, cost));
  });
  const rowOf = new Int32Array(columns).fill(-1);
  const potentials = { rows: new Float64Array(costs.length), columns: new Float64Array(columns) };
  costs.forEach((_, row) => augment(costs, row, rowOf, potentials));
  return costs.map((_, row) => rowOf.indexOf(row));
}

/** Gives `row` a column; rows before it may move to others. */
function augment(
  costs: readonly (readonly number[])[],
  row: number,
  rowOf: Int32Array,
  potentials: { readonly rows: Float64Array; readonly columns: Float64Array },
): void {
  const distance = new Float64Array(rowOf.length).fill(Infinity);
  const before = new Int32Array(rowOf.length).fill(-1);
  const reached = new Set<number>();
  let [at, from, far] = [-1, row, 0];
  while (from >= 0) {
    let next = -1;
    for (let j = 0; j < rowOf.length; j++) {
      if (reached.has(j)) continue;
      const reduced = far + costs[from]![j]! - potentials.rows[from]! - potentials.columns[j]!;
      if (reduced < distance[j]!) {
        distance[j] = reduced;
        before[j] = at;
      }
      if (next < 0 || distance[j]! < distance[next]!) next = j;
    }
    reached.add(next);
    [at, from, far] = [next, rowOf[next]!, distance[next]!];
  }
  potentials.rows[row] = potentials.rows[row]! + far;
  for (const j of reached) {
    if (rowOf[j]! >= 0) potentials.rows[rowOf[j]!] = potentials.rows[rowOf[j]!]! + far - distance[j]!;
    potentials.columns[j] = potentials.columns[j]! - far + distance[j]!;
  }
  for (; at >= 0; at = before[at]!) rowOf[at] = before[at]! < 0 ? row : rowOf[before[at]!]!;
}
