/** Sockets of the loopback venue: subscriptions, pings, and data every few seconds of its clock. */

import { bucketOpen } from '@barograph/core';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '@barograph/sources';
import type { Faults } from './faults.ts';
import { valuesOf } from './info.ts';
import type { VenueWorld } from './fill-payloads.ts';
import { createSender, type Send } from './sender.ts';
import { framesOf, midsFrame, readTopic, type Subscription } from './subscription.ts';

/** Time between two updates, ms of the venue. */
export const UPDATE_MS = 3000;
/** Minimum real time between two updates, ms. */
const LEAST_REAL_MS = 50;
const MOST_MESSAGE_BYTES = 65_536;

/** Options of the sockets. */
export interface SocketsOptions {
  /** Clock without jumps. */
  readonly clock: Clock;
  /** Clock seconds per real second. */
  readonly speed: number;
  /** Epoch ms of the venue, jumps included. */
  readonly now: () => number;
  readonly world: VenueWorld;
  readonly faults: () => Faults;
}

/** Sockets. */
export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  count(): number;
  /** Disconnects all sockets. */
  disconnect(): void;
  close(): void;
}

/** Sockets of a server; open sockets are keys of `lines`. @param stop ends the updates. */
export function socketsOf(server: WebSocketServer, lines: ReadonlyMap<WebSocket, unknown>, stop: () => void): Sockets {
  const disconnect = (): void => {
    for (const socket of lines.keys()) socket.terminate();
  };
  return {
    upgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request)),
    count: () => lines.size,
    disconnect,
    close: () => {
      stop();
      disconnect();
      server.close();
    },
  };
}

/** A socket and its subscriptions. */
interface Line {
  readonly subscriptions: Map<string, Subscription>;
  readonly send: Send;
}

/** Creates the sockets. Updates start with the first socket. */
export function createSockets({ clock, speed, now, world, faults }: SocketsOptions): Sockets {
  const { perps } = world;
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES });
  const lines = new Map<WebSocket, Line>();
  let callOff: (() => void) | undefined;
  const midsOnce = (): (() => string) => {
    let text: string | undefined;
    return () => (text ??= midsFrame(perps, now()));
  };

  const update = (): void => {
    callOff = undefined;
    const mids = midsOnce();
    for (const { subscriptions, send } of lines.values()) {
      for (const subscription of subscriptions.values()) {
        send(subscription, subscription.topic, framesOf(subscription, world, now(), mids));
      }
    }
    arm();
  };
  const arm = (): void => {
    if (callOff !== undefined || lines.size === 0) return;
    callOff = clock.schedule(bucketOpen(clock.now() + LEAST_REAL_MS * speed, UPDATE_MS) + UPDATE_MS, update);
  };

  const answer = (socket: WebSocket, line: Line, text: string): void => {
    const reply = (channel: string, data?: unknown): void => socket.send(JSON.stringify({ channel, data }));
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return reply('error', `Error parsing JSON into valid websocket request: ${text}`);
    }
    const { method, subscription: requested } = valuesOf(message);
    if (method === 'ping') return reply('pong');
    if (method !== 'subscribe' && method !== 'unsubscribe') {
      return reply('error', `Error parsing JSON into valid websocket request: ${text}`);
    }
    const topic = readTopic(requested, perps, now());
    if (topic === undefined) return reply('error', `Invalid subscription ${JSON.stringify(requested)}`);
    const key = JSON.stringify(topic);
    if (line.subscriptions.has(key) === (method === 'subscribe')) {
      return reply('error', `Already ${method}d: ${JSON.stringify(requested)}`);
    }
    reply('subscriptionResponse', { method, subscription: requested });
    if (method === 'unsubscribe') {
      line.subscriptions.delete(key);
      return;
    }
    const subscription: Subscription = { topic, newest: undefined, last: undefined };
    line.subscriptions.set(key, subscription);
    line.send(subscription, topic, framesOf(subscription, world, now(), midsOnce()));
  };

  server.on('connection', (socket: WebSocket) => {
    const line: Line = { subscriptions: new Map(), send: createSender(socket, faults) };
    lines.set(socket, line);
    socket.on('message', (data: Buffer) => answer(socket, line, data.toString()));
    socket.on('close', () => lines.delete(socket));
    socket.on('error', () => socket.terminate());
    arm();
  });
  return socketsOf(server, lines, () => callOff?.());
}
