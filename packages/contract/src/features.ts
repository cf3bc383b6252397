/** Every feature of the service, in the order of the index: the only central list. */

import { accounts } from './accounts/index.ts';
import { candles } from './candles/index.ts';
import type { Feature } from './feature.ts';
import { meme } from './meme/index.ts';
import { regimes } from './regimes/index.ts';
import { stream } from './stream/index.ts';

export const FEATURES: readonly Feature[] = [accounts, candles, regimes, meme, stream];
