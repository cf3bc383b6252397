// Weighted moments of a block of rows under every state: `moments.ts` of the nowcast for eight features and full scale
// matrices. Lanes are two features; a row's products go into the lower triangle, whose sums stay in registers.
#include "lanes.h"

/** In: features by column (NaN where the row lacks one), smoothed rows, squared distances by state, means. */
EXPORT double SAMPLES[FEATURES * BLOCK] ALIGNED, GAMMAS[BLOCK * STATES] ALIGNED, SQUARES[STATES * BLOCK] ALIGNED;
EXPORT double CENTRES[STATES * FEATURES] ALIGNED;
/** Out, sums of the block by state: Σγ, Σu, Σu·y, and Σu·y·yᵀ whose lower triangle counts. */
EXPORT double OCCUPANCY[STATES] ALIGNED, WEIGHT[STATES] ALIGNED, FIRST[STATES * FEATURES] ALIGNED;
EXPORT double SECOND[STATES * FEATURES * FEATURES] ALIGNED;

static double rows_of[BLOCK * FEATURES] ALIGNED, shares[BLOCK * STATES] ALIGNED;

/** Columns to rows, NaN to 0: a row without observation has no weight, but 0 · NaN would be NaN. */
static void transpose(int rows) {
  for (int t = 0; t < rows; t += 2)
    for (int i = 0; i < FEATURES; i += 2) {
      lanes a = load(SAMPLES + i * BLOCK + t), b = load(SAMPLES + (i + 1) * BLOCK + t);
      a = where(a == a, a), b = where(b == b, b);
      store(rows_of + t * FEATURES + i, firsts(a, b));
      store(rows_of + (t + 1) * FEATURES + i, seconds(a, b));
    }
}

/** γ and u of all rows; a row without a distance has none. `nu` of 0 is the Gaussian. */
static void share(int rows, int states, double nu, double each) {
  for (int k = 0; k < states; k += 2) {
    lanes occupancy = both(0), weight = both(0);
    for (int t = 0; t < rows; t++) {
      lanes distance = {SQUARES[k * BLOCK + t], SQUARES[(k + 1) * BLOCK + t]};
      lanes probability = where(distance == distance, both(each) * load(GAMMAS + t * states + k));
      lanes u = probability;
      if (nu != 0) {
        lanes student = probability * both(nu + FEATURES) / (both(nu) + distance);
        u = choose(probability == both(0), probability, student);
      }
      occupancy += probability;
      weight += u;
      store(shares + t * states + k, u);
    }
    store(OCCUPANCY + k, occupancy);
    store(WEIGHT + k, weight);
  }
}

/** Rows 0 to 4 of the triangle, and the first moments of features 0 to 3. */
INLINE void upper_part(int rows, int states, const double *u, const double *mean, double *sums, double *means) {
  const lanes m0 = load(mean), m1 = load(mean + 2), m2 = load(mean + 4), none = both(0);
  lanes s00 = none, s10 = none, s20 = none, s21 = none, s30 = none, s31 = none, s40 = none, s41 = none, s42 = none;
  lanes f0 = none, f1 = none;
  for (int t = 0; t < rows; t++) {
    const double *x = rows_of + t * FEATURES;
    lanes weight = spread(u + t * states), y0 = load(x) - m0, y1 = load(x + 2) - m1, y2 = load(x + 4) - m2;
    lanes p0 = weight * y0, p1 = weight * y1, p2 = weight * y2, p;
    f0 += p0, f1 += p1;
    p = first(p0), s00 += p * y0;
    p = second(p0), s10 += p * y0;
    p = first(p1), s20 += p * y0, s21 += p * y1;
    p = second(p1), s30 += p * y0, s31 += p * y1;
    p = first(p2), s40 += p * y0, s41 += p * y1, s42 += p * y2;
  }
  store(means, f0), store(means + 2, f1);
  store(sums, s00), store(sums + 8, s10), store(sums + 16, s20), store(sums + 18, s21), store(sums + 24, s30);
  store(sums + 26, s31), store(sums + 32, s40), store(sums + 34, s41), store(sums + 36, s42);
}

/** Rows 5 to 7 of the triangle, and the first moments of features 4 to 7. */
INLINE void lower_part(int rows, int states, const double *u, const double *mean, double *sums, double *means) {
  const lanes m0 = load(mean), m1 = load(mean + 2), m2 = load(mean + 4), m3 = load(mean + 6), none = both(0);
  lanes s50 = none, s51 = none, s52 = none, s60 = none, s61 = none, s62 = none, s63 = none;
  lanes s70 = none, s71 = none, s72 = none, s73 = none, f2 = none, f3 = none;
  for (int t = 0; t < rows; t++) {
    const double *x = rows_of + t * FEATURES;
    lanes y0 = load(x) - m0, y1 = load(x + 2) - m1, y2 = load(x + 4) - m2, y3 = load(x + 6) - m3;
    lanes weight = spread(u + t * states), p2 = weight * y2, p3 = weight * y3, p;
    f2 += p2, f3 += p3;
    p = second(p2), s50 += p * y0, s51 += p * y1, s52 += p * y2;
    p = first(p3), s60 += p * y0, s61 += p * y1, s62 += p * y2, s63 += p * y3;
    p = second(p3), s70 += p * y0, s71 += p * y1, s72 += p * y2, s73 += p * y3;
  }
  store(means + 4, f2), store(means + 6, f3);
  store(sums + 40, s50), store(sums + 42, s51), store(sums + 44, s52), store(sums + 48, s60), store(sums + 50, s61);
  store(sums + 52, s62), store(sums + 54, s63), store(sums + 56, s70), store(sums + 58, s71), store(sums + 60, s72);
  store(sums + 62, s73);
}

/** Sums of at most 256 rows, each counting `each`. */
EXPORT void momentsBlock(int rows, int states, double nu, double each) {
  transpose(rows);
  share(rows, states, nu, each);
  for (int k = 0; k < states; k++) {
    const double *mean = CENTRES + k * FEATURES;
    double *sums = SECOND + k * FEATURES * FEATURES, *means = FIRST + k * FEATURES;
    upper_part(rows, states, shares + k, mean, sums, means);
    lower_part(rows, states, shares + k, mean, sums, means);
  }
}
