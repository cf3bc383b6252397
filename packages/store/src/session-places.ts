/**
 * Places of which all replicas together have a fixed number. Each is an advisory lock of a connection that this replica has
 * for nothing else: the database drops the locks of a dead replica with its connection, whatever any clock says.
 */

import type { Client } from 'pg';
import { CHANNELS, type Listener } from './listener.ts';
import { LOCKS } from './locks.ts';

/** A place that is held. */
export interface HeldPlace {
  /** Frees it, for whichever replica asks first. */
  giveBack(): Promise<void>;
}

/** The places, as one replica sees them. */
export interface SessionPlaces {
  /**
   * Takes a free place; never waits for one.
   *
   * @param lost called when the connection breaks: the place may be another's by then.
   * @returns undefined when all are taken.
   */
  take(lost: () => void): Promise<HeldPlace | undefined>;
  /** Calls back when a place of any replica was given back, and when that may have been missed. @returns what ends it. */
  onFreed(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * @param connect a connection of its own, not yet connected; made when the first place is asked for.
 * @param most places of all replicas together.
 */
export function createSessionPlaces(connect: () => Client, listener: Listener, most: number): SessionPlaces {
  /** Places of this replica: a session gets a lock that it has once more, so it must not ask. */
  const held = new Map<number, () => void>();
  let opened: Promise<Client> | undefined;
  let isClosed = false;
  /** One thing after the other: two takes at once would ask for the same place, and a connection does one statement. */
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
      const holders = [...held.values()];
      held.clear();
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
      if (held.has(place)) continue;
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1::int, $2::int) as taken',
        [LOCKS.archiveRead, place],
      );
      if (rows[0]?.taken !== true) continue;
      held.set(place, lost);
      return { giveBack: async () => inTurn(async () => giveBack(client, place, lost)) };
    }
    return undefined;
  };

  const giveBack = async (client: Client, place: number, lost: () => void): Promise<void> => {
    if (held.get(place) !== lost) return;
    held.delete(place);
    try {
      // A replica that hears of it finds the place free.
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [LOCKS.archiveRead, place]);
      await client.query('select pg_notify($1, $2)', [CHANNELS.archiveReads, '']);
    } catch {
      // A connection that cannot give a lock back gives back all of them by its end.
      await client.end().catch(() => undefined);
    }
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
