/**
 * Shock of a scope: equal to the detector's result for the same hours, also after a restart and after an update from a
 * build without shocks.
 */

import { barAt, fold, HOUR_MS, sliceCandles, type Candles } from '@barograph/core';
import { shock, type ShockRow } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import { ingestHours } from '../../../../runtime/src/producers/quant/ingest.ts';
import { createScope, type Scope, type ScopeSnapshot } from '../../../../runtime/src/producers/quant/scope.ts';
import { simulatedMarket } from '../../test-support.ts';
import { testModel } from './test-support.ts';

const { model } = testModel();
const { start } = SIMULATOR_V2;
const HOURS = 700;
const asOf = start + HOURS * HOUR_MS;
const bars = createMarket().candles('BTC', 'perpdex_perp', '1h', start, asOf);
const LISTING = { symbol: 'BTC', coin: 'BTC', venue: 'perpdex_perp' } as const;

const expected = (of: Candles): ShockRow =>
  fold(
    shock(),
    Array.from({ length: of.length }, (_, i) => barAt(of, i)),
  ).outputs.at(-1)!;
const copy = (scope: Scope): ScopeSnapshot => JSON.parse(JSON.stringify(scope.snapshot())) as ScopeSnapshot;

describe('the shock of a scope', () => {
  it('is that of its hours, and goes on over a restart', () => {
    let scope = createScope(model, 'BTC');
    expect(scope.shock).toBeNull();
    for (const [from, to] of [
      [0, 100],
      [100, 400],
      [400, 401],
      [401, HOURS],
    ] as const) {
      scope.hours(sliceCandles(bars, from, to), 'simulated');
      expect(scope.shock).toEqual(expected(sliceCandles(bars, 0, to)));
      scope = createScope(model, 'BTC', copy(scope));
      expect(scope.shock).toEqual(expected(sliceCandles(bars, 0, to)));
    }
    expect(scope.shock!.score).toBeGreaterThan(0);
  });

  it('is read from the hours before a state that knew no shocks', async () => {
    const before = createScope(model, 'BTC');
    before.hours(sliceCandles(bars, 0, HOURS - 3), 'simulated');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a snapshot without its shock
    const old = Object.fromEntries(Object.entries(copy(before)).filter(([name]) => name !== 'shock')) as Omit<
      ScopeSnapshot,
      'shock'
    > as ScopeSnapshot;
    const scope = createScope(model, 'BTC', old);
    expect(scope.shock).toBeNull();
    const input = { market: marketReader(simulatedMarket()), asOf };
    await ingestHours(scope, LISTING, start, input);
    expect(scope.shock).toEqual(expected(bars));
    // It is there, too, where no further hour has closed.
    const idle = createScope(model, 'BTC', old);
    await ingestHours(idle, LISTING, start, { ...input, asOf: asOf - 3 * HOUR_MS });
    expect(idle.shock).toEqual(expected(sliceCandles(bars, 0, HOURS - 3)));
  });
});
