/** Optional feed answers: null for a feed that is missing or failed. */

import { SourceError, type Pulled, type Provided } from '@barograph/sources';

/** Rows of an answer; null when the feed did not answer. An empty answer is an answer. */
export async function answered<Rows>(pull: Promise<Pulled<Rows>>): Promise<Provided<Rows> | null> {
  return unlessAway(async () => {
    const reply = await pull;
    return reply.ok ? reply.value : null;
  });
}

/** Value, or null when its source failed. */
export async function unlessAway<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
