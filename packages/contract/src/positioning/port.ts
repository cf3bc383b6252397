/** Port of positioning to its host: whether it has account states, and the samples and days that it keeps. */

import type { GammaSample, WhaleDay } from '@barograph/positioning';
import { port } from '../context.ts';
import type { AccountsStatus } from '../shapes/account-cycle.ts';

/** Positioning of a host. Moments are epoch ms of the market. */
export interface PositioningArchive {
  readonly status: AccountsStatus;
  /** The hourly ring of a coin as it was known at `asOf`, oldest first; none of a coin without one. */
  ring(symbol: string, asOf: number): Promise<readonly GammaSample[]>;
  /** Days of whales from a UTC day on (YYYY-MM-DD), of cycles up to `asOf`, oldest first. */
  whaleDays(from: string, asOf: number): Promise<readonly WhaleDay[]>;
}

/** Port of the archive of positioning. */
export const POSITIONING = port<PositioningArchive>('positioning', ['ring']);
