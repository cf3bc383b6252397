/** The kept changes of positions of a replica, in memory: read from the store as far as they were published. */

import type { PositionChangesArchive, PositionCycle } from '@barograph/contract';
import { CYCLES_KEPT_MS, type PositionCycles } from '@barograph/store';

/** @param status whether the host computes positions. */
export function createKeptChanges(
  store: Pick<PositionCycles, 'read'>,
  timeline: string,
  status: PositionChangesArchive['status'],
): PositionChangesArchive {
  /** The newest cycles that were read, and up to when. */
  let held: { readonly upTo: number; readonly cycles: readonly PositionCycle[] } = { upTo: -1, cycles: [] };
  return {
    status,
    cycles: async (upTo) => {
      const oldest = upTo - CYCLES_KEPT_MS;
      // A replay that was set back reads the record up to that moment anew.
      const before = held.upTo > upTo ? { upTo: -1, cycles: [] } : held;
      const fresh =
        before.upTo === upTo ? [] : await store.read(timeline, { after: Math.max(before.upTo, oldest), upTo });
      const cycles = [...before.cycles.filter(({ time }) => time > oldest), ...fresh];
      held = { upTo, cycles };
      return cycles;
    },
  };
}
