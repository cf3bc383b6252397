/** Venue on a real port, with a manual clock. */

import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createManualClock, type ManualClock } from '../../sources/src/clock.ts';
import { openVenue, type Venue, type VenueOptions } from '../src/venue.ts';

/** 2024-09-12T10:20:20Z: two days after the simulator's delisting, in the midst of a minute. */
export const NOW: number = SIMULATOR_V2.start + 255 * 24 * HOUR_MS + 10 * HOUR_MS + 20 * 60_000 + 20_000;

/** Answer of a venue. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** A venue and its clock. */
export interface TestVenue {
  readonly venue: Venue;
  readonly clock: ManualClock;
  readonly url: string;
  info(question: unknown): Promise<Answer>;
  fault(order: object): Promise<Answer>;
  line(): Promise<Line>;
}

/** A frame, parsed. */
export interface Frame {
  readonly channel: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at what they get
  readonly data: any;
}

/** A socket of a test. */
export interface Line {
  readonly socket: WebSocket;
  send(message: object): void;
  /** Waits for a pong, then returns the frames since the last call without the pong. */
  frames(): Promise<readonly Frame[]>;
}

/** A socket of the venue at a base URL. */
export async function openLine(url: string): Promise<Line> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  let seen: Frame[] = [];
  socket.on('message', (data: Buffer) => seen.push(JSON.parse(data.toString()) as Frame));
  await once(socket, 'open');
  return {
    socket,
    send: (message) => socket.send(JSON.stringify(message)),
    frames: async () => {
      socket.send('{"method":"ping"}');
      while (seen.at(-1)?.channel !== 'pong') await once(socket, 'message');
      const frames = seen.slice(0, -1);
      seen = [];
      return frames;
    },
  };
}

async function asked(url: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

/** Clock of a host that is ahead of the venue's by `ms`; behind when negative. */
export function clockAhead(clock: ManualClock, ms: number): ManualClock {
  return {
    ...clock,
    now: () => (clock.now() + ms) as ReturnType<ManualClock['now']>,
    schedule: (at, task) => clock.schedule(at - ms, task),
  };
}

/** Starts a venue on a free port. @param now time of its clock, epoch ms. */
export async function testVenue(options: Partial<VenueOptions> = {}, now: number = NOW): Promise<TestVenue> {
  const clock = createManualClock(now);
  const venue = openVenue({ clock, speed: 1, seed: SIMULATOR_V2.seed, weightClock: 'venue', ...options });
  const url = await venue.listen('127.0.0.1', 0);
  return {
    venue,
    clock,
    url,
    info: async (question) => asked(`${url}/info`, question),
    fault: async (order) => asked(url.replace('/perpdex', '/faults'), order),
    line: async () => openLine(url),
  };
}
