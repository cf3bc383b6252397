/** 10,000 damaged fills from a seed. Each is taken as stated, or dropped and counted; nothing else changes. */

import { MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { TAKER_FLOW_V1 } from './config.ts';
import { DROP_REASONS, type Fill } from './fill.ts';
import { createTakerFlow } from './taker-flow.ts';

const START = 40_000 * MINUTE_MS;
const MUTANTS = 10_000;

/** Numbers 0 ≤ x < 1 from a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD: readonly unknown[] = [
  NaN, Infinity, -Infinity, 0, -0, -1, 0.5, 5e-324, 1e-101, 1e-100, 1e100, 1e101, 1e308, 2 ** 53, START, START - 1,
  START + MINUTE_MS, START + MINUTE_MS + 5_000, START + MINUTE_MS + 35_001, '', 'a', 'BTC', 'buy', 'sell', 'B', 'BUY',
  '100', null, undefined, true, {}, [], '__proto__', 'constructor', 'f1',
]; // prettier-ignore
const FIELDS = ['id', 'time', 'coin', 'side', 'price', 'size'] as const;

const good: readonly Fill[] = Array.from({ length: 6 }, (_, i) => ({
  id: `f${i}`,
  time: START + i * 15_000,
  coin: i % 2 === 0 ? 'BTC' : 'ETH',
  side: i % 3 === 0 ? 'sell' : 'buy',
  price: 100 + i,
  size: 1 + i / 7,
}));

/** A fill with one to three fields replaced, or changed by one bit. */
function mutant(next: () => number): Record<string, unknown> {
  const fill: Record<string, unknown> = { ...good[Math.floor(next() * good.length)]! };
  if (next() < 0.7) fill['id'] = `m${next()}`;
  for (let changes = 1 + Math.floor(next() * 3); changes > 0; changes--) {
    const field = FIELDS[Math.floor(next() * FIELDS.length)]!;
    const value = fill[field];
    if (next() < 0.2) delete fill[field];
    else if (typeof value === 'number' && next() < 0.4) fill[field] = value * 10 ** Math.floor(next() * 40 - 20);
    else fill[field] = ODD[Math.floor(next() * ODD.length)];
  }
  return fill;
}

describe(`${MUTANTS} damaged fills`, () => {
  const now = START + MINUTE_MS + 30_000;
  const base = createTakerFlow({ ...TAKER_FLOW_V1, sealAfterMs: MINUTE_MS });
  base.next({ type: 'connected', time: START });
  base.next({ type: 'tick', time: now });
  for (const fill of good) base.take(fill);
  const stored = base.snapshot();
  const after = { type: 'tick', time: START + 4 * MINUTE_MS } as const;
  const config = { ...TAKER_FLOW_V1, sealAfterMs: MINUTE_MS };
  const sealed = createTakerFlow(config, stored).next(after).sealed;

  it('are taken as what they say, or dropped for a reason and change nothing', () => {
    const next = random(14);
    const reasons = new Map<string, number>();
    for (let i = 0; i < MUTANTS; i++) {
      const fill = mutant(next);
      const flow = createTakerFlow(config, stored);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- damaged on purpose
      const reason = flow.take(fill as unknown as Fill);
      reasons.set(reason ?? 'taken', (reasons.get(reason ?? 'taken') ?? 0) + 1);
      const minutes = flow.next(after).sealed;
      if (reason !== null) {
        expect(minutes).toEqual(sealed);
        expect(flow.snapshot().dropped).toEqual({ ...stored.dropped, [reason]: 1 });
        continue;
      }
      const { time, coin, side, price, size } = fill as unknown as Fill; // oxlint-disable-line typescript/no-unsafe-type-assertion -- it was taken
      const open = time - (time % MINUTE_MS);
      const of = (all: typeof minutes) => all.find((one) => one.time === open)?.coins.find((one) => one.coin === coin);
      const [was, is] = [of(sealed), of(minutes)!];
      expect(is.trades).toBe((was?.trades ?? 0) + 1);
      expect(is[side] - (was?.[side] ?? 0)).toSatisfy(
        (added: number) => Math.abs(added - price * size) <= 4 * Number.EPSILON * (is[side] + price * size),
      );
      for (const value of [is.buy, is.sell, is.large, is.vwap, is.maxFill]) expect(Number.isFinite(value)).toBe(true);
      expect(JSON.parse(JSON.stringify(minutes))).toEqual(minutes);
    }
    // Every reason that a stream with a clock can give occurred; some damage leaves a valid fill.
    expect(new Set(reasons.keys())).toEqual(new Set(['taken', ...DROP_REASONS.filter((reason) => reason !== 'early')]));
  });
});
