/** Events of the simulator's minutes, against the detectors over the same observations at once. */

import { eventOfLog, type EventWire } from '@barograph/contract';
import { DAY_MS, fold, HOUR_MS, MINUTE_MS, quoteVolume } from '@barograph/core';
import { fundingMove, oiDelta, priceMove } from '@barograph/indicators';
import { createMarket, createObservations, SIMULATOR_V2, type SimulatorConfig } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { createMinuteEvents } from '../../../runtime/src/events/jobs.ts';
import { memoryStates, testHost } from '../test-support.ts';
import { runnerOf } from '../../../runtime/test/test-support.ts';

const isLong = process.env['BAROGRAPH_FULL'] === '1';
const MINUTES = isLong ? 26 * 60 : 80;
/** Half an hour before an hour turns, a week after the start. */
const FIRST = SIMULATOR_V2.start + 7 * DAY_MS + HOUR_MS / 2;
const LAST = FIRST + MINUTES * MINUTE_MS;
const [plain] = SIMULATOR_V2.listings;
/** All perps, one that is delisted within the minutes, and one that trades half a million a day. */
const CONFIG: SimulatorConfig = {
  ...SIMULATOR_V2,
  listings: [
    ...SIMULATOR_V2.listings.map((one) =>
      one.symbol === 'SUI' ? { ...one, delistedAfter: FIRST + HOUR_MS / 2 - SIMULATOR_V2.start } : one,
    ),
    { ...plain!, symbol: 'POOR', quoteVolume: 5e5 },
  ],
};
const market = createMarket(CONFIG);
const observations = createObservations(market);
const machines = { oi: oiDelta(), funding: fundingMove(), price: priceMove() };

type Told = Pick<EventWire, 'type' | 'symbol' | 'ts'> & Readonly<Record<string, unknown>>;
const order = (events: readonly Told[]): readonly Told[] =>
  [...events].sort((a, b) => a.ts - b.ts || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Events that the detectors find in all minutes of a perp at once. */
function batch(symbol: string): readonly Told[] {
  const { time, openInterest, mark, fundingRate } = observations.minutes(symbol, FIRST, LAST);
  const at = <Out>(outputs: readonly Out[]) => outputs.map((out, i) => ({ ts: time[i]!, out }));
  const oi = fold(
    machines.oi,
    Array.from(time, (moment, i) => ({ time: moment, contracts: openInterest[i]!, mark: mark[i]! })),
  );
  const funding = fold(
    machines.funding,
    Array.from(time, (moment, i) => ({ time: moment, rate1h: fundingRate[i]! })),
  );
  return [
    ...at(oi.outputs).flatMap(({ ts, out }) =>
      out.map(({ usd, pct, windowMs, oiUsd }) => ({
        type: 'oi_delta' as const,
        symbol,
        ts,
        usd,
        pct,
        window_s: windowMs / 1000,
        oi_usd: oiUsd,
      })),
    ),
    ...at(funding.outputs).flatMap(({ ts, out }) =>
      out === null
        ? []
        : [
            {
              type: 'funding' as const,
              symbol,
              ts,
              rate_1h: out.rate1h,
              prev_rate_1h: out.prevRate1h,
              settle: out.settle,
            },
          ],
    ),
    ...Array.from(time).flatMap((ts) => {
      const { close } = market.candles(symbol, 'perpdex_perp', '1m', ts - 2 * MINUTE_MS, ts);
      const samples = Array.from(close, (price, i) => ({ time: ts - (close.length - 1 - i) * MINUTE_MS, price }));
      const move = fold(machines.price, samples).outputs.at(-1);
      if (move === null || move === undefined) return [];
      const { pct, price, prevPrice, windowMs } = move;
      return [
        { type: 'price_move' as const, symbol, ts, pct, price, prev_price: prevPrice, window_s: windowMs / 1000 },
      ];
    }),
  ].filter(({ ts }) => (quoteVolume(market.candles(symbol, 'perpdex_perp', '1h', ts - DAY_MS, ts)) ?? 0) >= 1e6);
}

describe('the events of the simulator', () => {
  it('are those of the detectors over the same minutes of every perp that trades $1M a day, at once [#287]', async () => {
    const clock = createManualClock(FIRST);
    const [log, states] = [createMemoryLog(), memoryStates()];
    const source = openMarket([createSimulatedSource(CONFIG)]);
    const work = createMinuteEvents(clock, source);
    const { run } = runnerOf([work.producer], clock, { source, events: log.events, states }).jobs[0]!;
    for (let slot = FIRST + MINUTE_MS; slot <= LAST; slot += MINUTE_MS) {
      clock.moveTo(slot + 5);
      await run(slot);
    }
    const told = (await log.events.since(0, 1e6)).map((event) => eventOfLog(event));
    expect(told.every((one) => one.data_source === 'simulated' && one.venue === 'perpdex')).toBe(true);
    expect(work.derivativeMoves()).toBe('running');
    const expected = order(observations.symbols.flatMap(batch));
    const fields = order(told.map(({ id: _, recv_ts: __, venue: ___, data_source: ____, ...rest }) => rest));
    expect(fields).toEqual(expected);
    for (const type of ['oi_delta', 'funding', 'price_move']) {
      expect(told.filter((one) => one.type === type).length, type).toBeGreaterThan(10);
    }
    expect(told.some(({ symbol }) => symbol === 'POOR')).toBe(false);
    expect(told.some(({ symbol, ts }) => symbol === 'SUI' && ts > FIRST + HOUR_MS / 2)).toBe(false);
  });

  it('are running in the health of a host on it', async () => {
    const clock = createManualClock(FIRST);
    const host = await testHost(openMarket([createSimulatedSource(SIMULATOR_V2)]), clock);
    await host.start();
    const stream = async () =>
      (await host.server.inject('/api/v1/health')).json<{ event_stream: object }>().event_stream;
    await expect
      .poll(stream)
      .toMatchObject({ price_moves: 'running', derivative_moves: 'running', whale_transfers: 'running' });
    await host.stop();
  });
});
