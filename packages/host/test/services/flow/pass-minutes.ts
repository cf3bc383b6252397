/** The clock of hosts moved through the slots of the taker flow. */

import { MINUTE_MS } from '@barograph/core';
import { expect, vi } from 'vitest';
import type { ManualClock } from '../../../../sources/src/clock.ts';
import type { Host } from '../../../src/compose.ts';
import type { Store } from '../../../../store/src/open-store.ts';

const UNIVERSE = '/api/v1/perpdex/trade-flow/universe?window=15m';

/** Hosts that share a store and a clock. */
export interface Passing {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly hosts: readonly Host[];
}

/** Moves on to the end of each minute, and until all hosts tell of it. @param ends one minute apart: a jump skips slots. */
export async function passMinutes({ clock, store, hosts }: Passing, ends: readonly number[]): Promise<void> {
  for (const end of ends) {
    const slot = end + 6000;
    clock.moveTo(slot);
    // A clock that moved on before the slot is finished would skip the next one.
    const finished = async () => expect(await store.slots.lastFinished('test/trade-flow')).toBe(slot);
    await vi.waitFor(finished, { interval: 20 });
    const told = async (): Promise<void> => {
      for (const host of hosts) {
        const reply = await host.server.inject({ url: UNIVERSE, headers: { 'x-api-key': 'pro_plus' } });
        expect(JSON.parse(reply.body)).toMatchObject({ as_of: end - (end % MINUTE_MS) });
      }
    };
    await vi.waitFor(told, { interval: 20 });
  }
}
