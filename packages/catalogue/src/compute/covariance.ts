/** Covariances and their eigenvalues, for a few series at a time. */

/** Covariance of rows of equal length, with divisor n − 1. */
export function covariance(rows: readonly Float64Array[]): readonly (readonly number[])[] {
  const n = rows[0]!.length;
  const centred = rows.map((row) => {
    const mean = row.reduce((sum, value) => sum + value / n, 0);
    return row.map((value) => value - mean);
  });
  return centred.map((column) =>
    centred.map((other) => column.reduce((sum, value, i) => sum + value * other[i]!, 0) / (n - 1)),
  );
}

/**
 * Eigenvalues of a symmetric matrix by Jacobi rotations, unordered.
 *
 * @source G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., Johns Hopkins, 2013, section 8.5.
 */
export function eigenvalues(matrix: readonly (readonly number[])[]): readonly number[] {
  const a = matrix.map((row) => [...row]);
  const size = a.length;
  const scale = a.reduce((sum, row, i) => sum + Math.abs(row[i]!), 0);
  for (let sweep = 0; sweep < 50; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += Math.abs(a[p]![q]!);
    if (off <= scale * 1e-15) break;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        const pivot = a[p]![q]!;
        if (pivot === 0) continue;
        const theta = (a[q]![q]! - a[p]![p]!) / (2 * pivot);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const c = 1 / Math.hypot(t, 1);
        const s = t * c;
        for (let k = 0; k < size; k++) {
          const [kp, kq] = [a[k]![p]!, a[k]![q]!];
          [a[k]![p], a[k]![q]] = [c * kp - s * kq, s * kp + c * kq];
        }
        for (let k = 0; k < size; k++) {
          const [pk, qk] = [a[p]![k]!, a[q]![k]!];
          [a[p]![k], a[q]![k]] = [c * pk - s * qk, s * pk + c * qk];
        }
      }
    }
  }
  return a.map((row, i) => row[i]!);
}
