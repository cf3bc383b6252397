/** The engines of this host. */

import { ENGINES as CONVERTED, type AnyEngine } from '@barograph/contract';
import { heatmapEngine } from './heatmap.ts';
import { signumEngine } from './signum.ts';
import { technicalEngine } from './technical.ts';
import { volatilityEngine } from './volatility.ts';
import { volumeEngine } from './volume.ts';

/** Each after those whose rows it needs; one for every snapshot. */
export const ENGINES: readonly AnyEngine[] = [
  signumEngine,
  technicalEngine,
  volatilityEngine,
  volumeEngine,
  heatmapEngine,
  ...CONVERTED,
];
