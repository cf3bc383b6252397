import { array, assert, boolean, nat, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { HOUR, market } from '../test-support.ts';
import { createSharedBars, received } from './messages.ts';

it('hands coins over as they are, whatever lay in their memory before', () => {
  assert(
    property(array(tuple(nat(40), nat(9), boolean()), { maxLength: 12 }), (sizes) => {
      const memory = createSharedBars();
      const waiting: (() => void)[] = [];
      for (const [hours, days, isHeld] of sizes) {
        const coin = { symbol: 'BTC', pegged: false, hourly: market(hours, HOUR), daily: market(days, 24 * HOUR) };
        const { value, release } = memory.lend(coin);
        expect(received(structuredClone(value))).toEqual(coin);
        if (isHeld) waiting.push(release);
        else release();
      }
    }),
    { numRuns: 25 },
  );
});
