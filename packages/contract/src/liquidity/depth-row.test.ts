import { bookSide } from '@barograph/core';
import { depth } from '@barograph/stress';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { depthRow, type CoinDepth } from './depth-row.ts';

function coin(grid?: number): CoinDepth {
  const book = { bids: bookSide([[99.95, 10], [99.4, 30]]), asks: bookSide([[100.05, 12], [101.5, 1]]) }; // prettier-ignore
  const measured = depth(book, grid === undefined ? {} : { grid });
  if (!measured.ok) throw new Error(measured.error.expected);
  return { symbol: 'BTC', time: 1_700_000_000_000, depth: measured.value, openInterestUsd: 5 };
}

describe('the depth row on the wire', () => {
  it('[#368] has each band by name, and null where nothing was measured', () => {
    const wire = depthRow.encode(coin());
    expect(wire).toMatchObject({ symbol: 'BTC', timestamp: 1_700_000_000_000, config_version: 'liquidity/1' });
    expect(wire.spread_bps).toBeCloseTo(10, 9);
    // Within 10 bps alone: 999.5 against 1,200.6.
    expect(wire.imbalance_10bps).toBeCloseTo((999.5 - 1200.6) / (999.5 + 1200.6), 9);
    expect(wire.open_interest_usd).toBe(5);
    expect(wire.ask_depth).toEqual({ '10bps': 1200.6, '25bps': 1200.6, '50bps': 1200.6, '100bps': 1200.6 });
    expect(wire.bid_depth).toEqual({ '10bps': 999.5, '25bps': 999.5, '50bps': 999.5, '100bps': 3981.5 });
    expect(wire.levels_truncated).toEqual({
      bid: { '10bps': false, '25bps': false, '50bps': false, '100bps': true },
      ask: { '10bps': false, '25bps': false, '50bps': false, '100bps': false },
    });
    const coarse = depthRow.encode(coin(0.2));
    expect(coarse).toMatchObject({ imbalance_10bps: null, bid_depth: { '10bps': null, '25bps': 999.5 } });
    expect(coarse.levels_truncated.ask['10bps']).toBeNull();
  });

  it('leaves out what only others know', () => {
    const keys = Object.keys(depthRow.encode({ ...coin(), time: null, openInterestUsd: null }));
    expect(depthRow.columns.filter((column) => !keys.includes(column))).toEqual(['timestamp', 'open_interest_usd']);
  });
});

const SCHEMA = new URL('../../../../../shared/spec/schemas/depth_row.json', import.meta.url);

describe.skipIf(!existsSync(SCHEMA))('depth rows against the schema of the contract (needs ../shared/spec)', () => {
  it('have its fields by name', () => {
    const { properties } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { readonly properties: object };
    expect(Object.keys(depthRow.encode(coin()))).toEqual(expect.arrayContaining(Object.keys(properties)));
  });
});
