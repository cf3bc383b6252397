/** Archived position changes of a host, cycle by cycle. */

import type { PositionChange, TraderClass } from '@barograph/positioning';
import { Type } from 'typebox';
import { port } from '../context.ts';
import { publication } from '../published.ts';
import type { AccountsStatus } from '../shapes/account-cycle.ts';

/** Change of a position with the class of its account. */
export interface WalletChange extends PositionChange {
  /** null when the account has too few positions for a class. */
  readonly traderClass: TraderClass | null;
}

/** Positions of a cycle, compared with the preceding cycle. */
export interface PositionCycle {
  /** Time of the positions, epoch ms. */
  readonly time: number;
  /** Time of the preceding positions; null where the record starts or restarts. */
  readonly before: number | null;
  /** By address, then by coin. */
  readonly changes: readonly WalletChange[];
}

/** End of the record of changes. */
export interface PositionChangesHead {
  /** Time of the newest positions, epoch ms. */
  readonly positionsAsOf: number;
}
/** Carries the head only; the record itself is in the archive. */
export const positionChangesPublication = publication<never, PositionChangesHead>(
  'position-changes',
  'position-changes-snapshot/1',
  { head: Type.Object({ positionsAsOf: Type.Integer() }), record: Type.Never() },
);

/** Archived position changes of a host. */
export interface PositionChangesArchive {
  readonly status: AccountsStatus;
  /** Cycles of the day up to `upTo` inclusive, epoch ms, oldest first. */
  cycles(upTo: number): Promise<readonly PositionCycle[]>;
}

/** Port of the archived position changes. */
export const POSITION_CHANGES = port<PositionChangesArchive>('position changes');
