// The same work in plain C, for `c.bench.ts`: no intrinsics, no licence but -O3 -march=native -ffast-math; the filter twice,
// in blocks and row by row, and ADX twice, with that licence and without.
// `plain FILE ROWS` reads columns of doubles from the file, then names of work from standard input, a line each; it does
// the work once and answers with nanoseconds and the sum of what came out, so that both sides can be held together.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FEATURES = 8, STATES = 6, BLOCK = 256, OUTPUTS = 7 };

static int rows;
static double *opens, *highs, *lows, *closes, *values, *features[FEATURES];
static double factors[STATES][FEATURES][FEATURES], means[STATES][FEATURES], peaks[STATES], transition[STATES][STATES], initial[STATES];
static double *out[OUTPUTS];

/** ADX and both directional indicators by Wilder; what is not defined yet stays 0. */
static void adx(int n) {
  double plus = 0, minus = 0, range = 0, average = 0;
  for (int i = 1; i < rows; i++) {
    double up = highs[i] - highs[i - 1], down = lows[i - 1] - lows[i];
    double p = up > down && up > 0 ? up : 0, m = down > up && down > 0 ? down : 0;
    double r = fmax(highs[i], closes[i - 1]) - fmin(lows[i], closes[i - 1]);
    if (i > n) plus -= plus / n, minus -= minus / n, range -= range / n;
    plus += p, minus += m, range += r;
    if (i < n) continue;
    out[1][i] = 100 * plus / range;
    out[2][i] = 100 * minus / range;
    double both = plus + minus, dx = both > 0 ? 100 * fabs(plus - minus) / both : 0;
    average = i < 2 * n ? average + dx / n : (average * (n - 1) + dx) / n;
    out[0][i] = i < 2 * n - 1 ? 0 : average;
  }
}

/** The same by the divisions themselves, whatever the compiler may do: what equal bits cost C. */
__attribute__((optimize("no-fast-math"))) static void adx_divided(int n) {
  double plus = 0, minus = 0, range = 0, average = 0;
  for (int i = 1; i < rows; i++) {
    double up = highs[i] - highs[i - 1], down = lows[i - 1] - lows[i];
    double tie = 0x1p-49 * (highs[i] + highs[i - 1] + lows[i] + lows[i - 1]);
    double p = up - down > tie && up > 0 ? up : 0, m = down - up > tie && down > 0 ? down : 0;
    double before = closes[i - 1], top = highs[i] > before ? highs[i] : before, bottom = lows[i] < before ? lows[i] : before;
    if (i > n) plus -= plus / n, minus -= minus / n, range -= range / n;
    plus += p, minus += m, range += top - bottom;
    if (i < n) continue;
    out[1][i] = 100 * (plus / range);
    out[2][i] = 100 * (minus / range);
    double both = plus + minus, dx = both > 0 ? 100 * (fabs(plus - minus) / both) : 0;
    average = i < 2 * n ? average + dx : (average * (n - 1) + dx) / n;
    if (i == 2 * n - 1) average /= n;
    out[0][i] = i < 2 * n - 1 ? 0 : average;
  }
}

/** Bollinger bands of 2 deviations, by running sums of the distances from the first close. */
static void bollinger(int n) {
  double origin = closes[0], sum = 0, squares = 0;
  for (int i = 0; i < rows; i++) {
    double d = closes[i] - origin;
    sum += d, squares += d * d;
    if (i >= n) d = closes[i - n] - origin, sum -= d, squares -= d * d;
    out[0][i] = sum / n;
    out[1][i] = squares / n;
  }
  for (int i = n - 1; i < rows; i++) {
    double shift = out[0][i], half = 2 * sqrt(fmax(out[1][i] - shift * shift, 0)), mean = origin + shift;
    out[0][i] = mean - half;
    out[1][i] = mean;
    out[2][i] = mean + half;
    out[3][i] = 200 * half / mean;
    out[4][i] = half == 0 ? 0.5 : (closes[i] - mean + half) / (half + half);
  }
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < n - 1; i++) out[t][i] = 0;
}

/** Percentile ranks by counting the window. */
static void rank(int window) {
  for (int i = window - 1; i < rows; i++) {
    double value = values[i];
    long below = 0, upTo = 0;
    for (int j = i - window + 1; j <= i; j++) below += values[j] < value, upTo += values[j] <= value;
    out[0][i] = 100 * (below + 0.5 * (upTo - below)) / window;
  }
}

/** Five volatilities in percent a year, by running sums. */
static void estimators(int window) {
  static double *terms[6];
  for (int k = 0; k < 6; k++)
    if (terms[k] == NULL) terms[k] = malloc(rows * sizeof(double));
  double *cc = terms[0], *pk = terms[1], *gk = terms[2], *rs = terms[3], *jump = terms[4], *body = terms[5];
  for (int i = 0; i < rows; i++) {
    double u = log(highs[i] / opens[i]), d = log(lows[i] / opens[i]), y = log(closes[i] / opens[i]);
    double j = i > 0 ? log(opens[i] / closes[i - 1]) : 0, x = u - d;
    cc[i] = j + y;
    pk[i] = x * x / (4 * M_LN2);
    gk[i] = 0.5 * x * x - (2 * M_LN2 - 1) * y * y;
    rs[i] = u * (u - y) + d * (d - y);
    jump[i] = j;
    body[i] = y;
  }
  double w = window, k = 0.34 / (1.34 + (w + 1) / (w - 1)), year = 8760;
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, q0 = 0, q4 = 0, q5 = 0;
  for (int i = 0; i < rows; i++) {
    s0 += cc[i], q0 += cc[i] * cc[i], s1 += pk[i], s2 += gk[i], s3 += rs[i];
    s4 += jump[i], q4 += jump[i] * jump[i], s5 += body[i], q5 += body[i] * body[i];
    int o = i - window;
    if (o < 0) continue;
    s0 -= cc[o], q0 -= cc[o] * cc[o], s1 -= pk[o], s2 -= gk[o], s3 -= rs[o];
    s4 -= jump[o], q4 -= jump[o] * jump[o], s5 -= body[o], q5 -= body[o] * body[o];
    out[0][i] = (q0 - s0 * s0 / w) / (w - 1);
    out[1][i] = s1 / w;
    out[2][i] = s2 / w;
    out[3][i] = s3 / w;
    out[4][i] = (q4 - s4 * s4 / w) / (w - 1) + k * (q5 - s5 * s5 / w) / (w - 1) + (1 - k) * s3 / w;
  }
  for (int t = 0; t < 5; t++)
    for (int i = window; i < rows; i++) out[t][i] = 100 * sqrt(out[t][i] * year);
}

/** Forward filter of a Gaussian hidden Markov model with full covariances; log likelihoods in the last output. */
static void filter(int unused) {
  (void)unused;
  static double logs[STATES][BLOCK], weights[STATES][BLOCK], shift[BLOCK], y[FEATURES][BLOCK], z[BLOCK];
  double alpha[STATES];
  memcpy(alpha, initial, sizeof alpha);
  for (int from = 0; from < rows; from += BLOCK) {
    int count = rows - from < BLOCK ? rows - from : BLOCK;
    for (int k = 0; k < STATES; k++) {
      for (int j = 0; j < FEATURES; j++)
        for (int t = 0; t < count; t++) y[j][t] = features[j][from + t] - means[k][j];
      for (int t = 0; t < count; t++) logs[k][t] = peaks[k];
      for (int i = 0; i < FEATURES; i++) {
        for (int t = 0; t < count; t++) z[t] = factors[k][i][0] * y[0][t];
        for (int j = 1; j <= i; j++)
          for (int t = 0; t < count; t++) z[t] += factors[k][i][j] * y[j][t];
        for (int t = 0; t < count; t++) logs[k][t] -= 0.5 * z[t] * z[t];
      }
    }
    for (int t = 0; t < count; t++) {
      double most = logs[0][t];
      for (int k = 1; k < STATES; k++) most = logs[k][t] > most ? logs[k][t] : most;
      shift[t] = most;
    }
    for (int k = 0; k < STATES; k++)
      for (int t = 0; t < count; t++) weights[k][t] = exp(logs[k][t] - shift[t]);
    for (int t = 0; t < count; t++) {
      double next[STATES], sum = 0;
      for (int j = 0; j < STATES; j++) {
        double p = from + t == 0 ? alpha[j] : 0;
        if (from + t > 0)
          for (int i = 0; i < STATES; i++) p += alpha[i] * transition[i][j];
        next[j] = p * weights[j][t];
        sum += next[j];
      }
      for (int j = 0; j < STATES; j++) out[0][(from + t) * STATES + j] = alpha[j] = next[j] / sum;
      out[6][from + t] = shift[t] + log(sum);
    }
  }
}

/** The same row by row: lanes are the features of a row, and the upper triangles products with 0. */
static void filter_rows(int unused) {
  (void)unused;
  double alpha[STATES], columns[STATES][FEATURES][FEATURES];
  for (int k = 0; k < STATES; k++)
    for (int i = 0; i < FEATURES; i++)
      for (int j = 0; j < FEATURES; j++) columns[k][j][i] = factors[k][i][j];
  memcpy(alpha, initial, sizeof alpha);
  for (int t = 0; t < rows; t++) {
    double row[FEATURES], logs[STATES], weights[STATES], next[STATES], most = -HUGE_VAL, sum = 0;
    for (int j = 0; j < FEATURES; j++) row[j] = features[j][t];
    for (int k = 0; k < STATES; k++) {
      double z[FEATURES] = {0}, distance = 0;
      for (int j = 0; j < FEATURES; j++)
        for (int i = 0; i < FEATURES; i++) z[i] += columns[k][j][i] * (row[j] - means[k][j]);
      for (int i = 0; i < FEATURES; i++) distance += z[i] * z[i];
      logs[k] = peaks[k] - 0.5 * distance;
      most = logs[k] > most ? logs[k] : most;
    }
    for (int k = 0; k < STATES; k++) weights[k] = exp(logs[k] - most);
    for (int j = 0; j < STATES; j++) {
      double p = t == 0 ? alpha[j] : 0;
      if (t > 0)
        for (int i = 0; i < STATES; i++) p += alpha[i] * transition[i][j];
      next[j] = p * weights[j];
      sum += next[j];
    }
    for (int j = 0; j < STATES; j++) out[0][t * STATES + j] = alpha[j] = next[j] / sum;
    out[6][t] = most + log(sum);
  }
}

/** Works by name. */
static const struct {
  const char *name;
  void (*run)(int size);
} WORKS[] = {
    {"adx", adx},       {"adx-divided", adx_divided}, {"bollinger", bollinger},     {"rank", rank},
    {"estimators", estimators}, {"filter", filter},   {"filter-rows", filter_rows},
};

static void *checked(void *got) {
  if (got == NULL) perror("plain"), exit(1);
  return got;
}

static double *column(FILE *from, long count) {
  double *to = checked(malloc(count * sizeof(double)));
  if (fread(to, sizeof(double), count, from) != (size_t)count) fprintf(stderr, "plain: the file is too short\n"), exit(1);
  return to;
}

int main(int count, char **words) {
  if (count != 3) return fprintf(stderr, "usage: plain FILE ROWS\n"), 1;
  FILE *file = checked(fopen(words[1], "rb"));
  rows = atoi(words[2]);
  double **prices[] = {&opens, &highs, &lows, &closes, &values};
  for (int i = 0; i < 5; i++) *prices[i] = column(file, rows);
  for (int i = 0; i < FEATURES; i++) features[i] = column(file, rows);
  double *law[] = {&factors[0][0][0], &means[0][0], peaks, &transition[0][0], initial};
  size_t sizes[] = {sizeof factors, sizeof means, sizeof peaks, sizeof transition, sizeof initial};
  for (int i = 0; i < 5; i++) memcpy(law[i], column(file, sizes[i] / sizeof(double)), sizes[i]);
  fclose(file);
  for (int i = 0; i < OUTPUTS; i++) out[i] = checked(calloc((size_t)rows * STATES, sizeof(double)));

  char name[32];
  int size;
  while (scanf("%31s %d", name, &size) == 2) {
    void (*work)(int) = NULL;
    for (size_t i = 0; i < sizeof WORKS / sizeof *WORKS; i++)
      if (!strcmp(name, WORKS[i].name)) work = WORKS[i].run;
    if (work == NULL) return fprintf(stderr, "plain: no work is called %s\n", name), 1;
    for (int i = 0; i < OUTPUTS; i++) memset(out[i], 0, (size_t)rows * STATES * sizeof(double));
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    work(size);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double sum = 0;
    for (int i = 0; i < OUTPUTS; i++)
      for (long t = 0; t < (long)rows * STATES; t++) sum += out[i][t];
    printf("%.0f %.17g\n", (end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec), sum);
    fflush(stdout);
  }
  return 0;
}
