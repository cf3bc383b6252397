/** Places of a key: how many streams it may have open, over all replicas that share the leases. */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, within } from '@barograph/sources';
import type { Leases } from '@barograph/store';

/** Streams that a key may have open, and the time for which a dead replica's count. */
export interface StreamLeaseConfig {
  readonly version: `stream-lease/${string}`;
  readonly perKey: number;
  /** Renewed at every ping. */
  readonly ttlMs: number;
  /** A client that reconnects may overtake the news that it has left: pauses before a full key is asked for again. */
  readonly settleMs: readonly number[];
}

/** A changed number is a new constant. */
export const STREAM_LEASE_V2: StreamLeaseConfig = Object.freeze({
  version: 'stream-lease/2',
  perKey: 3,
  ttlMs: 45_000,
  settleMs: [100, 400, 500],
});

/** One place of a key. */
export interface Place {
  /** Renews the lease. @returns false when the stream may not go on. */
  keep(): Promise<boolean>;
  /** Gives the place back, once and for good; resolves when it is free. */
  giveBack(): Promise<void>;
}

/** The places of all keys. */
export interface Places {
  /** @returns undefined when the key has all of its places taken. */
  take(keyId: string): Promise<Place | undefined>;
}

/** Parts of the places. */
export interface PlacesParts {
  readonly leases: Leases;
  /** Asked at every renewal: a key that was revoked, or whose tier ran out, loses its places. */
  readonly isEntitled: (keyId: string) => Promise<boolean>;
  /** The machine's clock. */
  readonly wall: Clock;
  readonly log: Logger;
  readonly config?: StreamLeaseConfig;
}

/** Places over leases. */
export function createPlaces({ leases, isEntitled, wall, log, config = STREAM_LEASE_V2 }: PlacesParts): Places {
  const { perKey, ttlMs, settleMs } = config;
  /** Releases in progress, by scope. */
  const leaving = new Map<string, Set<Promise<void>>>();

  const placeOf = (keyId: string, scope: string, holder: string): Place => {
    let isGivenBack = false;
    // One call after the other: a lease that is renewed or taken while it is released would come back for nobody.
    let asked: Promise<boolean> = Promise.resolve(true);
    const ask = async (): Promise<boolean> => {
      try {
        if (isGivenBack || !(await isEntitled(keyId))) return false;
        if (await leases.renew(scope, holder, ttlMs, wall.now())) return true;
        // It ran out while this replica slept.
        return await leases.take(scope, perKey, holder, ttlMs, wall.now());
      } catch (error) {
        log.warn({ err: error }, 'stream lease not renewed; the stream goes on');
        return true;
      }
    };
    const release = async (): Promise<void> => {
      await asked;
      try {
        await leases.release(scope, holder);
      } catch (error) {
        log.warn({ err: error }, 'stream lease not released; it runs out');
      }
    };
    let released: Promise<void> | undefined;
    return {
      keep: async () => (asked = asked.then(ask)),
      giveBack: async () => {
        isGivenBack = true;
        if (released !== undefined) return released;
        released = release();
        const others = leaving.get(scope) ?? new Set();
        leaving.set(scope, others.add(released));
        await released;
        others.delete(released);
        if (others.size === 0) leaving.delete(scope);
        return undefined;
      },
    };
  };

  return {
    take: async (keyId) => {
      const scope = `stream:${keyId}`;
      const holder = randomUUID();
      const attempt = async (): Promise<boolean> => leases.take(scope, perKey, holder, ttlMs, wall.now());
      const place = placeOf(keyId, scope, holder);
      if (await attempt()) return place;
      for (const ms of settleMs) {
        const others = leaving.get(scope);
        await (others === undefined ? pause(ms) : within(ms, Promise.all(others)));
        if (await attempt()) return place;
      }
      return undefined;
    },
  };
}
