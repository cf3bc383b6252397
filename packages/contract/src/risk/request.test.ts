import { describe, expect, it } from 'vitest';
import { bookOf } from './request.ts';

describe('the book of a request', () => {
  it.each([
    [{}, '"positions[0]" expected either size or notional_usd, got neither'],
    [{ size: 1, notional_usd: 1 }, '"positions[0]" expected either size or notional_usd, got both'],
    [{ size: 1, collateral_usd: 3 }, '"positions[0].collateral_usd" expected none of a cross position'],
  ])('is refused by the names of the request: %j', (given, message) => {
    const positions = [{ coin: 'BTC', side: 'long' as const, ...given }];
    expect(() => bookOf({ positions }, new Map())).toThrow(message);
  });

  it('has the funding of now where the request has none', () => {
    const position = { coin: 'BTC', side: 'long', size: 1 } as const;
    const { positions } = bookOf(
      { positions: [position, { ...position, funding_hourly: 2e-5 }] },
      new Map([['BTC', 1e-5]]),
    );
    expect(positions.map(({ funding }) => funding)).toEqual([1e-5, 2e-5]);
  });
});
