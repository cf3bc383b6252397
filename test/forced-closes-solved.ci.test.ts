/** Forced closes of the simulator against liquidation prices that are solved from the states of its accounts. */

import { MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { BUCKETS, solvedCloses, type SolvedClose } from './solved-closes.ts';

const DAYS = 120;
const CYCLE = 5 * MINUTE_MS;

/** A grid price has five significant digits: at most 1e-4 of it lies between two. */
const TOLERANCE_PCT = 0.011;

describe('forced closes of the simulator', () => {
  const { closes, unseen } = solvedCloses(['BTC', 'SOL', 'DOGE', 'kPEPE'], DAYS, CYCLE);

  it('are at the price that the margin of their holders gives, by leverage, within a step of the price grid', () => {
    expect(closes.length).toBeGreaterThan(500);
    const seen = new Set<number>();
    for (const bucket of BUCKETS) {
      const own = closes.filter(({ leverage }) => bucket.holds(leverage));
      if (own.length === 0) continue;
      seen.add(bucket.most);
      expect(Math.max(...own.map(({ errorPct }) => errorPct)), bucket.name).toBeLessThan(TOLERANCE_PCT);
    }
    // The sample must contain low and high leverages.
    expect(seen.has(5) && seen.has(20)).toBe(true);
  });

  it('were all in the states of the cycle before, but for positions that opened since', () => {
    for (const { close, cycle } of unseen) expect(close.opened).toBeGreaterThan(cycle);
    expect(unseen.length).toBeLessThan(0.05 * closes.length);
  });

  it('have one price whoever holds a part of them', () => {
    const byPosition = new Map<string, SolvedClose[]>();
    for (const close of closes) {
      const key = `${close.close.symbol} ${close.close.id}`;
      byPosition.set(key, [...(byPosition.get(key) ?? []), close]);
    }
    let shared = 0;
    for (const parts of byPosition.values()) {
      if (parts.length > 1) shared++;
      for (const { solved } of parts) expect(Math.abs(solved / parts[0]!.solved - 1)).toBeLessThan(1e-9);
    }
    expect(shared).toBeGreaterThan(100);
  });
});
