/** Every feature of the service, in the order of the index: the only central list. */

import type { Feature } from './feature.ts';
import { meme } from './meme/index.ts';
import { quant } from './quant/index.ts';

export const FEATURES: readonly Feature[] = [quant, meme];
