import * as fc from 'fast-check';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBook } from './book-levels.ts';
import { readBook, readBookStream } from './read-book.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-book-'))));
afterAll(() => rmSync(folder, { recursive: true }));
function put(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
const pairs = (side: { price: Float64Array; size: Float64Array }): number[][] =>
  [...side.price].map((price, i) => [price, side.size[i]!]);

describe('readBook', () => {
  const plain = '{"bids": [[99.9, 2], ["99.8", "5", "0", "1"]], "asks": [[100.1, 1]]}';
  const venue =
    '{"coin":"BTC","time":1734766661682,"levels":[[{"px":"99.9","sz":"2","n":2},{"px":"99.8","sz":"5"}],[{"px":"100.1","sz":"1"}]]}';

  it.each([
    ['pairs', plain, null, null],
    ['pairs within data', `{"code": "0", "data": [${plain}]}`, null, null],
    ['the perp venue', venue, 'BTC', 1_734_766_661_682],
    ['its stream', `{"channel":"l2Book","data":${venue}}`, 'BTC', 1_734_766_661_682],
    ['a byte order mark', `\uFEFF${plain}`, null, null],
  ])('reads the form of %s, plain and packed, from a file and from a stream', async (_, text, symbol, time) => {
    const path = put('book.json', text);
    const read = await readBook(path);
    if (!read.ok) throw new Error(read.error.expected);
    expect(pairs(read.value.book.bids)).toEqual([[99.9, 2], [99.8, 5]]); // prettier-ignore
    expect(pairs(read.value.book.asks)).toEqual([[100.1, 1]]);
    expect(read.value).toMatchObject({ file: path, symbol, time });
    const packed = put('book.json.gz', gzipSync(text));
    expect(await readBook(packed)).toEqual({ ok: true, value: { ...read.value, file: packed } });
    const streamed = await readBookStream(
      Readable.from([Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))]),
      'stdin',
    );
    expect(streamed).toEqual({ ok: true, value: { ...read.value, file: 'stdin' } });
  });

  it.each([
    [
      '{"bids": [[1, 2]], "asks": [[1]]}',
      { row: 1, column: 'asks', expected: '[price, size] or {px, sz}', got: 'an array of 1' },
    ],
    ['{"bids": [[3, 1], [2, "x"]], "asks": []}', { row: 2, column: 'bids.size', expected: 'a number', got: '"x"' }],
    ['{"bids": [[3, null]], "asks": []}', { row: 1, column: 'bids.size', expected: 'a number', got: 'null' }],
    ['{"bids": {}, "asks": []}', { column: 'bids', expected: 'a list of levels', got: 'Object' }],
    ['{"levels": [[]]}', { column: 'levels[1]', expected: 'a list of levels', got: 'undefined' }],
    ['{"levels": [[{"px": "1", "sz": ""}], []]}', { row: 1, column: 'levels[0].sz', expected: 'a number', got: '""' }],
    [
      '{"levels": [[{"px": "1"}], []]}',
      { row: 1, column: 'levels[0]', expected: '[price, size] or {px, sz}', got: 'Object' },
    ],
    [
      '{"b": [], "a": []}',
      { code: 'missing_column', expected: 'an object with bids and asks, or with levels', got: 'the keys b, a' },
    ],
    ['[]', { code: 'missing_column', got: 'an array of 0' }],
    ['{"bids": [', { code: 'bad_value', expected: 'one JSON value' }],
    ['', { code: 'empty_file', expected: 'a book in JSON', got: 'no bytes' }],
  ])('of %s names file and place', async (text, problem) => {
    const path = put('bad.json', text);
    expect(await readBook(path)).toMatchObject({ ok: false, error: { file: path, ...problem } });
  });

  it('says of a file what is wrong with it', async () => {
    const none = join(folder, 'none.json');
    expect(await readBook(none)).toMatchObject({ ok: false, error: { code: 'missing_file', file: none } });
    const huge = put('huge.json', Buffer.alloc(16 * 1024 * 1024 + 1, 0x20));
    const problem = { file: huge, code: 'unreadable_file', expected: 'a book of at most 16777216 bytes', got: 'more' };
    expect(await readBook(huge)).toEqual({ ok: false, error: problem });
    const bomb = put('bomb.json.gz', gzipSync(Buffer.alloc(16 * 1024 * 1024 + 1, 0x20)));
    const expected = 'a gzip file that unpacks to at most 200 times its size';
    expect(await readBook(bomb)).toMatchObject({ ok: false, error: { ...problem, file: bomb, expected } });
    // Packs to more than a 200th: large, and no bomb.
    const noise = Buffer.alloc(16 * 1024 * 1024 + 1, 0x20);
    for (let i = 0; i < noise.length; i += 64)
      noise.writeUInt32LE((i * 2_654_435_761) % 2 ** 32, i % (noise.length - 8));
    const large = put('large.json.gz', gzipSync(noise));
    expect(await readBook(large)).toMatchObject({ ok: false, error: { ...problem, file: large } });
    expect(await readBook(put('cut.gz', gzipSync(plain).subarray(0, 30)))).toMatchObject({
      error: { code: 'unreadable_file', got: 'a truncated one' },
    });
  });

  it('never throws, whatever the text', () => {
    const side = fc.oneof(fc.json(), fc.constant('[[1,2]]'), fc.constant('[{"px":1,"sz":"2"}]'));
    fc.assert(
      fc.property(side, side, fc.constantFrom('book', 'levels', 'cut'), fc.nat(80), (bids, asks, form, cut) => {
        const text = form === 'levels' ? `{"levels":[${bids},${asks}]}` : `{"bids":${bids},"asks":${asks}}`;
        const result = parseBook(form === 'cut' ? text.slice(0, cut) : text);
        if (!result.ok) expect(result.error.expected).not.toBe('');
        else expect(result.value.book.bids.price.length).toBe(result.value.book.bids.size.length);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Recorded books by file. Those that are skipped are not a snapshot in one of the two forms. */
const API = '../shared/data/api';
const RECORDED = [
  'hyperliquid/l2Book_1__get_l2_snapshot.json',
  'hyperliquid/l2Book_BTC__2024-12-21.json',
  'hyperliquid/mm_l2book_btc_nsf3__1782131344546.json',
  'hyperliquid/mm_l2book_btc_nsf4__1782131344546.json',
  'hyperliquid/mm_l2book_btc_nsf5__1782131344546.json',
  'hyperliquid/mm_l2book_btc_nsf5_m5__1782131344546.json',
  'hyperliquid/nautilus_http_l2_book_btc.json',
  'hyperliquid/nautilus_http_l2_book_snapshot.json',
  'hyperliquid/jkorf_Spot_ExchangeData_GetOrderBook.json',
  'hyperliquid/docs_orderbook.json',
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetOrderBook.json',
  'binance_futures/nautilus_http_futures_market_depth.json',
  'binance_spot/nautilus_http_spot_market_depth.json',
  'okx/nautilus_http_get_order_book.json',
  'okx/nautilus_ws_books_snapshot.json',
];
const OTHER_FORM = [
  ['bybit/nautilus_http_get_orderbook.json', 'sides named b and a'],
  ['deribit/tardis_ws_book.ndjson', 'changes, each with an action, a line each'],
] as const;

describe.skipIf(!existsSync(API))('recorded books (needs ../shared/data)', () => {
  it.each(RECORDED)('reads %s', async (name) => {
    const read = await readBook(join(API, name));
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { bids, asks } = read.value.book;
    expect([...bids.price]).toEqual([...bids.price].toSorted((a, b) => b - a));
    expect([...asks.price]).toEqual([...asks.price].toSorted((a, b) => a - b));
    expect(bids.price.length * asks.price.length).toBeGreaterThan(0);
    expect(readFileSync(join(API, name), 'utf8')).toContain(String(bids.price[0]));
  });

  it.each(OTHER_FORM)('refuses %s, which has another form: %s', async (name) => {
    expect(await readBook(join(API, name))).toMatchObject({ ok: false });
  });
});
