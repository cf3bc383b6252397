/** Port of positioning to its host: whether it has account states, and the hourly samples that it keeps. */

import type { GammaSample } from '@barograph/positioning';
import { port } from '../context.ts';

/** Positioning of a host. Moments are epoch ms of the market. */
export interface PositioningArchive {
  /** `off`: switched off by its operator; `no_source`: none of its sources will ever have states of accounts. */
  readonly status: 'on' | 'off' | 'no_source';
  /** The hourly ring of a coin as it was known at `asOf`, oldest first; none of a coin without one. */
  ring(symbol: string, asOf: number): Promise<readonly GammaSample[]>;
}

export const POSITIONING = port<PositioningArchive>('positioning');
