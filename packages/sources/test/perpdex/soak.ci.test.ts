/**
 * Minutes of venue time with every fault: no closed bar lost or doubled, gaps where they were made and nowhere else. Thirty
 * minutes, and memory: BAROGRAPH_FULL=1, which prints the log of faults and the map of minutes.
 */

import { MINUTE_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createPerpdexSource, perpdexStreamUrl } from '../../src/perpdex/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { FAULT_KINDS } from '../../../venue/src/fault-order.ts';
import { venueConfig } from '../../../venue/src/universe.ts';
import { NOW, testVenue } from '../../../venue/test/test-support.ts';
import { settled } from '../deadlines.ts';

vi.setConfig({ testTimeout: 600_000 });

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const COINS = 3;
const STEP_MS = 1000;
const SYMBOLS = ['BTC', 'ETH', 'SOL'];
/** 2024-09-12T10:21:00Z. */
const BEGAN = Math.ceil(NOW / MINUTE_MS) * MINUTE_MS;

type Order = Readonly<Record<string, unknown>> & { readonly kind: string; readonly at: number };

/** Moments in seconds after the beginning, durations in ms. Minutes 0…6 of the long soak are the short one. */
const PLAN: readonly Order[] = [
  { kind: 'duplicates', at: 70, for: 20_000 },
  { kind: 'disorder', at: 90, for: 20_000 },
  { kind: 'disconnect', at: 115, for: 3000 },
  { kind: 'silence', at: 150, for: 80_000 },
  { kind: 'truncated', at: 250, for: 5000, request: 'candleSnapshot' },
  { kind: 'malformed', at: 262, for: 5000, request: 'candleSnapshot' },
  { kind: 'slow', at: 274, for: 5000, delay: 20, request: 'candleSnapshot' },
  { kind: 'clock_jump', at: 285, for: 15_000, by: 4000 },
  { kind: 'listing', at: 305, coin: 'NEWCOIN' },
  { kind: 'delisting', at: 315, coin: 'SOL' },
  { kind: '429', at: 325, for: 5000, retryAfter: 10, request: 'candleSnapshot' },
  { kind: 'html_403', at: 345, for: 3000, request: 'candleSnapshot' },
  { kind: 'quiet', at: 350, for: 3000 },
  { kind: 'missing', at: 356, for: 4000, request: 'candleSnapshot' },
  { kind: 'renamed', at: 362, for: 4000, request: 'candleSnapshot' },
  { kind: 'added', at: 368, for: 4000, request: 'candleSnapshot' },
  { kind: '451', at: 374, for: 4000, request: 'candleSnapshot' },
  ...(FULL
    ? [
        { kind: 'disconnect', at: 600 },
        { kind: 'clock_jump', at: 700, for: 60_000, by: -45_000 },
        { kind: 'silence', at: 900, for: 150_000 },
        { kind: 'duplicates', at: 1100, for: 120_000 },
        { kind: 'disorder', at: 1150, for: 120_000 },
        { kind: 'disconnect', at: 1300, for: 45_000 },
        { kind: '429', at: 1400, for: 60_000 },
        { kind: 'clock_jump', at: 1550, for: 60_000, by: 45_000 },
      ]
    : []),
];
const MINUTES = FULL ? 30 : 7;

interface Gap {
  readonly from: number;
  readonly to: number;
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Bytes of the heap after a collection. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the flag above puts there
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('a soak of the perp venue', () => {
  it('loses and doubles no closed bar, and records the gaps that were made alone [#300]', async () => {
    const lines: (Gap & { readonly msg: string })[] = [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lines of that log
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) });
    const served = await testVenue({ coins: COINS }, BEGAN - 20_000);
    const { venue, clock, url } = served;
    const source = createPerpdexSource({
      url,
      wsUrl: perpdexStreamUrl(url),
      clock,
      steady: clock,
      log,
      meter: createUpstreamMeter('perpdex'),
    });
    const bars = source.feeds.bars!;
    const truth = createMarket(venueConfig(SIMULATOR_V2.seed, COINS));
    const minuteOf = (symbol: string, time: number): unknown => {
      const of = truth.candles(symbol, 'perpdex_perp', '1m', time, time + MINUTE_MS);
      return [time, of.open[0], of.high[0], of.low[0], of.close[0], of.volume[0]];
    };
    const requests = (): number => venue.state().weight[0]?.requests ?? 0;
    /** A mark of each minute by perp: streamed, requested, not there. */
    const map = new Map(SYMBOLS.map((symbol) => [symbol, '']));
    /** The minutes of a perp as they were first brought. */
    const brought = new Map<string, unknown>();
    const wrong: unknown[] = [];
    let delisted = Infinity;
    const lookAt = async (symbol: string, count: number): Promise<boolean> => {
      const asOf = clock.now();
      const window = { kind: 'last', count } as const;
      const asked = bars.pull({ symbol, venue: 'perpdex_perp', interval: '1m', window, asOf });
      const answer = await Promise.race([asked, setTimeout(400).then(() => undefined)]);
      if (answer === undefined || !answer.ok) return false;
      const { closed } = answer.value.rows;
      for (let i = 0; i < closed.length; i++) {
        const time = closed.time[i]!;
        if (i > 0 && time !== closed.time[i - 1]! + MINUTE_MS) wrong.push(['hole', symbol, time]);
        const row = [time, closed.open[i], closed.high[i], closed.low[i], closed.close[i], closed.volume[i]];
        brought.set(`${symbol} ${time}`, row);
        if (JSON.stringify(row) !== JSON.stringify(minuteOf(symbol, time)))
          wrong.push([symbol, row, minuteOf(symbol, time)]);
      }
      return closed.time[closed.length - 1] === Math.floor(asOf / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
    };

    await source.start();
    let early = 0;
    try {
      for (let at = BEGAN - 19_000; at <= BEGAN + MINUTES * MINUTE_MS + 10_000; at += STEP_MS) {
        clock.moveTo(at);
        const second = (at - BEGAN) / 1000;
        for (const { at: when, ...order } of PLAN) {
          if (when !== second) continue;
          const { status, text } = await served.fault(order);
          expect([status, text]).toEqual([201, text]);
          if (order.kind === 'delisting') delisted = at;
        }
        await settled();
        // What is not streamed meets the faults of requests.
        if (second % 3 === 0 && second > 240 && second < 380) {
          const window = { kind: 'last', count: 2 } as const;
          void bars.pull({ symbol: 'BTC', venue: 'perpdex_perp', interval: '4h', window, asOf: at });
          await settled();
        }
        // Updates come every 3 s, and a bar is known when something came 2 s after its close.
        if (at % MINUTE_MS !== 10_000 || at < BEGAN + MINUTE_MS) continue;
        for (const symbol of SYMBOLS) {
          if (symbol === 'SOL' && at > delisted) continue;
          const before = requests();
          const isThere = await lookAt(symbol, 3);
          map.set(symbol, `${map.get(symbol)}${isThere ? (requests() === before ? '#' : 'r') : '.'}`);
        }
        if (FULL && Math.floor(second / 60) === 10) early = heap();
      }
      const { faults } = venue.state();
      const gaps = lines.filter(({ msg }) => msg === 'stream gap');
      // Every minute is there in the end, each once.
      for (const symbol of ['BTC', 'ETH']) await lookAt(symbol, MINUTES);
      expect(wrong).toEqual([]);
      for (const symbol of ['BTC', 'ETH']) {
        for (let i = 0; i < MINUTES; i++)
          expect(brought.has(`${symbol} ${BEGAN + i * MINUTE_MS}`), `${symbol} ${i}`).toBe(true);
      }
      expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(Object.keys(FAULT_KINDS)));
      const made = faults.filter(({ kind }) => kind === 'disconnect' || kind === 'silence');
      const overlaps = (gap: Gap, of: (typeof made)[0]): boolean =>
        gap.from <= (of.to ?? of.from) + 60_000 && gap.to >= of.from;
      for (const one of made)
        expect(gaps.filter((gap) => overlaps(gap, one)).length, `${one.kind} ${one.from}`).toBeGreaterThan(0);
      for (const gap of gaps)
        expect(
          made.some((one) => overlaps(gap, one)),
          JSON.stringify(gap),
        ).toBe(true);
      const { weight, budget } = venue.state();
      expect(weight[0]!.mostInMinute).toBeLessThanOrEqual(budget);
      if (FULL) {
        const late = heap();
        print(
          faults
            .map(({ kind, from, to }) => `${kind} ${(from - BEGAN) / 1000}…${to === null ? '' : (to - BEGAN) / 1000}`)
            .join('\n'),
        );
        print(gaps.map(({ from, to }) => `gap ${(from - BEGAN) / 1000}…${(to - BEGAN) / 1000}`).join('\n'));
        for (const [symbol, marks] of map) print(`${symbol} ${marks}`);
        print(`heap after minute 10: ${early}, after minute ${MINUTES}: ${late} bytes`);
        expect(late - early).toBeLessThan(16_000_000);
      }
      for (const symbol of ['BTC', 'ETH']) expect(map.get(symbol)).toContain('#');
    } finally {
      await source.close();
      await venue.close();
    }
  });
});
