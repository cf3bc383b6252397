/** The daily snapshot: the whole market in one answer. */

import { feature } from '../feature.ts';
import { dailySnapshot } from './get.ts';

export const daily = feature({ operations: [dailySnapshot] });
