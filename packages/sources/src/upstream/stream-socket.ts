/**
 * Websocket of an outside source that reconnects, and records every gap in its data.
 *
 * Frames are passed on as they arrive. The reader handles duplicates and disorder, which resubscriptions cause, because it knows ids
 * and times of its rows. A socket has one silence limit, so quiet subscriptions (liquidations) need another socket than frequent
 * ones.
 */

import { STREAM_V1 } from './config.ts';
import { openConnection, type Connection } from './connection.ts';
import { createGapRecord } from './gap-record.ts';
import { createSteadyClock } from './steady-clock.ts';
import type { BreakCause, Gap, StreamOptions, StreamSocket } from './stream.ts';
import { createSubscriptions } from './subscriptions.ts';
import { chance, jittered } from './wait.ts';

/** Reads a frame; an error of the reader must not end the process. */
function createReader(options: StreamOptions): (text: string, receivedAt: number) => 'data' | 'control' {
  const { source, pongText, onFrame, onBadFrame, log, meter } = options;
  return (text, receivedAt) => {
    if (text === pongText) return 'control';
    try {
      const frame: unknown = JSON.parse(text);
      return onFrame(frame, receivedAt);
    } catch (error) {
      meter.badFrame();
      log.warn({ source, err: error instanceof Error ? error.constructor.name : typeof error }, 'bad frame of stream');
      onBadFrame?.(receivedAt);
      return 'control';
    }
  };
}

/** Reports a gap that has ended; an error of its handler must not end the process. */
function reportGap({ source, onGap, log, meter }: StreamOptions, gap: Gap): void {
  meter.gap(gap.to - gap.from);
  log.info({ source, ...gap }, 'stream gap ended');
  try {
    onGap(gap);
  } catch (error) {
    log.error({ source, err: error }, 'gap handler failed');
  }
}

/**
 * Opens a stream.
 *
 * @throws {SyntaxError} when the URL is not `ws` or `wss`.
 * @example
 * const stream = createStreamSocket({
 *   source: 'perpdex',
 *   url,
 *   subscriptions: [{ key: 'allMids', subscribe: '{"method":"subscribe",…}', unsubscribe: '{"method":"unsubscribe",…}' }],
 *   onFrame: (frame, receivedAt) => (take(frame, receivedAt) ? 'data' : 'control'),
 *   onGap: ({ from }) => backfill(from),
 *   clock,
 *   log,
 *   meter,
 * });
 */
export function createStreamSocket(options: StreamOptions): StreamSocket {
  const { source, url, headers, pingText, clock, log, meter } = options;
  const { random = chance, config = STREAM_V1, steady = createSteadyClock() } = options;
  const subscriptions = createSubscriptions(options.subscriptions);
  const read = createReader(options);
  const gaps = createGapRecord(clock.now());
  let connection: Connection | undefined;
  let delay = config.reconnectMs;
  let reconnects = 0;
  let isClosed = false;
  let cancelWait = (): void => {};

  const onText = (text: string): 'data' | 'control' => {
    const receivedAt = clock.now();
    const kind = read(text, receivedAt);
    if (kind === 'control' || isClosed) return kind;
    delay = config.reconnectMs; // Only data proves a connection: a silent one gets no faster reconnection.
    const gap = gaps.data(receivedAt);
    if (gap !== undefined) reportGap(options, gap);
    return kind;
  };
  const onBreak = (cause: BreakCause): void => {
    gaps.broken(cause);
    connection = undefined;
    options.onBreak?.(cause);
    const waitMs = jittered(delay, random);
    log.warn({ source, cause, waitMs }, 'stream broken');
    cancelWait = steady.schedule(steady.now() + waitMs, reopen);
    delay = Math.min(delay * 2, config.longestReconnectMs);
  };
  const send = (texts: readonly string[]): void => {
    for (const text of texts) connection?.send(text);
  };
  const open = (): Connection =>
    openConnection({
      url,
      headers,
      config,
      steady,
      pingText,
      expectsData: () => subscriptions.size() > 0,
      isMissing: options.isMissing,
      onOpen: () => {
        log.info({ source, subscriptions: subscriptions.size() }, 'stream opened');
        options.onOpen?.();
        send(subscriptions.all());
      },
      onText,
      onBreak,
    });
  const reopen = (): void => {
    reconnects++;
    meter.reconnect();
    connection = open();
  };
  connection = open();

  return {
    subscribe: (subscription) => {
      if (subscriptions.size() === 0) connection?.expect();
      send(subscriptions.add(subscription));
    },
    unsubscribe: (key) => send(subscriptions.remove(key)),
    state: () => ({
      status: isClosed ? 'closed' : connection === undefined ? 'waiting' : connection.isOpen() ? 'open' : 'connecting',
      lastData: gaps.lastData(),
      gapSince: gaps.since(),
      reconnects,
    }),
    close: async () => {
      isClosed = true;
      cancelWait();
      await connection?.end();
    },
  };
}
