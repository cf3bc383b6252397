import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createMarket } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { SIMULATED_RETENTION_BARS } from '../../src/market/simulated/bars.ts';
import { simulatedMarket } from '../test-support.ts';

const source = simulatedMarket();
const BTC = { symbol: 'BTC', venue: 'perpdex_perp' } as const;
const AS_OF = Date.UTC(2025, 5, 2, 10, 23, 30);

describe('the simulated source', () => {
  it('keeps about four days of minutes: an older start brings fewer bars [#323~]', async () => {
    const window = { kind: 'range', from: AS_OF - 10 * 24 * HOUR_MS, to: AS_OF } as const;
    const answer = await source.bars({ ...BTC, interval: '1m', window, asOf: AS_OF });
    const { closed } = answer.ok ? answer.value : { closed: undefined };
    expect(closed!.length).toBe(SIMULATED_RETENTION_BARS - 1);
    expect(AS_OF - closed!.time[0]!).toBeLessThanOrEqual(4 * 24 * HOUR_MS);
  });

  it('forms the hour out of its closed minutes', async () => {
    const hour = await source.bars({ ...BTC, interval: '1h', window: { kind: 'last', count: 1 }, asOf: AS_OF });
    const open = Date.UTC(2025, 5, 2, 10);
    const minutes = await source.bars({
      ...BTC,
      interval: '1m',
      window: { kind: 'range', from: open, to: open + 22 * MINUTE_MS },
      asOf: AS_OF,
    });
    const forming = hour.ok ? hour.value.forming! : undefined!;
    const { closed } = minutes.ok ? minutes.value : undefined!;
    expect(closed.length).toBe(23);
    expect(forming).toMatchObject({ time: open, open: closed.open[0], close: closed.close[22] });
    expect(forming.high).toBe(Math.max(...closed.high));
  });

  it.each(['5m', '15m', '30m'] as const)('has %s bars up to the last one that closed', async (interval) => {
    const answer = await source.bars({ ...BTC, interval, window: { kind: 'last', count: 50 }, asOf: AS_OF });
    const { closed, forming } = answer.ok ? answer.value : undefined!;
    const step = closed.time[1]! - closed.time[0]!;
    expect(closed.length).toBe(50);
    expect(closed.time[49]! + step).toBe(forming!.time);
  });

  it('shows the last minutes of a symbol that trades no more', async () => {
    const gone = createMarket().config.listings.find(({ delistedAfter }) => delistedAfter !== null)!;
    const late = Date.UTC(2027, 0, 1);
    const listing = { symbol: gone.symbol, venue: gone.venue };
    const answer = await source.bars({ ...listing, interval: '1d', window: { kind: 'last', count: 3 }, asOf: late });
    expect(answer.ok && answer.value.closed.length).toBe(3);
    expect(answer.ok && answer.value.forming).toBeUndefined();
  });
});
