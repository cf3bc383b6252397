/** Event stream as an async iterator that reconnects, and reports lost events. */

import { ownError, refusalOf, type CallError } from './answer.ts';
import { createFrameReader, type Frame } from './frames.ts';
import { mayPass, type World } from './perform.ts';
import type { Request } from './request.ts';
import type { QueryOf, StreamEvent } from './types.ts';
import { backoffMs, deadlineAfter, wait, type Deadline, type Patience } from './waiting.ts';

/** One message of the stream. Ids count up over all types. */
export type StreamMessage =
  /** Connected. Missed events follow first, then live ones. */
  | { readonly kind: 'open' }
  | { readonly kind: 'event'; readonly id: number; readonly event: StreamEvent }
  /** Events after `afterId` up to `resumedAfterId` are no longer stored and lost to this reader. */
  | { readonly kind: 'gap'; readonly afterId: number; readonly resumedAfterId: number }
  /** Reader was too slow and was disconnected; it resumes after `lastId` without loss. */
  | { readonly kind: 'lagged'; readonly lastId: number }
  /** Event sources: at the start, and whenever a source fails or recovers. */
  | { readonly kind: 'provenance'; readonly data: unknown }
  /** Connection ended; the stream reconnects after the wait. */
  | { readonly kind: 'closed'; readonly error: CallError; readonly retryInMs: number }
  /** Service refuses this reader; the last message. */
  | { readonly kind: 'refused'; readonly error: CallError };

/** Options of a stream. */
export interface StreamOptions {
  /** Filters; {@link StreamOptions.sinceId} replaces `since_id`. */
  readonly query?: Omit<QueryOf<'stream.live'>, 'since_id'> | undefined;
  /** Starts with stored events after this id. @default live events only */
  readonly sinceId?: number | undefined;
  /** Ends the stream, as does leaving the loop. */
  readonly signal?: AbortSignal | undefined;
}

/** Parts of a stream. */
export interface StreamParts {
  readonly world: World;
  readonly patience: Patience;
  /** The request of a connection. */
  readonly request: Request;
  readonly sinceId: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** State shared by connections. */
interface Place {
  /** Last id delivered or skipped. */
  lastId: number | undefined;
  /** Wait requested by the service, ms. */
  retryMs: number | undefined;
  /** Consecutive connections without a message. */
  failures: number;
}

/** Yields the messages of a stream until its signal aborts or the service refuses. */
export async function* streamOf(parts: StreamParts): AsyncGenerator<StreamMessage, void, undefined> {
  const { world, patience, sinceId } = parts;
  const own = new AbortController();
  const end = (): void => own.abort();
  if (parts.signal?.aborted === true) return;
  parts.signal?.addEventListener('abort', end, { once: true });
  const place: Place = { lastId: sinceId, retryMs: undefined, failures: 0 };
  try {
    while (!own.signal.aborted) {
      const error = yield* connection(parts, place, own.signal);
      if (isEnded(own.signal)) return;
      if (!mayPass(error)) {
        yield { kind: 'refused', error };
        return;
      }
      place.failures++;
      const growing = backoffMs(
        { ...patience, firstWaitMs: place.retryMs ?? patience.firstWaitMs },
        place.failures,
        world.random(),
      );
      const retryInMs = error.retryAfterMs ?? growing;
      if (retryInMs > patience.longestWaitMs) {
        yield { kind: 'refused', error };
        return;
      }
      yield { kind: 'closed', error, retryInMs };
      if (!(await wait(retryInMs, own.signal))) return;
    }
  } finally {
    parts.signal?.removeEventListener('abort', end);
    own.abort();
  }
}

/** Reads the signal again; it may have changed during an `await`. */
function isEnded(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Runs one connection. @returns the reason that it ended. */
async function* connection(
  { world, patience, request }: StreamParts,
  place: Place,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, CallError, undefined> {
  const resume = place.lastId === undefined ? {} : { 'last-event-id': String(place.lastId) };
  const deadline = deadlineAfter(patience.timeoutMs, signal);
  try {
    const headers = { ...request.headers, accept: 'text/event-stream', ...resume };
    const response = await world.fetch(request.url, { headers, signal: deadline.signal });
    if (!response.ok) return await refused(response, world);
    deadline.pause();
    yield { kind: 'open' };
    yield* messagesOf(response, place, deadline, patience.silentMs);
    return deadline.isOver() ? silent() : ownError('unreachable', 'The service ended the stream.');
  } catch (error) {
    if (deadline.isOver()) return silent();
    return ownError('unreachable', error instanceof Error ? error.message : String(error));
  } finally {
    deadline.clear();
  }
}

const silent = (): CallError => ownError('timeout', 'The stream fell silent.');

async function refused(response: Response, world: World): Promise<CallError> {
  let body: unknown;
  try {
    body = (await response.json()) as unknown;
  } catch {
    body = undefined;
  }
  return refusalOf(response, body, world.now());
}

/** Yields the messages of a connection, without duplicates. */
async function* messagesOf(
  response: Response,
  place: Place,
  deadline: Deadline,
  silentMs: number,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  // Some `fetch` implementations ignore the signal for bodies.
  deadline.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  const decoder = new TextDecoder();
  const frames = createFrameReader();
  try {
    for (;;) {
      // The timeout applies to the service only, not to the consumer of the iterator.
      deadline.resume(silentMs);
      const { done, value } = await reader.read();
      deadline.pause();
      if (done) return;
      for (const frame of frames.feed(decoder.decode(value, { stream: true }))) {
        const message = messageOf(frame, place);
        if (message === undefined) continue;
        place.failures = 0;
        yield message;
      }
      place.retryMs = frames.retryMs();
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Message of a frame; undefined for a duplicate or unknown event. */
function messageOf({ event, data, id }: Frame, place: Place): StreamMessage | undefined {
  const message: unknown = JSON.parse(data);
  const number = (name: string): number => Number(isRecord(message) ? message[name] : NaN);
  switch (event) {
    case 'message': {
      const at = Number(id);
      if (!Number.isInteger(at) || at <= (place.lastId ?? -1)) return undefined;
      place.lastId = at;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event of the contract
      return { kind: 'event', id: at, event: message as StreamEvent };
    }
    case 'gap': {
      const [afterId, resumedAfterId] = [number('after_id'), number('resumed_after_id')];
      place.lastId = resumedAfterId;
      return { kind: 'gap', afterId, resumedAfterId };
    }
    case 'lagged':
      return { kind: 'lagged', lastId: number('last_id') };
    case 'provenance':
      return { kind: 'provenance', data: message };
    default:
      return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
