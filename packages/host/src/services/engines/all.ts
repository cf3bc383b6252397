/** The engines of this host. */

import { ENGINES as CONVERTED, type AnyEngine } from '@barograph/contract';
import { heatmapEngine } from './heatmap.ts';
import { signumEngine } from './signum.ts';
import { technicalEngine } from './technical.ts';

/** Each after those whose rows it needs; one for every snapshot. */
export const ENGINES: readonly AnyEngine[] = [signumEngine, technicalEngine, ...CONVERTED, heatmapEngine];
