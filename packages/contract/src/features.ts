/** Every feature of the service, in the order of the index: the only central list. */

import type { Feature } from './feature.ts';
import { meme } from './meme/index.ts';
import { volatility } from './volatility/index.ts';
import { volume } from './volume/index.ts';

export const FEATURES: readonly Feature[] = [volatility, volume, meme];
