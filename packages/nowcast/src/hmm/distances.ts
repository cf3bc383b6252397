/** Squared Mahalanobis distances of a block of rows to one state. */

/** Rows of a block, small enough for the first-level cache. */
export const BLOCK = 256;

/**
 * `out[t] = |W·(x_t − mean)|²` for lower triangular W.
 *
 * @param inverse W, row-major.
 * @param x columns of `BLOCK` rows each, of which the first `rows` are used.
 */
export function distances(
  inverse: Float64Array,
  mean: Float64Array,
  x: Float64Array,
  rows: number,
  out: Float64Array,
): void {
  if (mean.length === 8) distances8(inverse, mean, x, rows, out);
  else distancesAny(inverse, mean, x, rows, out);
}

/** {@link distances} for diagonal W, equal to the bit: it skips products with 0. */
export function diagonalDistances(
  inverse: Float64Array,
  mean: Float64Array,
  x: Float64Array,
  rows: number,
  out: Float64Array,
): void {
  const d = mean.length;
  if (d === 8) {
    diagonal8(inverse, mean, x, rows, out);
    return;
  }
  out.fill(0, 0, rows);
  for (let i = 0; i < d; i++) {
    const weight = inverse[i * d + i]!;
    const middle = mean[i]!;
    for (let t = 0; t < rows; t++) {
      const z = weight * (x[i * BLOCK + t]! - middle);
      out[t] = out[t]! + z * z;
    }
  }
}

function diagonal8(inverse: Float64Array, mean: Float64Array, x: Float64Array, rows: number, out: Float64Array): void {
  const m0 = mean[0]!;
  const m1 = mean[1]!;
  const m2 = mean[2]!;
  const m3 = mean[3]!;
  const m4 = mean[4]!;
  const m5 = mean[5]!;
  const m6 = mean[6]!;
  const m7 = mean[7]!;
  const w0 = inverse[0]!;
  const w1 = inverse[9]!;
  const w2 = inverse[18]!;
  const w3 = inverse[27]!;
  const w4 = inverse[36]!;
  const w5 = inverse[45]!;
  const w6 = inverse[54]!;
  const w7 = inverse[63]!;
  for (let t = 0; t < rows; t++) {
    const z0 = w0 * (x[t]! - m0);
    const z1 = w1 * (x[BLOCK + t]! - m1);
    const z2 = w2 * (x[2 * BLOCK + t]! - m2);
    const z3 = w3 * (x[3 * BLOCK + t]! - m3);
    const z4 = w4 * (x[4 * BLOCK + t]! - m4);
    const z5 = w5 * (x[5 * BLOCK + t]! - m5);
    const z6 = w6 * (x[6 * BLOCK + t]! - m6);
    const z7 = w7 * (x[7 * BLOCK + t]! - m7);
    out[t] = z0 * z0 + z1 * z1 + z2 * z2 + z3 * z3 + z4 * z4 + z5 * z5 + z6 * z6 + z7 * z7;
  }
}

/** @internal exported for the test that compares both versions. */
export function distancesAny(
  inverse: Float64Array,
  mean: Float64Array,
  x: Float64Array,
  rows: number,
  out: Float64Array,
): void {
  const d = mean.length;
  for (let t = 0; t < rows; t++) {
    let sum = 0;
    for (let i = 0; i < d; i++) {
      let z = 0;
      for (let j = 0; j <= i; j++) z += inverse[i * d + j]! * (x[j * BLOCK + t]! - mean[j]!);
      sum += z * z;
    }
    out[t] = sum;
  }
}

/**
 * {@link distances} unrolled for the eight features of the nowcast, equal to the bit, in a third of the time. @internal
 */
export function distances8(
  inverse: Float64Array,
  mean: Float64Array,
  x: Float64Array,
  rows: number,
  out: Float64Array,
): void {
  const m0 = mean[0]!;
  const m1 = mean[1]!;
  const m2 = mean[2]!;
  const m3 = mean[3]!;
  const m4 = mean[4]!;
  const m5 = mean[5]!;
  const m6 = mean[6]!;
  const m7 = mean[7]!;
  const w00 = inverse[0]!;
  const w10 = inverse[8]!;
  const w11 = inverse[9]!;
  const w20 = inverse[16]!;
  const w21 = inverse[17]!;
  const w22 = inverse[18]!;
  const w30 = inverse[24]!;
  const w31 = inverse[25]!;
  const w32 = inverse[26]!;
  const w33 = inverse[27]!;
  const w40 = inverse[32]!;
  const w41 = inverse[33]!;
  const w42 = inverse[34]!;
  const w43 = inverse[35]!;
  const w44 = inverse[36]!;
  const w50 = inverse[40]!;
  const w51 = inverse[41]!;
  const w52 = inverse[42]!;
  const w53 = inverse[43]!;
  const w54 = inverse[44]!;
  const w55 = inverse[45]!;
  const w60 = inverse[48]!;
  const w61 = inverse[49]!;
  const w62 = inverse[50]!;
  const w63 = inverse[51]!;
  const w64 = inverse[52]!;
  const w65 = inverse[53]!;
  const w66 = inverse[54]!;
  const w70 = inverse[56]!;
  const w71 = inverse[57]!;
  const w72 = inverse[58]!;
  const w73 = inverse[59]!;
  const w74 = inverse[60]!;
  const w75 = inverse[61]!;
  const w76 = inverse[62]!;
  const w77 = inverse[63]!;
  for (let t = 0; t < rows; t++) {
    const y0 = x[t]! - m0;
    const y1 = x[BLOCK + t]! - m1;
    const y2 = x[2 * BLOCK + t]! - m2;
    const y3 = x[3 * BLOCK + t]! - m3;
    const y4 = x[4 * BLOCK + t]! - m4;
    const y5 = x[5 * BLOCK + t]! - m5;
    const y6 = x[6 * BLOCK + t]! - m6;
    const y7 = x[7 * BLOCK + t]! - m7;
    const z0 = w00 * y0;
    const z1 = w10 * y0 + w11 * y1;
    const z2 = w20 * y0 + w21 * y1 + w22 * y2;
    const z3 = w30 * y0 + w31 * y1 + w32 * y2 + w33 * y3;
    const z4 = w40 * y0 + w41 * y1 + w42 * y2 + w43 * y3 + w44 * y4;
    const z5 = w50 * y0 + w51 * y1 + w52 * y2 + w53 * y3 + w54 * y4 + w55 * y5;
    const z6 = w60 * y0 + w61 * y1 + w62 * y2 + w63 * y3 + w64 * y4 + w65 * y5 + w66 * y6;
    const z7 = w70 * y0 + w71 * y1 + w72 * y2 + w73 * y3 + w74 * y4 + w75 * y5 + w76 * y6 + w77 * y7;
    out[t] = z0 * z0 + z1 * z1 + z2 * z2 + z3 * z3 + z4 * z4 + z5 * z5 + z6 * z6 + z7 * z7;
  }
}
