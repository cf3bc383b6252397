/** A typical stream reader: it reconnects and resumes after its last id. */

import { createParser } from 'eventsource-parser';
import { setTimeout as wait } from 'node:timers/promises';

/** Received event. */
export interface Came {
  readonly id: number;
  readonly type: string;
  readonly symbol: string | null;
  /** Moment of the event, epoch ms. */
  readonly ts: number;
  /** Set when a position changed. */
  readonly address?: string;
  readonly action?: string;
}

export interface EventReader {
  /** Events in order of arrival. */
  readonly events: readonly Came[];
  /** Announced gaps: the reader was away longer than events are stored. */
  readonly gaps: readonly string[];
  /** Opened connections; `refused` counts other answers, such as 429 while slots of a dead host are taken. */
  readonly opened: number;
  readonly refused: number;
  /** Ends the reader after pending work. */
  close(): Promise<void>;
}

/** Filter of a reader, and listeners of events as they come. */
export interface EventReading {
  /** Types that it asks for, comma between them; those that come unasked when left out. */
  readonly types?: string;
  readonly onEvent?: (event: Came) => void;
  readonly onGap?: (gap: string) => void;
}

/**
 * Reads from the first stored event.
 *
 * @param url called before each connection: a restarted host has a new port.
 * @param keys used in turn, so that a dead host's slots do not block the reader.
 */
export function readEvents(
  url: () => string,
  keys: readonly string[],
  { types, onEvent, onGap }: EventReading = {},
): EventReader {
  const events: Came[] = [];
  const gaps: string[] = [];
  const counts = { opened: 0, refused: 0 };
  const ending = new AbortController();
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (event === 'gap') {
        gaps.push(data);
        onGap?.(data);
      }
      if (id === undefined) return;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event of the stream
      const came: Came = { ...(JSON.parse(data) as Omit<Came, 'id'>), id: Number(id) };
      events.push(came);
      onEvent?.(came);
    },
  });
  const connect = async (): Promise<void> => {
    const headers = {
      'x-api-key': keys[(counts.opened + counts.refused) % keys.length]!,
      'last-event-id': String(events.at(-1)?.id ?? 0),
    };
    const answer = await fetch(`${url()}/api/v1/stream${types === undefined ? '' : `?types=${types}`}`, {
      headers,
      signal: ending.signal,
    });
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
