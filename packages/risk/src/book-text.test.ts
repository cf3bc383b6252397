import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookOfText } from './book-text.ts';

const above0 = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
const anyRow = fc.record({
  coin: fc.stringMatching(/^[A-Z]{2,8}$/),
  side: fc.constantFrom('long' as const, 'short' as const),
  size: above0,
  entry: fc.option(above0, { nil: undefined }),
  leverage: fc.double({ min: 1, max: 100, noNaN: true }),
  margin: fc.constantFrom('cross' as const, 'isolated' as const, undefined),
});
const COLUMNS = ['coin', 'side', 'size', 'entry', 'leverage', 'margin'] as const;
const anyDelimiter = fc.constantFrom(',', '\t', ';');
const anyEnd = fc.constantFrom('\n', '\r\n');
const given = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

describe('a book that was pasted', () => {
  it('is read as it was written, with any delimiter, ends of lines, order of columns and lines between', () => {
    const order = fc.shuffledSubarray([...COLUMNS], { minLength: COLUMNS.length });
    fc.assert(
      fc.property(
        fc.array(anyRow),
        order,
        anyDelimiter,
        anyEnd,
        fc.boolean(),
        (rows, columns, comma, end, isSparse) => {
          const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))];
          const text = lines.map((cells) => cells.join(comma)).join(isSparse ? `${end}${end}# note${end}` : end);
          const book = bookOfText(text);
          expect(book.problems).toEqual([]);
          expect(book.positions).toEqual(rows.map(given));
          expect(book.lines).toEqual(rows.map((_, i) => (i + 1) * (isSparse ? 3 : 1) + 1));
        },
      ),
    );
  });

  it('is read whatever it is, and every line is a position or has a problem', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.boolean(), (lines, hasHead) => {
        const text = [...(hasHead ? ['coin,side,size,margin'] : []), ...lines].join('\n');
        const { positions, lines: places, problems } = bookOfText(text);
        expect(places).toHaveLength(positions.length);
        const seen = text.split(/\r\n|\r|\n/);
        const isRead = (line: number): boolean =>
          places.includes(line) || problems.some((problem) => problem.line === line);
        const contents = seen.flatMap((content, i) => (content.trim() === '' || /^\s*#/.test(content) ? [] : [i + 1]));
        if (hasHead) for (const line of contents.slice(1)) expect([line, isRead(line)]).toEqual([line, true]);
        else expect(problems.length + positions.length).toBeGreaterThan(0);
        for (const { line, field, expected, got } of problems) {
          expect(line).toBeLessThanOrEqual(seen.length);
          expect(field && expected && got).toBeTruthy();
        }
      }),
    );
  });

  it.each([
    ['$1,234.50', 1234.5],
    ['1,234,567', 1_234_567],
    ['.5', 0.5],
    ['2e3', 2000],
    ['+7', 7],
  ])('reads the number %s', (cell, notional) => {
    const { positions, problems } = bookOfText(`coin\tside\tnotional\nBTC\tBuy\t${cell}`);
    expect(problems).toEqual([]);
    expect(positions).toEqual([{ coin: 'BTC', side: 'long', notional }]);
    expect(bookOfText(`coin,side,notional\nBTC,buy,"${cell}"`).positions).toEqual(positions);
  });

  it('takes mode and margin as a venue names them, and margin and collateral_usd as the service does', () => {
    const isolated = { coin: 'BTC', side: 'long', size: 1, leverage: 5, margin: 'isolated', collateral: 900 };
    expect(bookOfText('coin,side,size,leverage,mode,margin\nBTC,long,1,5x,isolated,900').positions).toEqual([isolated]);
    const service = 'coin,side,size,leverage,margin,collateral_usd\nBTC,long,1,5,Isolated,900';
    expect(bookOfText(service).positions).toEqual([isolated]);
  });

  it.each([
    ['', 1, 'line', 'nothing'],
    ['BTC,long,1', 1, 'head', '"btc"'],
    ['coin,size\nBTC,1', 1, 'head', '"coin,size"'],
    ['coin,side,size,size\nBTC,long,1,2', 1, 'head', '"coin,side,size,size"'],
    ['coin,side,size\n\nBTC,long,-1', 3, 'size', '"-1"'],
    ['coin,side,size\nBTC,long,one', 2, 'size', '"one"'],
    ['coin,side,size\nBTC,long,Infinity', 2, 'size', '"Infinity"'],
    ['coin,side,size\nBTC,,1', 2, 'side', 'nothing'],
    ['coin,side,size\n,long,1', 2, 'coin', 'nothing'],
    ['coin,side,size\nBTC,long,', 2, 'size', 'neither'],
    ['coin,side,size,notional\nBTC,long,1,5', 2, 'size', 'both'],
    ['coin,side,size\nBTC,long,1,5', 2, 'line', '4'],
    ['coin,side,size,leverage\nBTC,long,1,0.5', 2, 'leverage', '"0.5"'],
    ['coin,side,size,mode\nBTC,long,1,isolated', 2, 'leverage', 'neither'],
    ['coin,side,size,mode\nBTC,long,1,both', 2, 'mode', '"both"'],
    ['coin,side,size,mode,margin\nBTC,long,1,cross,5', 2, 'margin', '5'],
  ])('names what is wrong with %j', (text, line, field, got) => {
    expect(bookOfText(text).problems).toEqual([{ line, field, expected: expect.any(String), got }]);
  });
});
