/** A reader of the stream as programs write one: it goes on after its last id whenever the connection ends. */

import { createParser } from 'eventsource-parser';
import { setTimeout as wait } from 'node:timers/promises';

/** An event as it came. */
export interface Came {
  readonly id: number;
  readonly type: string;
  readonly symbol: string | null;
  /** Moment of the event, epoch ms. */
  readonly ts: number;
  /** Of a position that changed. */
  readonly address?: string;
  readonly action?: string;
}

export interface EventReader {
  /** In the order of their coming. */
  readonly events: readonly Came[];
  /** Announced gaps: it was away for longer than events are kept. */
  readonly gaps: readonly string[];
  /** Connections that were opened, and answers that were none: 429 while places of a dead host stand. */
  readonly opened: number;
  readonly refused: number;
  /** Ends it, once nothing is under way. */
  close(): Promise<void>;
}

/**
 * Reads from the first event that is kept.
 *
 * @param url asked before each connection: a host that was started again listens elsewhere.
 * @param keys taken in turn, so that a place of a host that died is waited for by none.
 */
export function readEvents(url: () => string, keys: readonly string[]): EventReader {
  const events: Came[] = [];
  const gaps: string[] = [];
  const counts = { opened: 0, refused: 0 };
  const ending = new AbortController();
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (event === 'gap') gaps.push(data);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event of the stream
      if (id !== undefined) events.push({ ...(JSON.parse(data) as Omit<Came, 'id'>), id: Number(id) });
    },
  });
  const connect = async (): Promise<void> => {
    const headers = {
      'x-api-key': keys[(counts.opened + counts.refused) % keys.length]!,
      'last-event-id': String(events.at(-1)?.id ?? 0),
    };
    const answer = await fetch(`${url()}/api/v1/stream`, { headers, signal: ending.signal });
    counts[answer.ok ? 'opened' : 'refused']++;
    if (!answer.ok) {
      await answer.body?.cancel();
      return;
    }
    const decoder = new TextDecoder();
    parser.reset();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of fetch leave out what its bytes are
    for await (const bytes of answer.body! as AsyncIterable<Uint8Array>) {
      parser.feed(decoder.decode(bytes, { stream: true }));
    }
  };
  const read = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        await connect();
      } catch {
        // The connection ended, or there is nobody yet.
      }
      await wait(50);
    }
  };
  const ended = read();
  return {
    events,
    gaps,
    get opened() {
      return counts.opened;
    },
    get refused() {
      return counts.refused;
    },
    close: async () => {
      ending.abort();
      await ended;
    },
  };
}
