/** Small dense factorisations for a handful of dimensions; matrices are row-major. */

/**
 * Lower factor L of `matrix = L·Lᵀ`; undefined when the matrix is not positive definite. Reads only the lower triangle.
 * @example
 * cholesky([4, 2, 2, 5], 2); // → Float64Array(4) [ 2, 0, 1, 2 ]
 */
export function cholesky(matrix: ArrayLike<number>, n: number): Float64Array | undefined {
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) rest -= lower[i * n + k]! * lower[j * n + k]!;
      if (i > j) lower[i * n + j] = rest / lower[j * n + j]!;
      else if (rest > 0 && rest < Infinity) lower[i * n + i] = Math.sqrt(rest);
      else return undefined;
    }
  }
  return lower;
}

/** Inverse of a lower triangular matrix with a positive diagonal. */
export function invertLower(lower: ArrayLike<number>, n: number): Float64Array {
  const inverse = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    inverse[j * n + j] = 1 / lower[j * n + j]!;
    for (let i = j + 1; i < n; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum += lower[i * n + k]! * inverse[k * n + j]!;
      inverse[i * n + j] = -sum / lower[i * n + i]!;
    }
  }
  return inverse;
}

/** `lower · lowerᵀ`. */
export function outerLower(lower: ArrayLike<number>, n: number): Float64Array {
  const product = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k <= j; k++) sum += lower[i * n + k]! * lower[j * n + k]!;
      product[i * n + j] = sum;
      product[j * n + i] = sum;
    }
  }
  return product;
}

/** log det L of a lower factor: half the log determinant of the factored matrix. */
export function logDeterminant(lower: ArrayLike<number>, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.log(lower[i * n + i]!);
  return sum;
}
