/** Every feature of the service, in the order of the index: the only central list. */

import type { Feature } from './feature.ts';
import { heatmap } from './heatmap/index.ts';
import { meme } from './meme/index.ts';
import { signum } from './signum/index.ts';
import { technical } from './technical/index.ts';

export const FEATURES: readonly Feature[] = [heatmap, signum, technical, meme];
