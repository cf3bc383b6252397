/** Places of a key: its limit of open streams over all replicas that share the leases. */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, within } from '@barograph/sources';
import type { Leases } from '@barograph/store';

/** Open streams per key, and how long those of a dead replica count. */
export interface StreamLeaseConfig {
  readonly version: `stream-lease/${string}`;
  readonly perKey: number;
  /** Renewed at every ping. */
  readonly ttlMs: number;
  /** Pauses before a full key is checked again: a client that reconnects may arrive before its old place is free. */
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
  /** Renews the lease. @returns false when the stream must end. */
  keep(): Promise<boolean>;
  /** Frees the place, once; resolves when it is free. */
  giveBack(): Promise<void>;
}

/** The places of all keys. */
export interface Places {
  /** @returns undefined when all places of the key are taken. */
  take(keyId: string): Promise<Place | undefined>;
}

/** Parts of the places. */
export interface PlacesParts {
  readonly leases: Leases;
  /** Checked at every renewal: a key that was revoked, or whose tier expired, loses its places. */
  readonly isEntitled: (keyId: string) => Promise<boolean>;
  /** The machine's clock. */
  readonly wall: Clock;
  readonly log: Logger;
  readonly config?: StreamLeaseConfig;
}

/** Creates places over leases. */
export function createPlaces({ leases, isEntitled, wall, log, config = STREAM_LEASE_V2 }: PlacesParts): Places {
  const { perKey, ttlMs, settleMs } = config;
  /** Releases in progress, by lease. */
  const leaving = new Map<string, Set<Promise<void>>>();

  const placeOf = (keyId: string, name: string, holder: string): Place => {
    let isGivenBack = false;
    // Calls run one after the other: a lease renewed or taken during its release would stay without an owner.
    let last: Promise<boolean> = Promise.resolve(true);
    const ask = async (): Promise<boolean> => {
      try {
        if (isGivenBack || !(await isEntitled(keyId))) return false;
        if (await leases.renew(name, holder, ttlMs, wall.now())) return true;
        // The lease expired while this replica slept.
        return await leases.take(name, perKey, holder, ttlMs, wall.now());
      } catch (error) {
        log.warn({ err: error }, 'stream lease not renewed; stream continues');
        return true;
      }
    };
    const release = async (): Promise<void> => {
      await last;
      try {
        await leases.release(name, holder);
      } catch (error) {
        log.warn({ err: error }, 'stream lease not released; it expires');
      }
    };
    let released: Promise<void> | undefined;
    return {
      keep: async () => (last = last.then(ask)),
      giveBack: async () => {
        isGivenBack = true;
        if (released !== undefined) return released;
        released = release();
        const others = leaving.get(name) ?? new Set();
        leaving.set(name, others.add(released));
        await released;
        others.delete(released);
        if (others.size === 0) leaving.delete(name);
        return undefined;
      },
    };
  };

  return {
    take: async (keyId) => {
      const name = `stream:${keyId}`;
      const holder = randomUUID();
      const attempt = async (): Promise<boolean> => leases.take(name, perKey, holder, ttlMs, wall.now());
      const place = placeOf(keyId, name, holder);
      if (await attempt()) return place;
      for (const ms of settleMs) {
        const others = leaving.get(name);
        await (others === undefined ? pause(ms) : within(ms, Promise.all(others)));
        if (await attempt()) return place;
      }
      return undefined;
    },
  };
}
