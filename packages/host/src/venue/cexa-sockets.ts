/** Streams of the large exchange: forced closes, and a mark price that ticks beside them. */

import { bucketOpen } from '@barograph/core';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Liquidation } from '../market/liquidations.ts';
import { CEXA_PATH, type ExchangeFeeds } from './cexa.ts';
import { forceOrderPayload, perpSymbol } from './cexa-payloads.ts';
import type { Faults } from './faults.ts';
import { valuesOf } from './info.ts';
import { createSender, type Send } from './sender.ts';
import { UPDATE_MS, type Sockets } from './sockets.ts';

/** Path of the streams of the market. The one without `/market` takes subscriptions, and sends nothing. */
const MARKET_PATH = `${CEXA_PATH}/market/stream`;
const OLD_PATH = `${CEXA_PATH}/stream`;
/** Least real time between two updates, ms. */
const LEAST_REAL_MS = 50;
const MOST_MESSAGE_BYTES = 65_536;
const FORCED = '!forceOrder@arr';
const MARK = /^([a-z0-9]+)@markPrice$/;
/** The venue sends one order of a future in this time at most, ms. */
const ONE_IN_MS = 1000;

/** Parts of the sockets. */
export interface CexaSocketsOptions {
  /** Without jumps. */
  readonly clock: Clock;
  /** Seconds of the clock in a real second. */
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

/** A socket and the streams that it is subscribed to; the same object of each, every time. */
interface Line {
  readonly isServed: boolean;
  readonly streams: Map<string, object>;
  readonly send: Send;
}

/** The largest order of each future and second, oldest first. */
function largestOfSeconds(closes: readonly Liquidation[]): readonly Liquidation[] {
  const largest = new Map<string, Liquidation>();
  for (const close of closes) {
    const key = `${close.symbol} ${Math.floor(close.time / ONE_IN_MS)}`;
    const other = largest.get(key);
    if (other === undefined || close.price * close.size > other.price * other.size) largest.set(key, close);
  }
  return [...largest.values()].sort((a, b) => a.time - b.time);
}

/** Updates begin with the first socket. */
export function createCexaSockets({ clock, speed, now, feeds, faults }: CexaSocketsOptions): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES });
  const lines = new Map<WebSocket, Line>();
  let callOff: (() => void) | undefined;
  let isClosed = false;
  /** Moment up to which forced closes were sent. */
  let sentTo: number | undefined;

  const forcedSince = async (from: number, to: number): Promise<readonly Liquidation[]> => {
    // Whole seconds: of a later one the largest order is not known yet.
    const pulled = await feeds().forcedCloses?.pull({ venue: 'cexa', from: from - 1, to: to - 1 });
    return pulled?.ok === true ? largestOfSeconds(pulled.value.rows.liquidations) : [];
  };
  const markFrame = async (stream: string, at: number): Promise<readonly string[]> => {
    const [, name = ''] = MARK.exec(stream) ?? [];
    const pulled = await feeds().venuePerps?.pull({ venue: 'cexa', asOf: at });
    const perps = pulled?.ok === true ? pulled.value.rows.perps : [];
    const perp = perps.find(({ symbol }) => symbol.toLowerCase() === name);
    if (perp === undefined) return [];
    const data = { e: 'markPriceUpdate', E: at, s: perp.symbol, p: String(perp.mark), T: perp.nextFundingAt };
    return [JSON.stringify({ stream, data })];
  };
  const update = async (): Promise<void> => {
    callOff = undefined;
    const at = now();
    const to = bucketOpen(at, ONE_IN_MS);
    // A clock that was set back sends nothing twice, and one set forward leaves nothing out for long.
    const closes = await forcedSince(sentTo === undefined || sentTo > to ? to : Math.max(sentTo, to - 60_000), to);
    sentTo = to;
    const marks = new Map<string, readonly string[]>();
    for (const { streams } of lines.values()) {
      for (const stream of streams.keys()) {
        if (MARK.test(stream) && !marks.has(stream)) marks.set(stream, await markFrame(stream, at));
      }
    }
    for (const { isServed, streams, send } of lines.values()) {
      if (!isServed) continue;
      for (const [stream, key] of streams) {
        if (stream !== FORCED) {
          send(key, { type: 'markPrice' }, marks.get(stream) ?? []);
          continue;
        }
        for (const close of closes) {
          const frame = JSON.stringify({ stream, data: forceOrderPayload(close) });
          send(key, { type: 'forceOrder', coin: close.symbol }, [frame]);
        }
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
  const isStream = (name: unknown): name is string =>
    typeof name === 'string' &&
    (name === FORCED || (MARK.test(name) && perpSymbol('BTC').toLowerCase() === name.split('@')[0]));

  const answer = (socket: WebSocket, line: Line, text: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return socket.send(JSON.stringify({ error: { code: 3, msg: 'Invalid JSON' } }));
    }
    const { method, params, id = null } = valuesOf(message);
    const names: readonly unknown[] = Array.isArray(params) ? params : [];
    const streams = names.filter(isStream);
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
    const named = (searchParams.get('streams') ?? '').split('/').filter(isStream);
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
  const disconnect = (): void => {
    for (const socket of lines.keys()) socket.terminate();
  };
  return {
    upgrade: (request, socket: Duplex, head) =>
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request)),
    count: () => lines.size,
    disconnect,
    close: () => {
      isClosed = true;
      callOff?.();
      disconnect();
      server.close();
    },
  };
}
