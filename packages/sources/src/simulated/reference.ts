/** Reference data of the seeded market. */

import { ok } from '@barograph/core';
import type { Reference } from '@barograph/simulator';
import type { Feeds } from '../market/feeds.ts';

/** Table, categories and schedules at a time. */
export function createSimulatedReference(reference: Reference): Pick<Feeds, 'coins' | 'categories' | 'unlocks'> {
  return {
    coins: { pull: async ({ asOf }) => ok({ rows: { coins: reference.coins(asOf) }, asOf }) },
    categories: { pull: async ({ asOf }) => ok({ rows: { names: reference.categories }, asOf }) },
    unlocks: { pull: async ({ asOf }) => ok({ rows: { schedules: reference.schedules(asOf) }, asOf }) },
  };
}
