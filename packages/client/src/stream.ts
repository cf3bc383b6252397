/** The event stream as an async iterator that goes on over broken connections, and says where something is missing. */

import { ownError, refusalOf, type CallError } from './answer.ts';
import { createFrameReader, type Frame } from './frames.ts';
import { mayPass, type World } from './perform.ts';
import type { Request } from './request.ts';
import type { QueryOf, StreamEvent } from './types.ts';
import { backoffMs, deadlineAfter, wait, type Deadline, type Patience } from './waiting.ts';

/** One message of the stream. */
export type StreamMessage =
  /** Connected: live from here on, once what was missed has come. */
  | { readonly kind: 'open' }
  | { readonly kind: 'event'; readonly id: number; readonly event: StreamEvent }
  /** Events after `afterId` up to `resumedAfterId` are no longer kept: they are lost to this reader. */
  | { readonly kind: 'gap'; readonly afterId: number; readonly resumedAfterId: number }
  /** This reader was too slow, and was disconnected; it resumes after `lastId`, and loses nothing by it. */
  | { readonly kind: 'lagged'; readonly lastId: number }
  /** The sources of events, first and whenever one fails or recovers. */
  | { readonly kind: 'provenance'; readonly data: unknown }
  /** The connection ended; another one is opened after the wait. */
  | { readonly kind: 'closed'; readonly error: CallError; readonly retryInMs: number }
  /** The service will not serve this reader: the last message. */
  | { readonly kind: 'refused'; readonly error: CallError };

/** Options of a stream. */
export interface StreamOptions {
  /** Filters. `since_id` stands in {@link StreamOptions.sinceId}. */
  readonly query?: Omit<QueryOf<'stream.live'>, 'since_id'> | undefined;
  /** Events after this id come first, as far as they are kept; what happens from now on when left out. */
  readonly sinceId?: number | undefined;
  /** Ends the stream. So does leaving the loop. */
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

/** The state that connections share. */
interface Place {
  /** The last id that was handed on, or may be taken as read. */
  lastId: number | undefined;
  /** The wait that the service asked for. */
  retryMs: number | undefined;
  /** Connections in a row that brought nothing. */
  failures: number;
}

/** The messages of a stream, until its signal ends it or it is refused. */
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

/** Asked anew: it may have changed while a generator was waited for. */
function isEnded(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** One connection from its start to its end. @returns why it ended. */
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

/** The messages of a connection, none twice. */
async function* messagesOf(
  response: Response,
  place: Place,
  deadline: Deadline,
  silentMs: number,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  // A `fetch` whose bodies do not mind its signal ends all the same.
  deadline.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  const decoder = new TextDecoder();
  const frames = createFrameReader();
  try {
    for (;;) {
      // Only the service is held to the time: the reader of the iterator may take as long as it likes.
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

/** The message of a frame; undefined for one that came before, or that this version does not know. */
function messageOf({ event, data, id }: Frame, place: Place): StreamMessage | undefined {
  const said: unknown = JSON.parse(data);
  const number = (name: string): number => Number(isRecord(said) ? said[name] : NaN);
  switch (event) {
    case 'message': {
      const at = Number(id);
      if (!Number.isInteger(at) || at <= (place.lastId ?? -1)) return undefined;
      place.lastId = at;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event of the contract
      return { kind: 'event', id: at, event: said as StreamEvent };
    }
    case 'gap': {
      const [afterId, resumedAfterId] = [number('after_id'), number('resumed_after_id')];
      place.lastId = resumedAfterId;
      return { kind: 'gap', afterId, resumedAfterId };
    }
    case 'lagged':
      return { kind: 'lagged', lastId: number('last_id') };
    case 'provenance':
      return { kind: 'provenance', data: said };
    default:
      return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
