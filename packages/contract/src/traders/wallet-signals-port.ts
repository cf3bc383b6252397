/** Changes of positions that a host has kept, cycle by cycle. */

import type { PositionChange, TraderClass } from '@barograph/positioning';
import { Type } from 'typebox';
import { port } from '../context.ts';
import { publication } from '../published.ts';
import type { AccountsStatus } from '../shapes/account-cycle.ts';

/** A change of one position, and the class of the account. */
export interface WalletChange extends PositionChange {
  /** null: the account has too few positions to have a class. */
  readonly traderClass: TraderClass | null;
}

/** A cycle of positions against the one before it. */
export interface PositionCycle {
  /** Moment of the positions, epoch ms. */
  readonly time: number;
  /** Moment of those that they were compared with; null: the record begins here, or begins anew. */
  readonly before: number | null;
  /** By address, then by coin. */
  readonly changes: readonly WalletChange[];
}

/** End of the record. */
export interface PositionChangesHead {
  /** Moment of the newest positions, epoch ms. */
  readonly positionsAsOf: number;
}
/** The record itself is in the archive. */
export const positionChangesPublication = publication<never, PositionChangesHead>(
  'position-changes',
  'position-changes-snapshot/1',
  { head: Type.Object({ positionsAsOf: Type.Integer() }), record: Type.Never() },
);

/** The kept changes of a host. */
export interface PositionChangesArchive {
  readonly status: AccountsStatus;
  /** Cycles of the day before `upTo`, epoch ms, with that moment's own; oldest first. */
  cycles(upTo: number): Promise<readonly PositionCycle[]>;
}

/** Port of the archive of changes of positions. */
export const POSITION_CHANGES = port<PositionChangesArchive>('position changes');
