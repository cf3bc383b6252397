import { describe, expect, it } from 'vitest';
import { bySymbol, byValue } from './order.ts';

const ROWS = [
  { symbol: 'C', value: 1 },
  { symbol: 'A', value: null },
  { symbol: 'D', value: 2 },
  { symbol: 'B', value: 1 },
  { symbol: 'E', value: null },
];
const names = (compare: (a: (typeof ROWS)[number], b: (typeof ROWS)[number]) => number): string =>
  [...ROWS]
    .sort(compare)
    .map(({ symbol }) => symbol)
    .join('');

describe('the order of rows', () => {
  it('is by symbol, either way', () => {
    expect([names(bySymbol('asc')), names(bySymbol('desc'))]).toEqual(['ABCDE', 'EDCBA']);
  });

  it('is by a value, rows without it last in both directions, ties by symbol', () => {
    const value = (row: (typeof ROWS)[number]): number | null => row.value;
    expect([names(byValue('asc', value)), names(byValue('desc', value))]).toEqual(['BCDAE', 'DBCAE']);
  });
});
