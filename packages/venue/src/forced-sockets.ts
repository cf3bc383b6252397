/** Sockets of a stream of forced closes: closes since the last update, every few seconds of the venue's clock. */

import { bucketOpen, usdtPerp } from '@barograph/core';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock, Liquidation } from '@barograph/sources';
import type { OtherFeeds } from './dexb.ts';
import type { Faults } from './faults.ts';
import { TRADES_TYPE, type ForcedProtocol } from './forced-lines.ts';
import { newestTrade } from './other-trades.ts';
import { createSender, type Send } from './sender.ts';
import { socketsOf, UPDATE_MS, type Sockets } from './sockets.ts';

/** Minimum real time between two updates, ms. */
const LEAST_REAL_MS = 50;
const MOST_MESSAGE_BYTES = 65_536;
/** After a longer pause only its end is sent, ms. */
const LONGEST_MS = 60_000;

/** Options of the sockets. */
export interface ForcedSocketsOptions {
  /** Clock without jumps. */
  readonly clock: Clock;
  /** Clock seconds per real second. */
  readonly speed: number;
  /** Epoch ms of the venue, jumps included. */
  readonly now: () => number;
  readonly feeds: () => OtherFeeds;
  readonly faults: () => Faults;
  readonly protocol: ForcedProtocol;
}

interface Line {
  readonly topics: Set<string>;
  /** Time of the newest sent trade, by topic. */
  readonly traded: Map<string, number>;
  readonly send: Send;
}

/** Creates the sockets. Updates start with the first socket. */
export function createForcedSockets(options: ForcedSocketsOptions): Sockets {
  const { clock, speed, now, feeds, faults, protocol } = options;
  const { venue, type } = protocol;
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES });
  const lines = new Map<WebSocket, Line>();
  let callOff: (() => void) | undefined;
  let isClosed = false;
  /** Time up to which closes were sent; undefined without sockets. */
  let sentTo: number | undefined;

  const closesSince = async (from: number, to: number): Promise<readonly Liquidation[]> => {
    const pulled = await feeds().forcedCloses?.pull({ venue, from, to });
    return pulled?.ok === true ? pulled.value.rows.liquidations : [];
  };
  /** Sends the newest trade to topics that have not received it. */
  const sendTrades = ({ topics, traded, send }: Line): void => {
    const time = newestTrade(faults(), now());
    for (const topic of topics) {
      const trade = protocol.trade(topic, time);
      if (trade === undefined || time <= (traded.get(topic) ?? -Infinity)) continue;
      traded.set(topic, time);
      send(traded, { type: TRADES_TYPE, coin: trade.coin }, [trade.text]);
    }
  };
  const update = async (): Promise<void> => {
    callOff = undefined;
    const to = now();
    // A clock that jumps back sends no close twice.
    const from = sentTo === undefined || sentTo > to ? to : Math.max(sentTo, to - LONGEST_MS);
    sentTo = to;
    const closes = await closesSince(from, to);
    for (const line of lines.values()) {
      const { topics, send } = line;
      for (const { coin, text } of protocol.frames(closes, topics)) send(topics, { type, coin }, [text]);
      sendTrades(line);
    }
    arm();
  };
  const arm = (): void => {
    if (callOff !== undefined || isClosed) return;
    if (lines.size === 0) {
      sentTo = undefined;
      return;
    }
    sentTo ??= now();
    const at = bucketOpen(clock.now() + LEAST_REAL_MS * speed, UPDATE_MS) + UPDATE_MS;
    callOff = clock.schedule(at, () => void update());
  };
  const listed = async (): Promise<ReadonlySet<string>> => {
    const pulled = await feeds().venuePerps?.pull({ venue: 'dexb', asOf: now() });
    return new Set(pulled?.ok === true ? pulled.value.rows.perps.map(({ coin }) => usdtPerp(coin)) : []);
  };

  server.on('connection', (socket: WebSocket) => {
    const line: Line = { topics: new Set(), traded: new Map(), send: createSender(socket, faults) };
    const symbols = listed();
    const answer = async (text: string): Promise<void> => {
      const known = await symbols;
      socket.send(protocol.answer(text, line.topics, (topic) => known.has(topic)));
      sendTrades(line);
    };
    lines.set(socket, line);
    socket.on('message', (data: Buffer) => void answer(data.toString()));
    socket.on('close', () => lines.delete(socket));
    socket.on('error', () => socket.terminate());
    arm();
  });
  return socketsOf(server, lines, () => {
    isClosed = true;
    callOff?.();
  });
}
