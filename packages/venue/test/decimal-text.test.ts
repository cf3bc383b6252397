import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from '../src/decimal-text.ts';

describe('numbers of the loopback venue', () => {
  it('are decimals without an exponent that read back to the same bits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalText(value);
        expect(text).toMatch(/^-?(?:0|[1-9]\d*)\.\d+$/);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
      { examples: [[5e-324], [1.7976931348623157e308], [1e21], [123456789012345680000], [1.5e-7], [98804], [-0.5]] },
    );
  });

  it.each([
    [98804, '98804.0'],
    [0, '0.0'],
    [1.25e-5, '0.0000125'],
    [1.25e-7, '0.000000125'],
    [1.5e21, '1500000000000000000000.0'],
    [-0.00061334, '-0.00061334'],
  ])('%s is %s', (value, text) => expect(decimalText(value)).toBe(text));

  it.each([NaN, Infinity])('%s is refused', (value) => expect(() => decimalText(value)).toThrow(RangeError));
});
