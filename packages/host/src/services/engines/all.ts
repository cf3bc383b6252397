/** The engines of this host. */

import { ENGINES as CONVERTED, type AnyEngine } from '@barograph/contract';
import { volatilityEngine } from './volatility.ts';
import { volumeEngine } from './volume.ts';

/** Each after those whose rows it needs; one for every snapshot. */
export const ENGINES: readonly AnyEngine[] = [volatilityEngine, volumeEngine, ...CONVERTED];
