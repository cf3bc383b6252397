/** Streams of the large exchange: forced closes and mark prices. */

import { bucketOpen } from '@barograph/core';
import type { IncomingMessage } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '@barograph/sources';
import { CEXA_PATH, type ExchangeFeeds } from './cexa.ts';
import { createCexaFrames, isCexaStreamName, isMarkStream } from './cexa-frames.ts';
import type { Faults } from './faults.ts';
import { valuesOf } from './info.ts';
import { createSender, type Send } from './sender.ts';
import { socketsOf, UPDATE_MS, type Sockets } from './sockets.ts';

/** Path of the streams of the market. The path without `/market` accepts subscriptions but sends no data. */
const MARKET_PATH = `${CEXA_PATH}/market/stream`;
const OLD_PATH = `${CEXA_PATH}/stream`;
/** Minimum real time between two updates, ms. */
const LEAST_REAL_MS = 50;
const MOST_MESSAGE_BYTES = 65_536;
/** Options of the sockets. */
export interface CexaSocketsOptions {
  /** Clock without jumps. */
  readonly clock: Clock;
  /** Clock seconds per real second. */
  readonly speed: number;
  /** Epoch ms of the venue, jumps included. */
  readonly now: () => number;
  readonly feeds: () => ExchangeFeeds;
  readonly faults: () => Faults;
}

/** Whether an address is one of the streams. */
export function isCexaStream(path: string): boolean {
  return path === MARKET_PATH || path === OLD_PATH;
}

/** Socket with its subscribed streams; a stream keeps the same object. */
interface Line {
  readonly isServed: boolean;
  readonly streams: Map<string, object>;
  readonly send: Send;
}

/** Creates the sockets. Updates start with the first socket. */
export function createCexaSockets({ clock, speed, now, feeds, faults }: CexaSocketsOptions): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES });
  const lines = new Map<WebSocket, Line>();
  let callOff: (() => void) | undefined;
  let isClosed = false;
  const next = createCexaFrames(feeds);

  const update = async (): Promise<void> => {
    callOff = undefined;
    const marks = [...lines.values()].flatMap(({ streams }) => [...streams.keys()].filter(isMarkStream));
    const frames = await next(now(), new Set(marks));
    for (const { isServed, streams, send } of lines.values()) {
      if (!isServed) continue;
      for (const [stream, key] of streams) {
        for (const { topic, text } of frames.get(stream) ?? []) send(key, topic, [text]);
      }
    }
    arm();
  };
  const arm = (): void => {
    if (callOff !== undefined || lines.size === 0 || isClosed) return;
    callOff = clock.schedule(
      bucketOpen(clock.now() + LEAST_REAL_MS * speed, UPDATE_MS) + UPDATE_MS,
      () => void update(),
    );
  };
  const answer = (socket: WebSocket, line: Line, text: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return socket.send(JSON.stringify({ error: { code: 3, msg: 'Invalid JSON' } }));
    }
    const { method, params, id = null } = valuesOf(message);
    const names: readonly unknown[] = Array.isArray(params) ? params : [];
    const streams = names.filter(isCexaStreamName);
    if ((method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE') || streams.length < names.length) {
      return socket.send(JSON.stringify({ error: { code: 2, msg: 'Invalid request' }, id }));
    }
    for (const stream of streams) {
      if (method === 'SUBSCRIBE') line.streams.set(stream, line.streams.get(stream) ?? {});
      else line.streams.delete(stream);
    }
    socket.send(JSON.stringify({ result: null, id }));
  };

  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://venue');
    const named = (searchParams.get('streams') ?? '').split('/').filter(isCexaStreamName);
    const line: Line = {
      isServed: pathname === MARKET_PATH,
      streams: new Map(named.map((stream) => [stream, {}])),
      send: createSender(socket, faults),
    };
    lines.set(socket, line);
    socket.on('message', (data: Buffer) => answer(socket, line, data.toString()));
    socket.on('close', () => lines.delete(socket));
    socket.on('error', () => socket.terminate());
    arm();
  });
  return socketsOf(server, lines, () => {
    isClosed = true;
    callOff?.();
  });
}
