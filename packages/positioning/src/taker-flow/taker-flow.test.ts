import { MINUTE_MS, type Mutable } from '@barograph/core';
import { reducerContract } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { TAKER_FLOW_V1, checkTakerFlowConfig } from './config.ts';
import type { Fill } from './fill.ts';
import type { SealedMinute } from './minute.ts';
import { createTakerFlow, takerFlow, type FlowEvent, type TakerFlow } from './taker-flow.ts';

const at = (minute: number, second: number = 0): number => minute * MINUTE_MS + second * 1000;

let ids = 0;
function fill(time: number, changes: Partial<Fill> = {}): Fill {
  return { id: `f${ids++}`, time, coin: 'BTC', side: 'buy', price: 100, size: 2, ...changes };
}

/** Sends connection events and returns the minutes they sealed. */
function send(
  flow: TakerFlow,
  ...events: readonly [FlowEvent['type'] & ('connected' | 'disconnected' | 'tick'), number][]
) {
  return events.flatMap(([type, time]): readonly SealedMinute[] => flow.next({ type, time }).sealed);
}

/** A flow connected since the start of minute 10. */
function connected(): TakerFlow {
  const flow = createTakerFlow();
  send(flow, ['connected', at(10)]);
  return flow;
}

describe('a minute', () => {
  it('is sealed five seconds after its end and not before, with what arrived until then [#345]', () => {
    const flow = connected();
    send(flow, ['tick', at(10, 59)]);
    expect(flow.take(fill(at(10, 59)))).toBeNull();
    expect(send(flow, ['tick', at(11, 4.999)])).toEqual([]);
    expect(flow.take(fill(at(10, 59), { side: 'sell', size: 1 }))).toBeNull();
    expect(send(flow, ['tick', at(11, 5)])).toEqual([
      {
        time: at(10),
        partial: false,
        coins: [{ coin: 'BTC', buy: 200, sell: 100, large: 0, trades: 2, vwap: 100, maxFill: 200 }],
      },
    ]);
    expect(flow.take(fill(at(10, 59)))).toBe('late');
    expect(send(flow, ['tick', at(12, 5)])).toEqual([{ time: at(11), partial: false, coins: [] }]);
  });

  it('sums by side of the aggressor, with vwap, largest fill and the notional of large ones [#340][#342]', () => {
    const flow = connected();
    for (const [price, size, side] of [
      [100, 249.99, 'buy'],
      [200, 125, 'sell'],
      [100, 250.01, 'buy'],
    ] as const) {
      flow.take(fill(at(10, 1), { price, size, side }));
    }
    const [minute] = send(flow, ['tick', at(11, 5)]);
    expect(minute!.coins).toEqual([
      {
        coin: 'BTC',
        buy: 50_000,
        sell: 25_000,
        large: 50_001,
        trades: 3,
        vwap: 75_000 / 625,
        maxFill: 25_001,
      },
    ]);
  });

  it('has its coins by name, however they came', () => {
    const flow = connected();
    for (const coin of ['kPEPE', 'ETH', 'BTC', 'kpepe']) flow.take(fill(at(10, 1), { coin }));
    const [minute] = send(flow, ['tick', at(11, 5)]);
    expect(minute!.coins.map(({ coin }) => coin)).toEqual(['BTC', 'ETH', 'kPEPE', 'kpepe']);
  });
});

describe('a partial minute [#348]', () => {
  const cut = (from: number, to: number): readonly number[] => {
    const flow = connected();
    const sealed = send(flow, ['disconnected', from], ['connected', to], ['tick', at(14, 5)]);
    return sealed.filter(({ partial }) => partial).map(({ time }) => (time - at(10)) / MINUTE_MS);
  };

  it.each([
    ['a millisecond within one', at(11, 30), at(11, 30.001), [1]],
    ['no length at all', at(11, 30), at(11, 30), [1]],
    ['over a boundary', at(11, 59.999), at(12, 0.001), [1, 2]],
    ['the last millisecond', at(11, 59.999), at(12), [1]],
    ['the first millisecond', at(11), at(11, 0.001), [1]],
    ['on a boundary, without length', at(11), at(11), []],
    ['two whole minutes', at(11), at(13), [1, 2]],
  ])('is one that a cut touched: %s', (_, from, to, expected) => {
    expect(cut(from, to)).toEqual(expected);
  });

  it('tells nothing of the fills that were seen, then or later', () => {
    const flow = connected();
    flow.take(fill(at(10, 1)));
    send(flow, ['disconnected', at(10, 2)], ['connected', at(10, 3)]);
    flow.take(fill(at(10, 1.5)));
    expect(send(flow, ['tick', at(11, 5)])).toEqual([{ time: at(10), partial: true, coins: [] }]);
    expect(flow.take(fill(at(10, 1.6)))).toBe('late');
  });

  it('is the first one, unless the connection came with its first millisecond', () => {
    const flow = createTakerFlow();
    send(flow, ['connected', at(10, 0.001)]);
    expect(send(flow, ['tick', at(12, 5)]).map(({ partial }) => partial)).toEqual([true, false]);
  });

  it('is one in which the connection came up twice: it was lost unnoticed', () => {
    const flow = connected();
    expect(send(flow, ['connected', at(10, 30)], ['tick', at(12, 5)]).map(({ partial }) => partial)).toEqual([
      true,
      false,
    ]);
  });

  it('is known late when the loss is known late, as far as it is not sealed', () => {
    const flow = connected();
    send(flow, ['tick', at(12, 30)]);
    const sealed = send(flow, ['disconnected', at(11, 30)], ['tick', at(13, 5)]);
    expect(sealed.map(({ time, partial }) => [time, partial])).toEqual([[at(12), true]]);
  });

  it('is cut as far back as the last loss reaches, past a connection that ended after it', () => {
    const flow = connected();
    // Disconnected as minute 11 ended, connected again; then a loss since 11:30 is reported.
    send(flow, ['disconnected', at(12)], ['connected', at(12, 1)], ['disconnected', at(11, 30)]);
    expect(send(flow, ['tick', at(12, 5)])).toEqual([{ time: at(11), partial: true, coins: [] }]);
    // The same without a connection.
    const other = connected();
    send(other, ['disconnected', at(12)], ['disconnected', at(11, 30)]);
    expect(send(other, ['tick', at(12, 5)])).toEqual([{ time: at(11), partial: true, coins: [] }]);
  });
});

describe('a fill is dropped, and counted by reason', () => {
  const good = fill(at(10, 1));
  it.each([
    ['coin', { coin: '' }],
    ['id', { id: '' }],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a venue may say anything
    ['side', { side: 'B' as 'buy' }],
    ['time', { time: at(10, 1) + 0.5 }],
    ['time', { time: NaN }],
    ['time', { time: -1 }],
    ['price', { price: 0 }],
    ['price', { price: -1 }],
    ['price', { price: Infinity }],
    ['size', { size: 0 }],
    ['size', { size: -2 }],
    ['size', { size: NaN }],
    ['size', { size: 1e101 }],
    ['future', { time: at(10, 5.001) }],
    ['late', { time: at(10) - 1 }],
    ['late', { time: 0 }],
  ] as const)('%s: %o', (reason, changes) => {
    const flow = connected();
    const before = flow.snapshot();
    expect(flow.take({ ...good, ...changes })).toBe(reason);
    expect(flow.snapshot()).toEqual({ ...before, dropped: { ...before.dropped, [reason]: 1 } });
  });

  it('as a duplicate of its coin while its minute is open, whatever minute it now names', () => {
    const flow = connected();
    send(flow, ['tick', at(10, 59)]);
    expect(flow.take(good)).toBeNull();
    expect(flow.take(good)).toBe('duplicate');
    expect(flow.take({ ...good, time: at(11, 1), price: 7 })).toBe('duplicate');
    expect(flow.take({ ...good, coin: 'ETH' })).toBeNull();
    send(flow, ['tick', at(11, 5)]);
    expect(flow.take(good)).toBe('late');
  });

  it('as early before anything was said of the time', () => {
    expect(createTakerFlow().take(good)).toBe('early');
  });

  it('but not when it is as far ahead as allowed', () => {
    expect(connected().take(fill(at(10, 5)))).toBeNull();
  });
});

describe('the clock', () => {
  it('never goes back, and an invalid time changes nothing', () => {
    const flow = connected();
    send(flow, ['tick', at(11, 30)]);
    const before = flow.snapshot();
    expect(send(flow, ['tick', at(10, 1)])).toEqual([]);
    expect(flow.snapshot()).toEqual(before);
    for (const time of [NaN, Infinity, -1, 0.5]) {
      expect(() => flow.next({ type: 'disconnected', time })).toThrow(
        /"time" of "disconnected" expected epoch ms, got/,
      );
    }
    expect(flow.snapshot()).toEqual(before);
  });

  it('that jumps by years seals a day of partial minutes, the newest', () => {
    const flow = connected();
    send(flow, ['disconnected', at(10, 1)]);
    const sealed = send(flow, ['tick', at(5_000_000)]);
    expect(sealed).toHaveLength(TAKER_FLOW_V1.longestGapMinutes);
    expect(sealed.at(-1)).toEqual({ time: at(4_999_998), partial: true, coins: [] });
  });
});

describe('after a restart', () => {
  it('the minutes between the stored clock and the new connection are partial, and no others', () => {
    const flow = connected();
    send(flow, ['tick', at(11, 30)]);
    const stored = flow.snapshot();
    const next = createTakerFlow(TAKER_FLOW_V1, stored);
    expect(next.connectedSince).toBe(at(10));
    const sealed = send(next, ['disconnected', stored.clock!], ['connected', at(13)], ['tick', at(15, 5)]);
    expect(sealed.map(({ partial }) => partial)).toEqual([true, true, false, false]);
  });

  it('refuses a state of another version', () => {
    const state = { ...connected().snapshot(), version: 'taker-flow/0' };
    expect(() => createTakerFlow(TAKER_FLOW_V1, state)).toThrow(
      '"state" expected the version taker-flow/1, got "taker-flow/0"',
    );
  });
});

it.each([
  ['largeFillUsd', 0],
  ['largeFillUsd', NaN],
  ['sealAfterMs', -1],
  ['aheadMs', 0.5],
  ['longestGapMinutes', 0],
] as const)('refuses a config whose %s is %s', (field, value) => {
  const config: Mutable<typeof TAKER_FLOW_V1> = { ...TAKER_FLOW_V1, [field]: value };
  expect(() => checkTakerFlowConfig(config)).toThrow(`"${field}" expected`);
});

/** Without the counters, which are unbounded. */
const small = takerFlow({ ...TAKER_FLOW_V1, longestGapMinutes: 3 });
const uncounted: typeof small = {
  ...small,
  step: (state, event) => {
    const step = small.step(state, event);
    return { ...step, state: { ...step.state, dropped: small.initial.dropped } };
  },
};

reducerContract({
  name: 'takerFlow as a reducer',
  reducer: uncounted,
  alphabet: [
    { type: 'connected', time: 0 },
    { type: 'disconnected', time: at(1, 30) },
    { type: 'fill', fill: fill(at(0, 1)) },
    { type: 'fill', fill: fill(at(1, 1), { side: 'sell' }) },
    { type: 'tick', time: at(1, 5) },
    { type: 'tick', time: at(2, 5) },
  ],
  invariant: ({ before, state, output }) => {
    for (const { time } of output.sealed) {
      if (before.sealed === null || time <= before.sealed) throw new Error(`sealed ${time} twice`);
      if (state.sealed === null || time > state.sealed) throw new Error(`sealed ${time} ahead of the state`);
    }
  },
});
