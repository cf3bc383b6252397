// exp and log as V8 and other engines that follow fdlibm compute `Math.exp` and `Math.log`, operation for operation, of many
// numbers in place. An engine may do otherwise: `elementary.ts` compares before it lets a kernel use them.
//
// After fdlibm: Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted, provided that
// this notice is preserved.
#pragma once
#include "lanes.h"

/** Least argument of {@link take_exponentials}. */
#define LEAST_EXPONENT -700

/** ln x of normal numbers above 0, an even count. @returns whether all are such numbers; the logs mean nothing otherwise. */
int take_logs(double *values, int count);

/** e^x for −700 ≤ x ≤ 0, likewise. */
int take_exponentials(double *values, int count);
