/** A replica of the stream over a log in memory, and clients that read at a given pace. */

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Writable } from 'node:stream';
import type { TextBody } from '@barograph/contract';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import { STREAM_CLIENT_V1 } from '../../src/stream/client.ts';
import type { MemoryLog } from '../../src/stream/memory-log.ts';
import { movedDeadlines } from '../../../sources/test/deadlines.ts';
import { EVERYTHING } from './samples.ts';
import { createStreamService, type StreamParts, type StreamService } from '../../src/stream/service.ts';

export const NOW: number = Date.UTC(2025, 8, 1, 12);
const running: StreamService[] = [];

/** Stops a service, and lets the time pass that it waits for its clients. */
export async function stop(service: StreamService): Promise<void> {
  const pass = movedDeadlines();
  const stopped = service.stop();
  await pass(STREAM_CLIENT_V1.stopMs);
  await stopped;
}

/** Stops what the test has started. */
export async function stopAll(): Promise<void> {
  for (const service of running.splice(0)) await stop(service);
}

/** A service with its clocks. */
export interface Replica {
  readonly service: StreamService;
  readonly wall: ManualClock;
  readonly clock: ManualClock;
}

/** One more reader of a log. */
export async function replica(log: MemoryLog, more: Partial<StreamParts> = {}): Promise<Replica> {
  const wall = createManualClock(NOW);
  const clock = createManualClock(NOW);
  const isEntitled = async (): Promise<boolean> => true;
  const common = {
    ...log,
    isEntitled,
    wall,
    clock,
    dataSource: 'simulated',
    log: createLog('silent'),
  } as const;
  const service = createStreamService({ ...common, ...more });
  await service.start();
  running.push(service);
  return { service, wall, clock };
}

/** A client that reads at a given pace. */
export class Reader extends Writable {
  text = '';
  readonly messages: EventSourceMessage[] = [];
  readonly comments: string[] = [];
  retry = 0;
  isReading = true;
  #waiting: (() => void) | undefined;
  readonly #parser = createParser({
    onEvent: (message) => this.messages.push(message),
    onComment: (comment) => this.comments.push(comment),
    onRetry: (ms) => (this.retry = ms),
  });

  constructor(highWaterMark = 16_384) {
    super({ highWaterMark });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const take = (): void => {
      this.text += chunk.toString();
      this.#parser.feed(chunk.toString());
      done();
    };
    if (this.isReading) take();
    else this.#waiting = take;
  }

  resume(): void {
    this.isReading = true;
    this.#waiting?.();
  }

  ids(): number[] {
    return this.messages.filter(({ event }) => event === undefined).map(({ id }) => Number(id));
  }
}

/** Opens a stream. @returns the status. */
export async function open(
  service: StreamService,
  to: Writable,
  { since, query = EVERYTHING, key = 'k' }: { since?: number; query?: typeof EVERYTHING; key?: string } = {},
): Promise<number> {
  const granted = await service.open(key, query, since);
  if (!granted.ok) return granted.error.status;
  granted.value.attach(to);
  return 200;
}

export { until } from '../../../sources/test/deadlines.ts';
/** All from one to another. */
export const ids = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** Body of an answer. */
export function bodyOf({ text }: TextBody<never>): Tail {
  return JSON.parse(text) as Tail;
}

/** The answers of tail and preview, as far as tests look at them. */
export interface Tail {
  readonly count: number;
  readonly last_id: number;
  readonly server_now: number;
  readonly delay_ms: number;
  readonly window_start: number;
  readonly window_end: number;
  readonly events_per_min: number;
  readonly events: readonly { readonly id: number; readonly ts: number }[];
}
