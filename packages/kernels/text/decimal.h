// The shortest decimal of a double.
#pragma once
#include "bytes.h"

/** Most bytes of the text of a double, and what is written over behind it. */
#define NUMBER_BYTES 25
#define BEHIND 16

/** Writes a double as JavaScript's `String` does, but nothing for NaN. @returns the place behind it. */
uint8_t *writeDouble(uint8_t *to, double value);
