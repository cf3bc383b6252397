/** Clocks of the processes of a world. */

import type { Clock } from '../../packages/sources/src/clock.ts';
import { epochMs } from '@barograph/core';
import type { World } from './parts.ts';

/** Difference and speed of a clock. */
export interface ClockOptions {
  /** Ms by which it is ahead of the world's. */
  readonly skewMs?: number;
  /** Moment that it shows when the world begins, and its ms for each of the world's. */
  readonly replay?: { readonly from: number; readonly begin: number; readonly speed: number };
}

/** A clock; what is waited for by it happens in the process that waits. */
export function clockOf(world: World, { skewMs = 0, replay }: ClockOptions = {}): Clock {
  const { from = 0, begin = 0, speed = 1 } = replay ?? {};
  const now = (): number => Math.floor(from + (world.now() + skewMs - begin) * speed);
  return {
    kind: 'system',
    now: () => epochMs(now()),
    schedule: (at, task) => {
      const owner = world.current();
      const moment = (at - from) / speed + begin - skewMs;
      return world.at(moment, owner, '', task);
    },
  };
}
