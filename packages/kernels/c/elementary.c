// Logs and exponentials of many numbers in place.
#include "elementary.h"

#define NUMBERS 512

EXPORT double ELEMENTS[NUMBERS] ALIGNED;

/** Logs of `count` numbers, an even count. @returns 1 where one is not a normal number above 0; then they mean nothing. */
EXPORT int logBlock(int count) {
  mask bad = {0, 0};
  for (int i = 0; i < count; i += 2) {
    lanes x = load(ELEMENTS + i);
    bad |= ~((x >= both(0x1p-1022)) & (x < both(__builtin_inf())));
    store(ELEMENTS + i, natural_log(x));
  }
  return any(bad);
}

/** Exponentials of `count` numbers within −700…0, an even count. @returns 1 where one is not; then they mean nothing. */
EXPORT int expBlock(int count) {
  mask bad = {0, 0};
  for (int i = 0; i < count; i += 2) {
    lanes x = load(ELEMENTS + i);
    bad |= ~((x >= both(LEAST_EXPONENT)) & (x <= both(0)));
    store(ELEMENTS + i, natural_exp(x));
  }
  return any(bad);
}
