/** Answers of feeds, for those who go on without them: a feed that is not there, or away, is null. */

import { SourceError, type Pulled, type Provided } from '@barograph/sources';

/** The rows of an answer; null of a feed that did not answer. An empty answer is an answer. */
export async function answered<Rows>(pull: Promise<Pulled<Rows>>): Promise<Provided<Rows> | null> {
  return unlessAway(async () => {
    const reply = await pull;
    return reply.ok ? reply.value : null;
  });
}

/** The value, or null where its source failed. */
export async function unlessAway<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
