import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createFlow, createMarket, SIMULATOR_V1, SIMULATOR_V2 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMarket, type Pulled } from '../../src/market/market.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';
import { SIMULATED_FLOW_MS } from '../../src/simulated/trades.ts';

const AS_OF = Date.UTC(2025, 5, 2, 10, 23, 30);
const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
const flow = createFlow(createMarket(SIMULATOR_V2));
const moment = fc.integer({ min: AS_OF - 10 * MINUTE_MS, max: AS_OF });

function valueOf<Rows>(answer: Pulled<Rows>): Rows {
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value;
}

describe('trades of the simulated source', () => {
  it('are the fills of all perps in the order of time, learned when they happened, on a stream that is always up', async () => {
    const property = fc.asyncProperty(moment, moment, async (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const trades = valueOf(await market.read('trades', { from, to }));
      expect({ wasUp: trades.wasUp, since: trades.since, changes: trades.changes }).toEqual({
        wasUp: true,
        since: from,
        changes: [],
      });
      expect(trades.learned).toEqual(trades.time);
      expect(trades.time.every((time, i) => i === 0 || time >= trades.time[i - 1]!)).toBe(true);
      for (const symbol of ['BTC', 'CRV', 'kPEPE']) {
        const at = trades.symbols.indexOf(symbol);
        const rows = Array.from(trades.symbol.keys()).filter((i) => trades.symbol[i] === at);
        const fills = flow.fills(symbol, from, to);
        expect(rows.map((i) => trades.time[i])).toEqual([...fills.time]);
        expect(rows.map((i) => trades.price[i])).toEqual([...fills.price]);
        expect(rows.map((i) => trades.size[i])).toEqual([...fills.size]);
        expect(rows.map((i) => trades.isBuy[i])).toEqual([...fills.isBuy]);
        expect(rows.map((i) => trades.id[i])).toEqual([...fills.id].map(String));
      }
    });
    await fc.assert(property, { numRuns: 8, examples: [[AS_OF, AS_OF]] });
  });

  it('reach an hour back from the end of a question, which may lie anywhere since the start', async () => {
    const end = Date.UTC(2024, 2, 1);
    const { since, time } = valueOf(await market.read('trades', { from: end - 5 * HOUR_MS, to: end }));
    expect(since).toBe(end - SIMULATED_FLOW_MS);
    expect(time[0]! > since && time[0]! < since + MINUTE_MS).toBe(true);
    const before = valueOf(await market.read('trades', { from: 0, to: 1 }));
    expect(before.time.length).toBe(0);
  });

  it('let others have a turn between perps and between minutes', async () => {
    await market.read('trades', { from: AS_OF - 1, to: AS_OF });
    let turns = 0;
    let isOver = false;
    const tick = (): void => {
      turns++;
      if (!isOver) setImmediate(tick);
    };
    tick();
    await market.read('trades', { from: AS_OF - 5 * MINUTE_MS, to: AS_OF });
    isOver = true;
    expect(turns).toBeGreaterThan(flow.symbols.length + 4);
  });

  it('do not exist on simulator/1', async () => {
    const plain = openMarket([createSimulatedSource(SIMULATOR_V1)]);
    expect([plain.has('trades'), plain.has('liquidations'), plain.has('book')]).toEqual([false, false, true]);
    expect([market.has('trades'), market.has('liquidations')]).toEqual([true, true]);
  });
});

describe('liquidations of the simulated source', () => {
  it('are the forced closes of all perps, told by the venue, in the order of time', async () => {
    let seen = 0;
    for (let hour = 0; hour < 24; hour++) {
      const to = AS_OF - hour * HOUR_MS;
      const { liquidations, basis, since } = valueOf(await market.read('liquidations', { from: to - HOUR_MS, to }));
      expect([basis, since]).toEqual(['venue', to - HOUR_MS]);
      expect(liquidations.every(({ time }, i) => i === 0 || time >= liquidations[i - 1]!.time)).toBe(true);
      const expected = flow.symbols.flatMap((symbol) => flow.forcedCloses(symbol, to - HOUR_MS, to));
      expect(liquidations.length).toBe(expected.length);
      for (const { symbol, id, time, side, price, size } of expected) {
        expect(liquidations).toContainEqual({ symbol, id, time, side, price, size });
      }
      seen += liquidations.length;
    }
    expect(seen).toBeGreaterThan(0);
  });
});

describe('books of the simulated source', () => {
  it('by significant figures are coarser and reach further', async () => {
    const exact = valueOf(await market.read('book', { symbol: 'BTC', asOf: AS_OF }));
    const coarse = valueOf(await market.read('book', { symbol: 'BTC', figures: 3, asOf: AS_OF }));
    expect(coarse.time).toBe(exact.time);
    const [best, last] = [coarse.bids.price[0]!, coarse.bids.price.at(-1)!];
    expect(best).toBeLessThanOrEqual(exact.bids.price[0]!);
    expect(1 - last / best).toBeGreaterThan(0.01);
    expect([best, last].every((price) => Number(price.toPrecision(3)) === price)).toBe(true);
  });
});
