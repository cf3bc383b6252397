/** Slots, events, leases and states in memory, with the rules of the stored ones. */

import { createMemorySlots } from '../../packages/runtime/src/memory-slots.ts';
import { createMemoryLog } from '../../packages/host/src/stream/memory-log.ts';
import type { EngineStates, StoredStateText, UnsavedState } from '../../packages/store/src/engine-state.ts';
import type { EventLog } from '../../packages/store/src/events.ts';
import type { Leases } from '../../packages/store/src/leases.ts';
import type { Slots } from '../../packages/store/src/slots.ts';

/** A database of a world. */
export interface MemoryStore {
  readonly slots: Slots;
  readonly events: EventLog;
  readonly leases: Leases;
  readonly states: Pick<EngineStates, 'loadTexts' | 'saveTexts'>;
}

/** An empty database. @param present its clock, epoch ms. */
export function createMemoryStore(present: () => number): MemoryStore {
  const slots = createMemorySlots(present);
  const { events, leases } = createMemoryLog(0, present);
  const states = new Map<string, StoredStateText>();
  const nameOf = ({ engine, configVersion, scope }: Omit<UnsavedState, 'json' | 'asOf'>): string =>
    JSON.stringify([engine, configVersion, scope]);
  return {
    slots,
    leases,
    events: {
      ...events,
      append: async (batch, claim) => {
        if (batch.length === 0) return [];
        if (claim === undefined) return events.append(batch);
        const isFirst = slots.tell(claim);
        if (isFirst === undefined) throw new Error('the slot is held by another replica');
        return isFirst ? events.append(batch) : [];
      },
    },
    states: {
      loadTexts: async (engine, configVersion, after = -Infinity) =>
        [...states.values()]
          .filter((state) => state.engine === engine && state.configVersion === configVersion && state.asOf > after)
          .sort((a, b) => (a.scope < b.scope ? -1 : 1)),
      saveTexts: async (unsaved) => {
        const saved = new Set<string>();
        for (const { json, ...state } of unsaved) {
          const name = nameOf(state);
          if ((states.get(name)?.asOf ?? -Infinity) >= state.asOf) continue;
          states.set(name, { ...state, json: Buffer.from(json).toString() });
          saved.add(name);
        }
        return saved.size;
      },
    },
  };
}
