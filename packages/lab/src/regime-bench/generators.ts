/** The generators of the benchmark. A new one is a file in `generators` and a line here. */

import { jumpDiffusion } from './generators/jump-diffusion.ts';
import { markovSwitchingGarch } from './generators/markov-switching-garch.ts';
import { simulator } from './generators/simulator.ts';
import { trendWithBreaks } from './generators/trend-with-breaks.ts';
import type { MarketGenerator } from './market.ts';

/** Generators in the order of the table. */
export const GENERATORS: readonly MarketGenerator[] = [simulator, markovSwitchingGarch, jumpDiffusion, trendWithBreaks];
