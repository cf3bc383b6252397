/**
 * Taker flow through the host's producer: trades of a pull in columns, fed, sealed, state written as text and read by the
 * next run, minute after minute at 2,000 trades a second. Against a plain loop over the same columns that sums by coin,
 * and one that keeps a set of ids, in the same run. Then the heap after each minute, and what a minute is as text.
 */

import { loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MINUTE_MS } from '@barograph/core';
import type { Trades } from '../packages/sources/src/market/trades.ts';
import { createFlowArchive } from '../packages/runtime/src/producers/flow/archive.ts';
import { tradeFlowProducer } from '../packages/runtime/src/producers/flow/producer.ts';
import { memoryMinutes } from '../packages/runtime/test/producers/flow/fake-trades.ts';
import { tablesOf } from '../packages/runtime/test/test-support.ts';
import type { MarketReader } from '../packages/runtime/src/market-reader.ts';
import type { StateText } from '../packages/runtime/src/producer.ts';

const COINS = 230;
const PER_SECOND = 2_000;
const MINUTES = 12;
/** The first minutes warm up the compiler. */
const WARM = 2;
const START = 28_000_000 * MINUTE_MS;

/** Numbers 0 ≤ x < 1, the same in every run. */
let seed = 14;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

const symbols = Array.from({ length: COINS }, (_, i) => `C${i}`);
let ids = 0;
/** Trades learned within a range; a few coins have most of them. */
function tradesOf(from: number, to: number): Trades {
  const length = Math.round(((to - from) * PER_SECOND) / 1000);
  const column = (read: (i: number) => number): Float64Array => Float64Array.from({ length }, (_, i) => read(i));
  const learned = column((i) => Math.floor(from + 1 + (i * 1000) / PER_SECOND));
  return {
    symbols,
    symbol: column(() => Math.floor(COINS * random() ** 3)),
    learned,
    time: learned.map((at) => at - Math.floor(900 * random())),
    isBuy: column(() => Number(random() < 0.5)),
    price: column(() => Math.round(1e7 * (1 + random())) / 100),
    size: column(() => Math.round(1e5 * random() + 1) / 1e5),
    id: Array.from({ length }, () => String(100_000_000_000_000 + ids++ * 7919)),
    changes: [],
    wasUp: true,
    since: from,
  };
}

function plain({ symbol, isBuy, price, size }: Trades): Float64Array {
  const sums = new Float64Array(4 * COINS);
  for (let i = 0; i < symbol.length; i++) {
    const at = 4 * symbol[i]!;
    const notional = price[i]! * size[i]!;
    sums[at + isBuy[i]!]! += notional;
    sums[at + 2]! += size[i]!;
    if (notional > sums[at + 3]!) sums[at + 3] = notional;
  }
  return sums;
}

function plainWithIds(trades: Trades): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  plain(trades);
  for (let i = 0; i < trades.symbol.length; i++) {
    const name = symbols[trades.symbol[i]!]!;
    let set = known.get(name);
    if (set === undefined) known.set(name, (set = new Set()));
    set.add(trades.id[i]!);
  }
  return known;
}

setFlagsFromString('--expose-gc');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above makes it
const collect = runInNewContext('gc') as () => void;
const cpuMs = (used: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
};

let next: Trades | undefined;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the producer reads nothing else
const market = {
  read: async (_: 'trades', { from, to }: { readonly from: number; readonly to: number }) => {
    const provenance = { source: 'bench', kind: 'simulated', asOf: to, isFresh: true } as const;
    return { ok: true, value: { ...(next ?? tradesOf(from, to)), provenance } } as const;
  },
} as unknown as MarketReader;
const quiet = { info: () => undefined, warn: () => undefined };
const minutes = memoryMinutes();
const tables = tablesOf({ takerMinutes: minutes.write });
let stored: readonly StateText[] = [];
const producer = tradeFlowProducer();
const run = producer.create();

/** Run at a moment, resumed from the stored state of the previous run. */
async function runOf(instance: typeof run, asOf: number): Promise<number> {
  const result = await instance({
    asOf,
    slot: asOf,
    market,
    load: async () => stored,
    published: async () => [],
    head: async () => undefined,
    observed: async () => [],
    log: quiet,
  });
  for (const write of result.writes ?? []) await tables.write(write, { timeline: 't', asOf });
  stored = result.states;
  return stored[0]!.json.length;
}

console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
next = { ...tradesOf(START, START), since: START };
await runOf(run, START + 6000);
const rows: { readonly plain: number; readonly ids: number; readonly run: number; readonly heap: number }[] = [];
let stateLength = 0;
for (let minute = 0; minute < MINUTES; minute++) {
  const from = START + 6000 + minute * MINUTE_MS;
  next = tradesOf(from, from + MINUTE_MS);
  let used = process.cpuUsage();
  plain(next);
  const plainMs = cpuMs(used);
  used = process.cpuUsage();
  plainWithIds(next);
  const idsMs = cpuMs(used);
  used = process.cpuUsage();
  stateLength = await runOf(run, from + MINUTE_MS);
  const runMs = cpuMs(used);
  next = undefined;
  collect();
  if (minute >= WARM) rows.push({ plain: plainMs, ids: idsMs, run: runMs, heap: process.memoryUsage().heapUsed / 1e6 });
}
const count = PER_SECOND * 60;
const median = (read: (row: (typeof rows)[number]) => number): number =>
  rows.map(read).sort((a, b) => a - b)[rows.length >> 1]!;
const [base, withIds, whole] = [median((row) => row.plain), median((row) => row.ids), median((row) => row.run)];
console.log(`\na minute of ${count} trades of ${COINS} coins, median of ${rows.length}, ms of processor time`);
for (const [name, ms] of [
  ['plain loop', base],
  ['plain loop with sets of ids', withIds],
  ['run of the producer', whole],
] as const) {
  console.log(
    `  ${name}: ${ms.toFixed(1)} ms, × ${(ms / base).toFixed(1)}, ${Math.round((count / ms) * 1000)} trades/s`,
  );
}
console.log(`  heap after each, MB: ${rows.map(({ heap }) => heap.toFixed(0)).join(' ')}`);

const sealed = START + MINUTES * MINUTE_MS - MINUTE_MS;
const last = await minutes.read('t', { after: sealed - 1, upTo: sealed, most: 1 });
const kept = last[0];
if (kept === undefined || kept.partial) throw new Error('expected a watched last minute');
console.log(`  a stored minute of ${kept.coins.length} coins: ${JSON.stringify(kept.coins).length} characters`);
console.log(`  the state: ${stateLength} characters`);

/** Memory of a replica after a day of such minutes. */
const day = Array.from({ length: 1440 }, (_, i) => ({ ...kept, time: START + i * MINUTE_MS }));
collect();
const before = process.memoryUsage();
const archive = createFlowArchive(
  {
    read: async (_, { after, upTo, most }) => day.filter(({ time }) => time > after && time <= upTo).slice(0, most),
  },
  't',
);
const began = performance.now();
await archive.minutes(day.at(-1)!.time, 1440, 'C0');
const first = performance.now() - began;
const again = performance.now();
await archive.minutes(day.at(-1)!.time, 1440, 'C0');
const second = performance.now() - again;
collect();
const after = process.memoryUsage();
const heldMb = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6;
console.log(
  `\na day in memory: ${heldMb.toFixed(0)} MB; its first read ${first.toFixed(0)} ms, 1,440 rows of a coin ${second.toFixed(1)} ms`,
);
