/** The entrants of the benchmark. A new one is a file in `entrants` and a line here. */

import type { Entrant } from './entrant.ts';
import { changePoints } from './entrants/change-points.ts';
import { gaussianHmm2, gaussianHmm3 } from './entrants/gaussian-hmm.ts';
import { jumpContinuous } from './entrants/jump-continuous.ts';
import { jumpDiscrete } from './entrants/jump-discrete.ts';
import { jumpSparse } from './entrants/jump-sparse.ts';
import { nowcast } from './entrants/nowcast.ts';
import { oneLabel } from './entrants/one-label.ts';
import { shockState } from './entrants/shock-state.ts';
import { signumColor } from './entrants/signum.ts';
import { volatilityTerciles } from './entrants/volatility-terciles.ts';

/** Entrants in the order of the table. */
export const ENTRANTS: readonly Entrant[] = [
  oneLabel,
  volatilityTerciles,
  nowcast,
  shockState,
  signumColor,
  gaussianHmm2,
  gaussianHmm3,
  jumpDiscrete,
  jumpContinuous,
  jumpSparse,
  changePoints,
];
