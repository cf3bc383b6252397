// A vector of 6 or 12 probabilities times a matrix. `states` is a constant where this is inlined, so that the loops unroll.
#pragma once
#include "lanes.h"

/** `out = vector · matrix`, states in ascending order in every sum. */
INLINE void multiply(const lanes *vector, const double *matrix, lanes *out, const int states) {
  const int pairs = states / 2;
#pragma unroll
  for (int j = 0; j < pairs; j++) out[j] = both(0);
  for (int i = 0; i < pairs; i++) {
    const double *row = matrix + 2 * i * states;
#pragma unroll
    for (int j = 0; j < pairs; j++) {
      out[j] += first(vector[i]) * load(row + 2 * j);
      out[j] += second(vector[i]) * load(row + states + 2 * j);
    }
  }
}

/** Sum of all, one after the other. */
INLINE double sum_of(const lanes *vector, const int states) {
  double sum = vector[0][0];
#pragma unroll
  for (int i = 1; i < states; i++) sum += vector[i / 2][i % 2];
  return sum;
}
