/** Trades of the perp venue over a socket whose frames a test sends. */

import { MINUTE_MS } from '@barograph/core';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createManualClock } from '../../src/clock.ts';
import { createLog } from '../log.ts';
import { PERPDEX_FILLS_V1, type PerpdexFillsConfig } from '../../src/perpdex/fills-config.ts';
import { createTradesFeed, type TradesFeedParts } from '../../src/perpdex/trades.ts';
import { createSteadyClock } from '../../src/upstream/steady-clock.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { listenSocket, onEnd } from '../upstream/test-support.ts';
import { until } from '../deadlines.ts';

const T = Date.UTC(2024, 8, 9, 12);
const { slackMs, delayMs, quietMs } = PERPDEX_FILLS_V1;

const row = (tid: number, time: number, more: object = {}) => ({
  coin: 'BTC',
  side: 'B',
  px: '100.0',
  sz: '1.0',
  time,
  tid,
  ...more,
});

interface Options {
  readonly config?: Partial<PerpdexFillsConfig>;
  readonly parts?: Partial<TradesFeedParts>;
  readonly coins?: readonly string[];
  /** Perps whose subscription is not confirmed. */
  readonly ignores?: readonly string[];
}

/** A feed on a server that confirms, with a clock that a test moves. */
async function feedOf({ config, parts, coins = ['BTC', 'kPEPE'], ignores = [] }: Options = {}) {
  const clock = createManualClock(T);
  const meter = createUpstreamMeter('perpdex_trades');
  const server = await listenSocket((socket, text) => {
    const { method, subscription } = JSON.parse(text) as { method: string; subscription?: { coin: string } };
    if (method === 'ping') socket.send('{"channel":"pong"}');
    else if (!ignores.includes(subscription!.coin)) {
      socket.send(JSON.stringify({ channel: 'subscriptionResponse', data: { method, subscription } }));
    }
  });
  const trades = createTradesFeed({
    wsUrl: server.url,
    clock,
    steady: createSteadyClock(),
    log: createLog('silent'),
    meter,
    config: {
      ...PERPDEX_FILLS_V1,
      ...config,
      stream: { ...PERPDEX_FILLS_V1.stream, reconnectMs: 4, ...config?.stream },
    },
    pollMs: MINUTE_MS,
    otherSubscriptions: () => 0,
    venueTime: (local) => local,
    ...parts,
  });
  onEnd(async () => trades.close());
  const follow = (...symbols: readonly string[]): void => trades.follow(symbols.map((symbol) => ({ symbol })));
  const start = async (): Promise<void> => {
    trades.open();
    await until(() => server.sockets.length > 0);
    follow(...coins);
  };
  const line = (): WebSocket => server.sockets.at(-1)!;
  /** Sends rows at a moment, and waits until they are read. */
  const send = async (at: number, ...rows: readonly object[]): Promise<void> => {
    clock.moveTo(at);
    line().send(JSON.stringify({ channel: 'trades', data: rows }));
    await until(() => trades.state(at).asOf === at);
  };
  const pulled = async (from: number, to: number) => {
    const answer = await trades.feed.pull({ from, to });
    if (!answer.ok) throw new Error(answer.error.reason);
    return { ...answer.value, ...answer.value.rows };
  };
  const status = () => trades.state(clock.now());
  const up = async (): Promise<void> => {
    await start();
    await until(() => status().status === 'ok');
  };
  return { clock, meter, server, trades, follow, start, up, line, send, pulled, status };
}

/** Bytes of the heap and of columns after a collection. */
function held(): number {
  setFlagsFromString('--expose-gc');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the flag above puts there
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('trades of the perp venue', () => {
  it('subscribe to each perp, and are up from the last confirmation on', async () => {
    const { up, server, pulled, trades } = await feedOf();
    expect(trades.state(T)).toMatchObject({ feed: 'trades', status: 'warming', reason: 'no connection' });
    await up();
    const asked = server.texts[0]!.map((text) => (JSON.parse(text) as { subscription: unknown }).subscription);
    expect(asked).toEqual(['BTC', 'kPEPE'].map((coin) => ({ type: 'trades', coin })));
    expect(await pulled(T - 1, T)).toMatchObject({
      changes: [{ isUp: true, time: T + slackMs }],
      wasUp: false,
      since: T,
      asOf: T,
    });
    expect((await pulled(T, T)).wasUp).toBe(true);
  });

  it('are given by when they were learned, without those from before the connection and those of nobody [#308]', async () => {
    const { up, send, pulled, meter } = await feedOf();
    await up();
    await send(T + 500, row(1, T - 60_000), row(2, T - slackMs), row(3, T + 400, { coin: 'kPEPE', side: 'A' }));
    await send(T + 900, row(4, T + 300, { coin: 'XRP' }), row(5, T + 200), row(5, T + 200), row(6, T, { sz: '0' }));
    const { symbols, symbol, id, learned, time, isBuy, asOf } = await pulled(T, T + 900);
    expect([id, [...learned], [...time], [...isBuy], asOf]).toEqual([
      ['2', '3', '5', '5'],
      [T + 500, T + 500, T + 900, T + 900],
      [T - slackMs, T + 400, T + 200, T + 200],
      [1, 0, 1, 1],
      T + 900,
    ]);
    expect([...symbol].map((place) => symbols[place])).toEqual(['BTC', 'kPEPE', 'BTC', 'BTC']);
    expect(meter.reading().dropped).toEqual({ 'trades before': 1, 'trades coin': 1, 'trades size': 1 });
    // What comes in the moment of an answer is of the next one.
    await send(T + 900, row(7, T + 900));
    expect((await pulled(T, T + 900)).id).toHaveLength(4);
    await send(T + 901, row(8, T + 900));
    expect((await pulled(T + 900, T + 901)).id).toEqual(['7', '8']);
  });

  it('wait until everything up to the end of a question is known', async () => {
    const { up, send, pulled, clock } = await feedOf();
    await up();
    clock.moveTo(T + 1000);
    const asked = pulled(T, T + 1000);
    await send(T + 1200, row(1, T + 900));
    expect(await asked).toMatchObject({ id: [], changes: [], asOf: T + 1000 });
    expect((await pulled(T + 1000, T + 1200)).id).toEqual(['1']);
  });

  it('are not up for a question in whose wait the connection breaks', async () => {
    const { up, send, pulled, clock, line, status } = await feedOf();
    await up();
    await send(T + 500, row(1, T + 400));
    clock.moveTo(T + 9000);
    const asked = pulled(T, T + 9000);
    line().terminate();
    await until(() => status().status !== 'ok');
    clock.moveTo(T + 9500);
    const { changes, wasUp, isStale } = await asked;
    expect([changes, wasUp]).toEqual([[{ isUp: false, time: T + 500 - delayMs }], true]);
    expect(isStale === true || status().status === 'ok').toBe(true);
  });

  it('are not up where nothing came for long, until something comes', async () => {
    const { up, send, pulled, clock, status } = await feedOf();
    await up();
    await send(T + 4000, row(1, T + 3000));
    clock.moveTo(T + 5000 + quietMs);
    const { changes, isStale } = await pulled(T, T + 5000);
    expect([changes, isStale]).toEqual([[{ isUp: false, time: T + 4000 - delayMs }], true]);
    expect(status()).toMatchObject({ status: 'stale', reason: 'no trades' });
    await send(T + 20_000, row(2, T + 19_000));
    expect(await pulled(T + 5000, T + 20_000)).toMatchObject({
      changes: [{ isUp: true, time: T + 20_000 + slackMs }],
      id: ['2'],
      wasUp: false,
    });
  });

  it('are cut by a silence that ends before anyone asks', async () => {
    const { up, send, pulled } = await feedOf();
    await up();
    await send(T + 4000, row(1, T + 3000));
    await send(T + 19_000, row(2, T + 18_000));
    expect(await pulled(T, T + 19_000)).toMatchObject({
      changes: [
        { isUp: false, time: T + 4000 - delayMs },
        { isUp: true, time: T + 19_000 + slackMs },
      ],
      id: ['1', '2'],
    });
  });

  it('are cut by a silence that ends while a question waits, in its answer', async () => {
    const { up, send, pulled, clock } = await feedOf();
    await up();
    await send(T + 4000, row(1, T + 3000));
    clock.moveTo(T + 6000);
    const asked = pulled(T, T + 6000);
    await send(T + 10_000, row(2, T + 9000));
    const answer = await asked;
    expect([answer.id, answer.changes]).toEqual([['1'], [{ isUp: false, time: T + 4000 - delayMs }]]);
    const next = await pulled(T + 6000, T + 10_000);
    expect([next.id, next.changes]).toEqual([['2'], [{ isUp: true, time: T + 10_000 + slackMs }]]);
  });

  it('need every confirmation again after a break', async () => {
    const { up, send, pulled, line, server, status } = await feedOf();
    await up();
    await send(T + 500, row(1, T + 400));
    line().terminate();
    await until(() => server.texts[1]?.length === 2 && status().status === 'ok');
    const { changes } = await pulled(T, T + 500);
    expect(changes.map(({ isUp }) => isUp)).toEqual([false, true]);
    await send(T + 3000, row(2, T + 400), row(3, T + 2900));
    const next = await pulled(T + 500, T + 3000);
    expect([next.changes, next.wasUp]).toEqual([[], true]);
    expect(next.id).toEqual(['2', '3']);
  });

  it('are cut by a frame that cannot be read, of whatever kind', async () => {
    const { up, send, pulled, line, meter, clock } = await feedOf();
    await up();
    let at = T;
    for (const text of ['{"channel":"trades","data":[{}]}', '{"channel":"trades","data":7}', '{"channel":"trades",']) {
      const from = at;
      await send((at += 5000), row(at, at));
      clock.moveTo((at += 5000));
      line().send(text);
      const bad = meter.reading().badFrames;
      await until(() => meter.reading().badFrames > bad);
      await send((at += 5000), row(at, at));
      expect((await pulled(from, at)).changes).toEqual([
        { isUp: false, time: at - 10_000 - delayMs },
        { isUp: true, time: at - 5000 + slackMs },
      ]);
    }
    expect(meter.reading()).toMatchObject({ badFrames: 3, dropped: { 'trades coin': 1 } });
  });

  it('follow what is listed, and no more than the venue allows', async () => {
    const otherSubscriptions = (perps: number): number => 1 + 3 * perps;
    const { up, follow, server, status } = await feedOf({ coins: ['A', 'B', 'C'], config: { subscriptions: 12 }, parts: { otherSubscriptions } }); // prettier-ignore
    const bodies = () => server.texts[0]!.map((text) => JSON.parse(text) as { method: string; subscription: { coin: string } }); // prettier-ignore
    const asked = (method: string) => bodies().flatMap((one) => (one.method === method ? one.subscription.coin : []));
    follow();
    const starting = up();
    await until(() => status().status !== 'ok' && (status().reason ?? '').includes('beyond'));
    expect(status().reason).toMatch(/beyond the subscriptions of the venue: C$/);
    follow('C', 'A');
    await until(() => asked('unsubscribe').length === 1 && status().status === 'ok');
    await starting;
    expect([asked('subscribe'), asked('unsubscribe')]).toEqual([['A', 'B', 'C'], ['B']]);
    // A perp that is followed stays, whatever its size: each change would cut.
    follow('X', 'C', 'A');
    expect(status().reason).toMatch(/beyond the subscriptions of the venue: X$/);
  });

  it('wait for the confirmation of 230 perps below the limit of the venue', async () => {
    const coins = Array.from({ length: 230 }, (_, i) => `X${i}`);
    const { up, server, status } = await feedOf({ coins, parts: { otherSubscriptions: (perps) => 1 + 3 * perps } });
    await up();
    expect(server.texts[0]).toHaveLength(230);
    expect(1 + 4 * 230).toBeLessThan(PERPDEX_FILLS_V1.subscriptions);
    expect(status().reason).toBeNull();
  });

  it('go on without a perp that is not confirmed, and say so', async () => {
    const { start, line, clock, status } = await feedOf({ ignores: ['kPEPE'] });
    await start();
    await until(() => status().reason === '1 of 2 subscriptions are not confirmed');
    clock.moveTo(T + 30_000);
    line().send(JSON.stringify({ channel: 'trades', data: [row(1, T + 30_000)] }));
    await until(() => status().reason === 'not confirmed: kPEPE');
    expect(status()).toMatchObject({ status: 'stale', asOf: T + 30_000 });
  });

  it('forget everything when they are closed', async () => {
    const { up, send, pulled, trades, clock, status } = await feedOf();
    await up();
    await send(T + 500, row(1, T + 400));
    await trades.close();
    clock.moveTo(T + 60_000);
    expect(await pulled(T, T + 60_000)).toMatchObject({ id: [], wasUp: false, since: T + 60_000, isStale: true });
    await up();
    await until(() => status().status === 'ok');
    const again = await pulled(T, T + 60_000);
    expect([again.id, again.since, again.wasUp]).toEqual([[], T + 60_000, false]);
    expect(again.changes).toEqual([{ isUp: true, time: T + 60_000 + slackMs }]);
  });

  it.runIf(process.env['BAROGRAPH_FULL'] === '1')(
    'come at 2,000 a second for 20 minutes, pulled each minute, in flat memory',
    async () => {
      const SECOND = 2000;
      const coins = Array.from({ length: 230 }, (_, i) => `X${i}`);
      const { up, send, pulled, line } = await feedOf({ coins });
      await up();
      const marks: number[] = [];
      let got = 0;
      let asked = T;
      const began = process.cpuUsage();
      for (let second = 1; second <= 1200; second++) {
        const at = T + second * 1000;
        // Frames of ten, as of a busy venue.
        const rows = (from: number) =>
          Array.from({ length: 10 }, (_, i) => row(second * SECOND + from + i, at - 500, { coin: coins[(from + 7 * i) % 230] })); // prettier-ignore
        for (let from = 0; from < SECOND - 10; from += 10) {
          line().send(JSON.stringify({ channel: 'trades', data: rows(from) }));
        }
        await send(at, ...rows(SECOND - 10));
        if (second % 60 !== 0) continue;
        got += (await pulled(asked, at)).id.length;
        asked = at;
        marks.push(held());
      }
      // Rows that were read in the moment of an answer are of the next one.
      await send(asked + 1000, row(1, asked, { coin: 'X0' }));
      got += (await pulled(asked, asked + 1000)).id.length;
      const { user, system } = process.cpuUsage(began);
      const megabytes = marks.map((bytes) => Math.round(bytes / 2 ** 20));
      process.stdout.write(
        `${got} trades, ${((user + system) / got).toFixed(1)} µs each, sending included; MB ${megabytes.join(' ')}\n`,
      );
      expect(got).toBe(1200 * SECOND + 1);
      expect(Math.max(...marks.slice(10)) - Math.min(...marks.slice(10))).toBeLessThan(8 * 2 ** 20);
    },
    600_000,
  );
});
