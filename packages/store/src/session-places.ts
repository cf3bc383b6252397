/**
 * A fixed number of places shared by all replicas. Each is an advisory lock on a dedicated connection of the replica, so the
 * database frees the places of a dead replica with its connection, whatever the clocks show.
 */

import type { Client } from 'pg';
import type { Listener } from './listener.ts';
import { LOCKS } from './locks.ts';
import type { Wake } from './wake-ups.ts';

/** Place that this replica holds. */
export interface HeldPlace {
  /** Frees the place for the next request of any replica. */
  giveBack(): Promise<void>;
}

/** Places as one replica sees them. */
export interface SessionPlaces {
  /**
   * Takes a free place without waiting.
   *
   * @param lost called when the connection breaks; another replica may have the place by then.
   * @returns undefined when all places are taken.
   */
  take(lost: () => void): Promise<HeldPlace | undefined>;
  /** Calls back when any replica frees a place, and after notifications may have been missed. @returns a function that ends the subscription. */
  onFreed(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Creates the places of a replica.
 * @param connect creates a dedicated client, not yet connected; called with the first request for a place.
 * @param most places shared by all replicas.
 */
export function createSessionPlaces(
  connect: () => Client,
  listener: Pick<Listener, 'on'>,
  wake: Wake,
  most: number,
): SessionPlaces {
  /** Places of this replica. A session is granted a lock that it already holds, so it must not ask for it again. */
  const releases = new Map<number, () => void>();
  let opened: Promise<Client> | undefined;
  let isClosed = false;
  /** Serialises takes: concurrent ones would ask for the same place, and a connection runs one statement at a time. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  const open = async (): Promise<Client> => {
    const client = connect();
    client.on('end', () => {
      opened = undefined;
      const holders = [...releases.values()];
      releases.clear();
      for (const lost of holders) lost();
    });
    try {
      await client.connect();
    } catch (error) {
      opened = undefined;
      throw error;
    }
    return client;
  };

  const take = async (lost: () => void): Promise<HeldPlace | undefined> => {
    if (isClosed) return undefined;
    const client = await (opened ??= open());
    for (let place = 0; place < most; place++) {
      if (releases.has(place)) continue;
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1::int, $2::int) as taken',
        [LOCKS.archiveRead, place],
      );
      if (rows[0]?.taken !== true) continue;
      releases.set(place, lost);
      return { giveBack: async () => inTurn(async () => giveBack(client, place, lost)) };
    }
    return undefined;
  };

  const giveBack = async (client: Client, place: number, lost: () => void): Promise<void> => {
    if (releases.get(place) !== lost) return;
    releases.delete(place);
    try {
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [LOCKS.archiveRead, place]);
    } catch {
      // Closing the connection frees all its places when unlocking one failed.
      await client.end().catch(() => undefined);
    }
    void wake('archiveReads');
  };

  return {
    take: async (lost) => inTurn(async () => take(lost)),
    onFreed: (freed) => listener.on('archiveReads', freed),
    close: async () => {
      isClosed = true;
      const client = await opened?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
