/**
 * Taker flow: fills per second of the stream face and of the batch, against a plain loop that sums in doubles by minute
 * and coin, knows neither duplicates nor late fills, and checks nothing. The reducer face copies the open minutes at every
 * step; it is timed on the first fills of a minute.
 */

import { loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fold, MINUTE_MS } from '@barograph/core';
import { createTakerFlow, takerFlow, takerMinutes, type Fill, type FlowEvent } from '@barograph/positioning';
import { answer } from './harness.ts';

const COUNT = 200_000;
const COINS = 200;
const PER_SECOND = 2_000;
const START = 28_000_000 * MINUTE_MS;

/** Numbers 0 ≤ x < 1, the same in every run. */
let seed = 14;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

/** 2,000 fills a second; few coins have most of them. */
const fills: Fill[] = Array.from({ length: COUNT }, (_, i) => ({
  id: String(100_000_000_000_000 + i * 7919),
  time: START + Math.floor((i * 1000) / PER_SECOND),
  coin: `C${Math.floor(COINS * random() ** 3)}`,
  side: random() < 0.5 ? 'buy' : 'sell',
  price: Math.round(1e7 * (1 + random())) / 100,
  size: Math.round(1e5 * random() + 1) / 1e5,
}));
const END = fills.at(-1)!.time + 1;

function plain() {
  const minutes = new Map<
    number,
    Map<string, { buy: number; sell: number; size: number; trades: number; max: number }>
  >();
  for (const { time, coin, side, price, size } of fills) {
    const minute = time - (time % MINUTE_MS);
    let coins = minutes.get(minute);
    if (coins === undefined) minutes.set(minute, (coins = new Map()));
    let sums = coins.get(coin);
    if (sums === undefined) coins.set(coin, (sums = { buy: 0, sell: 0, size: 0, trades: 0, max: 0 }));
    const notional = price * size;
    if (side === 'buy') sums.buy += notional;
    else sums.sell += notional;
    sums.size += size;
    sums.trades++;
    if (notional > sums.max) sums.max = notional;
  }
  return minutes;
}

/** Plain loop with a set of ids per minute and coin: the minimum for a feed with repeats. */
function plainWithIds() {
  const minutes = new Map<string, { ids: Set<string>; buy: number; sell: number }>();
  for (const { id, time, coin, side, price, size } of fills) {
    const key = `${time - (time % MINUTE_MS)} ${coin}`;
    let sums = minutes.get(key);
    if (sums === undefined) minutes.set(key, (sums = { ids: new Set(), buy: 0, sell: 0 }));
    if (sums.ids.has(id)) continue;
    sums.ids.add(id);
    if (side === 'buy') sums.buy += price * size;
    else sums.sell += price * size;
  }
  return minutes;
}

function stream() {
  const flow = createTakerFlow();
  flow.next({ type: 'connected', time: START });
  const sealed = [];
  let second = START;
  for (const fill of fills) {
    if (fill.time >= second + 1000) sealed.push(...flow.next({ type: 'tick', time: (second = fill.time) }).sealed);
    flow.take(fill);
  }
  sealed.push(...flow.next({ type: 'tick', time: END + 2 * MINUTE_MS }).sealed);
  return sealed;
}

const columns = {
  time: Float64Array.from(fills, ({ time }) => time),
  isBuy: Uint8Array.from(fills, ({ side }) => (side === 'buy' ? 1 : 0)),
  price: Float64Array.from(fills, ({ price }) => price),
  size: Float64Array.from(fills, ({ size }) => size),
  id: fills.map(({ id }) => id),
};

const taken = stream().reduce((sum, { coins }) => sum + coins.reduce((inner, coin) => inner + coin.trades, 0), 0);
if (taken !== COUNT) throw new Error(`expected ${COUNT} fills in the minutes, got ${taken}`);

console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
const timings = answer({
  title: `taker flow of ${COUNT} fills, ${COINS} coins, per fill`,
  units: COUNT,
  reference: 'plain loop',
  rounds: 7,
  cases: [
    { name: 'plain loop', run: plain },
    { name: 'plain loop with a set of ids', run: plainWithIds },
    { name: 'createTakerFlow, fill by fill', run: stream },
    { name: 'takerMinutes, one coin', run: () => takerMinutes('BTC', columns, { from: START, to: END }) },
  ],
});
for (const { name, minNs, cpuNs } of timings) {
  console.log(
    `  ${name}: ${Math.round(1e9 / minNs)} fills/s at best, ${Math.round(1e9 / cpuNs)} a second of processor time`,
  );
}

const events: FlowEvent[] = [
  { type: 'connected', time: START },
  ...fills.slice(0, 500).map((fill): FlowEvent => ({ type: 'fill', fill })),
];
answer({
  title: 'takerFlow as a reducer, the first 500 fills of a minute, per fill',
  units: 500,
  reference: 'fold',
  rounds: 5,
  cases: [{ name: 'fold', run: () => fold(takerFlow(), events) }],
});

setFlagsFromString('--expose-gc');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above makes it
const collect = runInNewContext('gc') as () => void;

/** Memory after each of ten minutes at 2,000 fills a second, in steps of a second. */
const flow = createTakerFlow();
const kept: number[] = [];
flow.next({ type: 'connected', time: START });
for (let second = 0; second < 600; second++) {
  const time = START + second * 1000;
  flow.next({ type: 'tick', time });
  for (let i = 0; i < PER_SECOND; i++) {
    const fill = fills[(second * PER_SECOND + i) % COUNT]!;
    flow.take({ ...fill, id: `${second}-${i}`, time: time + Math.floor(i / 2) });
  }
  if (second % 60 !== 59) continue;
  collect();
  kept.push(process.memoryUsage().heapUsed / 1e6);
}
console.log(
  `\nheap after each of ten minutes at ${PER_SECOND} fills a second, MB: ${kept.map((mb) => mb.toFixed(0)).join(' ')}`,
);
