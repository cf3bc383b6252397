/** Position changes in a replica's memory, read from the store up to the published cycle. */

import type { PositionChangesArchive, PositionCycle } from '@barograph/contract';
import { CYCLES_KEPT_MS, type PositionCycles } from '@barograph/store';

/**
 * Creates the archive of position changes of a replica.
 * @param status whether the host computes positions.
 */
export function createKeptChanges(
  store: Pick<PositionCycles, 'read'>,
  timeline: string,
  status: PositionChangesArchive['status'],
): PositionChangesArchive {
  /** Newest loaded cycles, and the moment up to which they were read. */
  let recalled: { readonly upTo: number; readonly cycles: readonly PositionCycle[] } = { upTo: -1, cycles: [] };
  return {
    status,
    cycles: async (upTo) => {
      const oldest = upTo - CYCLES_KEPT_MS;
      // A replay that was set back reads the record up to that moment again.
      const before = recalled.upTo > upTo ? { upTo: -1, cycles: [] } : recalled;
      const fresh =
        before.upTo === upTo ? [] : await store.read(timeline, { after: Math.max(before.upTo, oldest), upTo });
      const cycles = [...before.cycles.filter(({ time }) => time > oldest), ...fresh];
      recalled = { upTo, cycles };
      return cycles;
    },
  };
}
