import { depthRow } from '@barograph/contract';
import { bookSide } from '@barograph/core';
import { parseBook, readBook } from '@barograph/files';
import { liquidationBand, liquidationRiskOutlook, type LiquidationInputs } from '@barograph/nowcast';
import { depth, depthWithin } from '@barograph/stress';
import * as fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, parse, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
beforeEach(make);
afterEach(remove);

const BIDS = [[99.95, 10], [99.8, 20], [99.4, 30]] as const; // prettier-ignore
const ASKS = [[100.05, 12], [100.3, 15]] as const; // prettier-ignore
const level = ([px, sz]: readonly [number, number]) => ({ px: String(px), sz: String(sz), n: 1 });
const BOOK = JSON.stringify({ bids: BIDS, asks: ASKS });
const VENUE = JSON.stringify({ coin: 'kPEPE', time: 1_734_766_661_682, levels: [BIDS.map(level), ASKS.map(level)] });

function measured() {
  const result = depth({ bids: bookSide(BIDS), asks: bookSide(ASKS) });
  if (!result.ok) throw new Error(result.error.expected);
  return result.value;
}

describe('barograph depth', () => {
  it('is the row of the service, of either form, plain, packed and from standard input', async () => {
    const row = { symbol: 'BTC', time: null, depth: measured(), openInterestUsd: null };
    const plain = await run(['depth', put('BTCUSDT.json', BOOK), '--format', 'json']);
    expect([plain.code, plain.err, parse(plain.out)]).toEqual([0, '', depthRow.encode(row)]);
    const packed = await run(['depth', put('BTCUSDT.json.gz', gzipSync(BOOK)), '--format', 'json']);
    expect(packed).toEqual(plain);
    const venue = await run(['depth', '-', '--format', 'ndjson'], { stdin: [Buffer.from(VENUE)] });
    expect(parse(venue.out)).toEqual(depthRow.encode({ ...row, symbol: 'kPEPE', time: 1_734_766_661_682 }));
    const named = await run(['depth', '-', '--format', 'json', '--symbol', 'X'], { stdin: [Buffer.from(VENUE)] });
    expect(parse(named.out)['symbol']).toBe('X');
  });

  it('has a line per field for people, and a row as CSV', async () => {
    const file = put('BTC.json', VENUE);
    const table = lines((await run(['depth', file])).out);
    expect(table).toContain('bid_depth.100bps             5977.5000');
    expect(table).toContain('levels_truncated.bid.100bps  true');
    const [header, ...rows] = lines((await run(['depth', file, '--format', 'csv'])).out);
    expect(header).toMatch(/^symbol,timestamp,mid_price,spread_bps,imbalance_10bps,bid_depth\.10bps,/);
    expect(rows).toHaveLength(1);
  });

  it('has a row per side and band, also as Parquet', async () => {
    const file = put('BTC.json', BOOK);
    const csv = lines((await run(['depth', file, '--rows', 'all', '--format', 'csv', '--grid', '0.2'])).out);
    expect(csv.slice(0, 3)).toEqual(['side,band_bps,depth_usd,truncated', 'bid,10,,', 'bid,25,2995.5,false']);
    expect(csv).toHaveLength(9);
    const out = path('depth.parquet');
    const args = ['depth', file, '--rows', 'all', '--format', 'parquet', '--out', out];
    expect(await run(args)).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1');
  });

  it.each([
    [
      '{"bids": [[100, 1], [100, 2]], "asks": [[101, 1]]}',
      'row 2 column "bids.price": expected a price below 100, got 100',
    ],
    ['{"bids": [[100, 1]], "asks": [[101, -1]]}', 'row 1 column "asks.size": expected a finite number > 0, got -1'],
    [
      '{"bids": [[100, 1]], "asks": [[99, 1]]}',
      'row 1 column "asks.price": expected a price above the best bid 100, got 99',
    ],
    ['{"bids": [], "asks": [[99, 1]]}', 'column "bids": expected at least one level, got none'],
    ['{"bids": [[1, "a"]], "asks": []}', 'row 1 column "bids.size": expected a number, got "a"'],
    ['[]', 'column "bids": expected an object with bids and asks, or with levels, got an array of 0'],
  ])('refuses %s in one line that names file, row and column', async (text, message) => {
    const file = put('bad.json', text);
    expect(await run(['depth', file])).toEqual({ code: 2, out: '', err: `error: ${file} ${message}\n` });
  });

  it('refuses flags that are none', async () => {
    const file = put('BTC.json', BOOK);
    const none = await run(['depth', path('none.json')]);
    expect(none).toEqual({ code: 2, out: '', err: `error: ${path('none.json')}: expected a file, got no such file\n` });
    expect((await run(['depth', file, '--mid', '0'])).err).toContain('expected a number > 0');
    expect((await run(['depth', file, '--format', 'parquet'])).err).toContain('expected --rows all');
  });
});

describe('the depth of a sample in the head of liquidation risk', () => {
  it('is its input: less of it is never less risk', () => {
    const volatility = 0.002;
    const distance = liquidationBand(volatility, 'h4').depth;
    const resting: LiquidationInputs['depth'] = depthWithin(measured(), distance);
    expect(resting!.bids).toBeGreaterThan(0);
    const riskOf = (share: number): number =>
      liquidationRiskOutlook(
        {
          volatility,
          forced: null,
          depth: { bids: resting!.bids * share, asks: resting!.asks * share },
          openInterest: 1e6,
        },
        'h4',
      ).probabilities![3]!;
    expect(riskOf(0.1)).toBeGreaterThan(riskOf(1));
    expect(riskOf(1)).toBeGreaterThan(0);
  });
});

describe('the text of a book, damaged', () => {
  it('of 10,000 mutants each is read and measured, or refused with a place, and none throws', () => {
    const outcomes = new Map<string, number>();
    const piece = fc.constantFrom('', '-', '0', '9', '.', 'e', ',', '[', ']', '"', 'null', '1e308', '{', '}', ' ');
    const change = fc.record({ at: fc.nat(300), length: fc.nat(6), piece });
    fc.assert(
      fc.property(fc.constantFrom(BOOK, VENUE), fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        let mutant = text;
        for (const change of changes) {
          const at = change.at % mutant.length;
          mutant = mutant.slice(0, at) + change.piece + mutant.slice(at + change.length);
          if (mutant === '') mutant = ' ';
        }
        const read = parseBook(mutant);
        const result = read.ok ? depth(read.value.book) : read;
        const outcome = result.ok ? 'measured' : read.ok ? 'refused' : 'unread';
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (result.ok) expect(result.value.spreadBps).toBeGreaterThan(0);
        else expect([result.error.expected, result.error.got]).not.toContain('');
      }),
      { numRuns: 10_000, seed: 14 },
    );
    expect([...outcomes.keys()].toSorted()).toEqual(['measured', 'refused', 'unread']);
  });
});

const API = '../shared/data/api';
/** Books that cross or touch as they were recorded. */
const NO_SAMPLE = new Set(['docs_orderbook.json']);

describe.skipIf(!existsSync(API))('recorded books (needs ../shared/data)', () => {
  const names = (folder: string, pattern: RegExp): string[] =>
    existsSync(join(API, folder))
      ? readdirSync(join(API, folder))
          .filter((name) => pattern.test(name))
          .map((name) => join(folder, name))
      : [];
  const books = [
    ...names('hyperliquid', /l2Book.*\.json$|l2book.*\.json$|l2_book.*\.json$|docs_orderbook|GetOrderBook\.json$/),
    ...names('binance_futures', /market_depth\.json$|GetOrderBook\.json$/),
    ...names('binance_spot', /market_depth\.json$/),
    ...names('okx', /order_book\.json$|books_snapshot\.json$/),
  ];

  it('are there', () => {
    expect(books.length).toBeGreaterThanOrEqual(14);
  });

  it.each(books)('%s is measured, or refused with its place', async (name) => {
    const read = await readBook(join(API, name));
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const result = depth(read.value.book);
    if (NO_SAMPLE.has(name.split('/')[1]!)) {
      expect(result).toMatchObject({ ok: false, error: { reason: 'crossed' } });
      return;
    }
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    const { bids, asks, spreadBps } = result.value;
    expect(spreadBps).toBeGreaterThan(0);
    expect(bids.notional[3]! + asks.notional[3]!).toBeGreaterThan(0);
  });

  it('of the two venues with other forms are measured, their levels taken out by hand', () => {
    const text = (name: string): string => readFileSync(join(API, name), 'utf8');
    type Levels = readonly (readonly [string, string])[];
    const bybit = JSON.parse(text('bybit/nautilus_http_get_orderbook.json')) as {
      readonly result: { readonly b: Levels; readonly a: Levels };
    };
    const first = JSON.parse(text('deribit/tardis_ws_book.ndjson').split('\n')[0]!) as {
      readonly params: {
        readonly data: Readonly<Record<'bids' | 'asks', readonly (readonly [string, number, number])[]>>;
      };
    };
    const { bids, asks } = first.params.data;
    const rest = ([, price, size]: readonly [string, number, number]): [number, number] => [price, size];
    for (const book of [
      { bids: bybit.result.b, asks: bybit.result.a },
      { bids: bids.map(rest), asks: asks.map(rest) },
    ]) {
      const read = parseBook(JSON.stringify(book));
      const result = read.ok ? depth(read.value.book) : read;
      expect(result).toMatchObject({ ok: true });
    }
  });
});
