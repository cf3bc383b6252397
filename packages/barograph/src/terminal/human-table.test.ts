import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Row } from '../table.ts';
import { cellText, fieldOf } from './fields.ts';
import { humanBlock } from './human-block.ts';
import { humanTable } from './human-table.ts';
import { safeLines, safeText } from './safe-text.ts';
import { sparkline } from './sparkline.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u{1B}[31m', '\u{202E}', '币安', '😀😀', 'e\u{301}'.repeat(9)),
);
const cell = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.double()));
const NAMES = ['symbol', 'adx', 'pct_24h', 'notional_30', 'timestamp', 'a_name_that_is_wider_than_its_cells', 'trend'];
const row: fc.Arbitrary<Row> = fc.record({
  ...Object.fromEntries(NAMES.map((name) => [name, cell])),
  stale: fc.boolean(),
});
const HOSTILE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe('a table for people', () => {
  it('is no wider than the terminal and has no character that steers it, whatever is in its cells', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.integer({ min: 40, max: 160 }), (rows, width) => {
        const table = { columns: NAMES, others: 0, rows, isWide: false };
        const block = rows.flatMap((row) => [...humanBlock(row, { width, hasColor: false }, false)]);
        for (const line of [...humanTable(table, { width, hasColor: false }), ...block]) {
          expect(line.endsWith('\n')).toBe(true);
          expect(line.slice(0, -1)).not.toMatch(HOSTILE);
          expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(width, 48));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is written row by row: more rows than are measured come, too, cut where they are wider', () => {
    const rows = function* (): Generator<Row> {
      for (let i = 0; i < 1000; i++) yield { symbol: i < 900 ? 'A' : 'A very long name of a coin', adx: i };
    };
    const table = { columns: ['symbol', 'adx'], others: 0, rows: rows(), isWide: false };
    const lines = [...humanTable(table, { width: 80, hasColor: false })];
    expect(lines).toHaveLength(1002);
    expect(lines.at(-1)).toMatch(/^A ver… +999\.?/);
  });

  it('tells how many columns were left out', () => {
    const table = { columns: ['symbol', 'adx'], others: 3, rows: [{ symbol: 'A', adx: 1 }], isWide: false };
    expect([...humanTable(table, { width: 80, hasColor: false })].at(-1)).toBe(
      '3 more columns: --wide, or --columns\n',
    );
  });
});

describe('cells', () => {
  it.each([
    ['price', 44031.4, '44031'],
    ['price', 0.0022151, '0.002215'],
    ['price', 1.5, '1.500'],
    ['price', 3e-12, '3.000e-12'],
    ['notional_30', 2_087_012_323.7, '2.09B'],
    ['notional_30', 1_234_567, '1.23M'],
    ['notional_30', 12, '12'],
    ['pct_24h', 2.8377, '+2.8'],
    ['pct_24h', -0.123, '-0.12'],
    ['rsi_1d', 69.85, '69.8'],
    ['timestamp', 1_704_067_200_000, '2024-01-01'],
    ['timestamp', 1_704_070_800_000, '2024-01-01 01:00'],
    ['in_regime_since', '2024-01-01T02:00:00.000Z', '2024-01-01 02:00'],
    ['adx', NaN, '-'],
    ['adx', null, '-'],
    ['flip_alert', true, 'yes'],
    ['trend', [1, 2, 3], '▁▅█'],
    ['sr', [{ kind: 'support', price: 5 }], 'support 5'],
  ])('of %s: %j is %s', (name, value, want) => {
    expect(cellText(fieldOf(name), value)).toBe(want);
  });
});

describe('a sparkline', () => {
  it('has its least value lowest and its greatest highest, a blank where nothing is known, the middle where nothing moves', () => {
    expect(sparkline([3, 1, 2, 8], 10)).toBe('▃▁▂█');
    expect(sparkline([1, NaN, 2], 10)).toBe('▁ █');
    expect(sparkline([5, 5], 10)).toBe('▄▄');
    expect(sparkline([], 10)).toBe('');
    expect(sparkline([1, 1, 9, 9], 2)).toBe('▁█');
  });
});

it('text with lines keeps its line ends and tabs, a cell none', () => {
  expect(safeLines('a\tb\n\u{1B}c')).toBe('a\tb\n\\u{1b}c');
  expect(safeText('a\tb\n')).toBe(String.raw`a\u{9}b\u{a}`);
});
