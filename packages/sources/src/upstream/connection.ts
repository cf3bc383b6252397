/** One websocket connection from opening to close. */

import { WebSocket, type RawData } from 'ws';
import type { SteadyClock } from './budget.ts';
import type { StreamConfig } from './config.ts';
import type { BreakCause, StreamOptions } from './stream.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/** Parts of a connection. */
export interface ConnectionOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly config: StreamConfig;
  readonly steady: SteadyClock;
  readonly pingText: string | undefined;
  readonly expectsData: () => boolean;
  readonly isMissing: StreamOptions['isMissing'];
  readonly onOpen: () => void;
  readonly onText: (text: string) => 'data' | 'control';
  /** Called once, as the last callback. Not called for a connection closed here. */
  readonly onBreak: (cause: BreakCause) => void;
}

/** A connection. */
export interface Connection {
  isOpen(): boolean;
  /** Sends a text; does nothing while not open. */
  send(text: string): void;
  /** Restarts the silence timer. */
  expect(): void;
  /** Closes the connection; resolves when it is closed. */
  end(): Promise<void>;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}

/** Opens a websocket connection. */
export function openConnection(options: ConnectionOptions): Connection {
  const { url, headers = {}, config, steady, pingText, expectsData, isMissing, onOpen, onText, onBreak } = options;
  const socket = new WebSocket(url, {
    headers,
    handshakeTimeout: config.handshakeMs,
    maxPayload: config.maxBytes,
    perMessageDeflate: false,
  });
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let cause: BreakCause = 'refused';
  let hasEnded = false;
  let dog: Watchdog | undefined;
  const stop = (): void => {
    hasEnded = true;
    dog?.stop();
  };
  const breakOff = (why: BreakCause): void => {
    if (hasEnded) return;
    stop();
    socket.terminate();
    onBreak(why);
  };
  const ping = (): void => (pingText === undefined ? socket.ping() : socket.send(pingText));
  socket.on('open', () => {
    if (hasEnded) return;
    cause = 'closed';
    dog = createWatchdog({ steady, config, ping, expectsData, isMissing, onSilence: breakOff });
    onOpen();
  });
  socket.on('pong', () => dog?.heard());
  socket.on('message', (data) => {
    if (hasEnded) return;
    dog?.heard();
    if (onText(textOf(data)) === 'data') dog?.data();
  });
  socket.on('error', (error) => {
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') cause = 'too_large';
  });
  socket.on('close', () => breakOff(cause));
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    expect: () => dog?.expect(),
    end: async () => {
      stop();
      socket.terminate();
      await gone;
    },
  };
}
