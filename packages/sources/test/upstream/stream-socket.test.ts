import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createManualClock } from '../../src/clock.ts';
import { createLog } from '../log.ts';
import { STREAM_V1, type StreamConfig } from '../../src/upstream/config.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import type { Gap, StreamOptions } from '../../src/upstream/stream.ts';
import { createStreamSocket } from '../../src/upstream/stream-socket.ts';
import { listenSocket, onEnd } from './test-support.ts';
import { until } from '../deadlines.ts';

const QUICK: StreamConfig = {
  ...STREAM_V1,
  handshakeMs: 5000,
  pingMs: 5000,
  silenceMs: 10_000,
  reconnectMs: 4,
  longestReconnectMs: 32,
  maxBytes: 10_000,
};

const on = (key: string) => ({ key, subscribe: `{"sub":"${key}"}`, unsubscribe: `{"unsub":"${key}"}` });

interface Frame {
  readonly data?: number;
}

/** Answer of a websocket server to a handshake. */
function handshake(key: string): string {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`;
}

/** A stream of numbers in `data`, with all that it reported. */
function streamTo(url: string, options: Partial<StreamOptions> = {}) {
  const meter = createUpstreamMeter('toy');
  const lines: string[] = [];
  const got: number[] = [];
  const gaps: Gap[] = [];
  const times: number[] = [];
  const stream = createStreamSocket({
    source: 'toy',
    url,
    subscriptions: [on('a'), on('b')],
    onFrame: (frame, receivedAt) => {
      const { data } = frame as Frame;
      if (data === undefined) return 'control';
      got.push(data);
      times.push(receivedAt);
      return 'data';
    },
    onGap: (gap) => void gaps.push(gap),
    clock: { now: () => Date.now() as never },
    random: () => 0,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    meter,
    config: QUICK,
    ...options,
  });
  onEnd(async () => stream.close());
  return { stream, meter, lines, got, gaps, times };
}

/** Sends numbers as data. */
const send = (socket: WebSocket, ...numbers: readonly number[]): void => {
  for (const data of numbers) socket.send(JSON.stringify({ data }));
};

/** Answers every text by an acknowledgement, and those of `a` by the number of the connection. */
const polite = (socket: WebSocket, text: string, connection: number): void => {
  socket.send('{"ack":true}');
  if (text === on('a').subscribe) send(socket, connection);
};

describe('a stream', () => {
  it('subscribes, and hands frames on as they come: doubled and out of order too', async () => {
    const { url, texts } = await listenSocket((socket, text) => {
      if (text === on('b').subscribe) send(socket, 1, 3, 2, 2, 1);
    });
    const { stream, got, gaps, meter } = streamTo(url);
    expect(stream.state()).toEqual({ status: 'connecting', lastData: null, gapSince: null, reconnects: 0 });
    await until(() => got.length === 5);
    expect(got).toEqual([1, 3, 2, 2, 1]);
    expect(texts).toEqual([[on('a').subscribe, on('b').subscribe]]);
    expect(stream.state()).toMatchObject({ status: 'open', gapSince: null });
    expect([gaps, meter.reading().gaps]).toEqual([[], 0]);
  });

  it('reconnects after a drop, subscribes again, and records the gap from data to data', async () => {
    const { url, sockets, texts } = await listenSocket(polite);
    const { stream, got, gaps, times, meter } = streamTo(url);
    await until(() => got.length === 1);
    send(sockets[0]!, 7);
    await until(() => got.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 15));
    sockets[0]!.terminate();
    await until(() => stream.state().gapSince !== null);
    expect(stream.state().gapSince).toBe(times[1]);
    await until(() => got.length === 3);
    expect(got).toEqual([0, 7, 1]);
    expect(texts[1]).toEqual(texts[0]);
    expect(gaps).toEqual([{ from: times[1], to: times[2], cause: 'closed' }]);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(14);
    expect(stream.state()).toMatchObject({ status: 'open', gapSince: null, reconnects: 1 });
    expect(meter.reading()).toMatchObject({ reconnects: 1, gaps: 1, gapMs: times[2]! - times[1]! });
  });

  it('that is silent is cut where a request shows rows that it has not carried, once they had time to come', async () => {
    const { url, sockets } = await listenSocket((socket) => socket.send('{"ack":true}'));
    const steady = createManualClock(0);
    const asked: number[] = [];
    let missing: boolean | undefined = false;
    const { stream, got, lines } = streamTo(url, {
      steady,
      config: { ...QUICK, pingMs: 1e9, silenceMs: 60_000, quietMs: 15_000, lateMs: 5000 },
      isMissing: async (silentMs) => {
        asked.push(silentMs);
        return missing;
      },
    });
    await until(() => stream.state().status === 'open');
    const move = async (ms: number): Promise<void> => {
      steady.moveTo(steady.now() + ms);
      await new Promise((resolve) => setTimeout(resolve, 2));
    };
    // Each answer that nothing is missing begins the time of silence again.
    for (let i = 0; i < 6; i++) await move(15_000);
    expect(asked).toEqual(Array.from({ length: 6 }, () => 15_000));
    missing = true;
    await move(15_000);
    send(sockets[0]!, 7);
    await until(() => got.length === 1);
    await move(5000);
    expect([stream.state().status, asked.length]).toEqual(['open', 7]);
    missing = undefined;
    await move(15_000);
    await move(15_000);
    expect(asked.slice(7)).toEqual([15_000, 35_000]);
    missing = true;
    await move(15_000);
    expect(stream.state().status).toBe('open');
    await move(5000);
    expect(stream.state().status).toBe('waiting');
    expect(lines.filter((line) => line.includes('stream broken')).map((line) => JSON.parse(line))).toMatchObject([
      { cause: 'silence' },
    ]);
  });

  it('that gets acknowledgements and pongs but no data is reopened, more and more slowly', async () => {
    const { url, sockets } = await listenSocket((socket) => socket.send('{"ack":true}'));
    const { stream, got, gaps, lines } = streamTo(url, { config: { ...QUICK, silenceMs: 60 } });
    const acks = setInterval(() => sockets.at(-1)?.send('{"ack":true}'), 5);
    onEnd(async () => clearInterval(acks));
    await until(() => sockets.length === 4);
    const waits = lines.filter((line) => line.includes('stream broken')).map((line) => JSON.parse(line));
    expect(waits.slice(0, 3)).toMatchObject([
      { cause: 'silence', waitMs: 2 },
      { cause: 'silence', waitMs: 4 },
      { cause: 'silence', waitMs: 8 },
    ]);
    expect([got, gaps]).toEqual([[], []]);
    clearInterval(acks);
    await until(() => stream.state().status === 'open');
    send(sockets.at(-1)!, 1);
    await until(() => gaps.length === 1);
    expect(gaps[0]).toMatchObject({ cause: 'silence' });
  });

  it('that falls silent after data has a gap from its last data frame', async () => {
    const { url } = await listenSocket(polite);
    const { gaps, times } = streamTo(url, { config: { ...QUICK, silenceMs: 50 } });
    await until(() => gaps.length === 1);
    expect(gaps).toEqual([{ from: times[0], to: times[1], cause: 'silence' }]);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(49);
  });

  it('whose other side is dead is cut, though no data are due', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (data: Buffer) => {
        const key = /sec-websocket-key: (.*)\r\n/i.exec(data.toString())![1]!;
        socket.write(handshake(key)); // and never a pong
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { lines, meter, stream } = streamTo(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      config: { ...QUICK, pingMs: 20 },
    });
    onEnd(async () => server.close());
    await until(() => meter.reading().reconnects > 0);
    expect(lines.find((line) => line.includes('stream broken'))).toContain('"cause":"dead"');
    await stream.close();
  });

  it('lives on pongs, of the protocol or as text, where no data are due', async () => {
    const { url } = await listenSocket(() => {});
    const plain = streamTo(url, { subscriptions: [], config: { ...QUICK, silenceMs: 50, pingMs: 100 } });
    const other = await listenSocket((socket, text) => text === 'ping' && socket.send('pong'));
    const text = streamTo(other.url, {
      subscriptions: [],
      pingText: 'ping',
      pongText: 'pong',
      config: { ...QUICK, silenceMs: 50, pingMs: 100 },
    });
    await until(() => (other.texts[0]?.length ?? 0) >= 5);
    for (const { meter } of [plain, text]) expect(meter.reading()).toMatchObject({ reconnects: 0, badFrames: 0 });
  });

  it('keeps one gap over several attempts, from its start if there never were data', async () => {
    let refusing = true;
    const { url, server, sockets } = await listenSocket(polite);
    server.options.verifyClient = () => !refusing;
    const began = Date.now();
    const { gaps, meter, stream } = streamTo(url);
    await until(() => meter.reading().reconnects >= 3);
    expect(sockets.length).toBe(0);
    refusing = false;
    await until(() => gaps.length === 1);
    expect(gaps).toMatchObject([{ cause: 'refused' }]);
    expect(gaps[0]!.from).toBeGreaterThanOrEqual(began);
    expect(gaps[0]!.from).toBeLessThan(began + 100);
    expect(stream.state().reconnects).toBe(meter.reading().reconnects);
  });

  it('begins with short waits again once data came', async () => {
    const { url, sockets } = await listenSocket(polite);
    const { got, lines } = streamTo(url);
    for (let i = 0; i < 4; i++) {
      await until(() => got.length === i + 1);
      sockets.at(-1)!.terminate();
    }
    await until(() => got.length === 5);
    const waits = lines.filter((line) => line.includes('stream broken')).map((line) => JSON.parse(line).waitMs);
    expect(waits).toEqual([2, 2, 2, 2]);
  });

  it('is cut by a frame that is too large', async () => {
    const { url, sockets } = await listenSocket(polite);
    const { got, gaps } = streamTo(url);
    await until(() => got.length === 1);
    sockets[0]!.send(JSON.stringify({ data: 1, fill: 'x'.repeat(10_001) }));
    await until(() => gaps.length === 1);
    expect([got, gaps[0]!.cause]).toEqual([[0, 1], 'too_large']);
  });

  it('survives frames that are no JSON, and errors of its reader', async () => {
    const { url, sockets } = await listenSocket(polite);
    const seen: unknown[] = [];
    const bad: number[] = [];
    const began = Date.now();
    const { meter, stream, lines } = streamTo(url, {
      onFrame: (frame) => {
        if ((frame as Frame).data === 13) throw new RangeError('secret row');
        seen.push(frame);
        return 'data';
      },
      onGap: () => {
        throw new Error('no backfill');
      },
      onBadFrame: (receivedAt) => void bad.push(receivedAt),
    });
    await until(() => seen.length > 0);
    for (const text of ['{"data":', 'oops', '{"data":13}', '{"data":2}']) sockets[0]!.send(text);
    await until(() => seen.some((frame) => (frame as Frame).data === 2));
    expect(meter.reading()).toMatchObject({ badFrames: 3, reconnects: 0 });
    expect(bad.map((at) => at >= began && at <= Date.now())).toEqual([true, true, true]);
    expect(lines.join('')).not.toContain('secret row');
    sockets[0]!.terminate();
    await until(() => stream.state().reconnects === 1 && stream.state().gapSince === null);
    expect(lines.join('')).toContain('gap handler failed');
  });
});

describe('subscriptions', () => {
  it('change while open, and are those after a reconnection', async () => {
    const { url, sockets, texts } = await listenSocket(polite);
    const { stream, got } = streamTo(url);
    await until(() => got.length === 1);
    stream.subscribe(on('c'));
    stream.subscribe(on('c'));
    stream.unsubscribe('b');
    stream.unsubscribe('b');
    stream.subscribe({ ...on('c'), subscribe: '{"sub":"c2"}' });
    await until(() => texts[0]!.length === 6);
    expect(texts[0]!.slice(2)).toEqual(['{"sub":"c"}', '{"unsub":"b"}', '{"unsub":"c"}', '{"sub":"c2"}']);
    sockets[0]!.terminate();
    stream.subscribe(on('d'));
    await until(() => texts[1]?.length === 3);
    expect(texts[1]).toEqual(['{"sub":"a"}', '{"sub":"c2"}', '{"sub":"d"}']);
  });

  it('begin the time of silence: a socket without any may be silent', async () => {
    const { url, texts } = await listenSocket(() => {});
    const { stream, meter } = streamTo(url, { subscriptions: [], config: { ...QUICK, silenceMs: 40 } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(meter.reading().reconnects).toBe(0);
    stream.subscribe(on('a'));
    await until(() => texts.length === 2);
    expect(meter.reading().reconnects).toBe(1);
  });
});

describe('closing', () => {
  it('ends the connection, and nothing is reported or opened after it', async () => {
    const { url, sockets, server } = await listenSocket(polite);
    const { stream, got, gaps } = streamTo(url);
    await until(() => got.length === 1);
    send(sockets[0]!, 5, 6, 7);
    await stream.close();
    const count = got.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([got.length, gaps, sockets.length, server.clients.size]).toEqual([count, [], 1, 0]);
    expect(stream.state().status).toBe('closed');
    await stream.close();
  });

  it('works while it connects and while it waits', async () => {
    const { url, server } = await listenSocket(() => {});
    server.options.verifyClient = () => false;
    const connecting = streamTo(url);
    await connecting.stream.close();
    const waiting = streamTo(url, { config: { ...QUICK, reconnectMs: 600_000 } });
    await until(() => waiting.stream.state().status === 'waiting');
    await waiting.stream.close();
    expect([connecting, waiting].map(({ stream }) => stream.state().status)).toEqual(['closed', 'closed']);
  });
});

it('no key of an address or a header reaches a log', async () => {
  const { url, sockets } = await listenSocket(polite);
  const { got, lines, gaps } = streamTo(`${url}/v1/s3cret?key=s3cret`, { headers: { 'x-key': 's3cret' } });
  await until(() => got.length === 1);
  sockets[0]!.terminate();
  await until(() => gaps.length === 1);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).not.toContain('s3cret');
});
