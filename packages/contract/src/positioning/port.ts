/** Port of positioning: availability of account states, and archived samples and days. */

import type { GammaSample, WhaleDay } from '@barograph/positioning';
import { port } from '../context.ts';
import type { AccountsStatus } from '../shapes/account-cycle.ts';

/** Archived positioning of a host. Moments are epoch ms of the market. */
export interface PositioningArchive {
  readonly status: AccountsStatus;
  /** Hourly ring of a coin as known at `asOf`, oldest first; empty for a coin without a ring. */
  ring(symbol: string, asOf: number): Promise<readonly GammaSample[]>;
  /** Whale days since a UTC day (YYYY-MM-DD), from cycles up to `asOf`, oldest first. */
  whaleDays(from: string, asOf: number): Promise<readonly WhaleDay[]>;
}

/** Port of the archive of positioning. */
export const POSITIONING = port<PositioningArchive>('positioning', ['ring']);
