/** Tables of coins: sorting, filters, CSV, and the line for a terminal. */

import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Value = number | string | null;
type Row = Readonly<Record<string, Value>>;
interface Column {
  readonly key: string;
  readonly name: string;
  readonly value: (row: Row) => Value;
}
interface Tables {
  readonly sorted: (rows: readonly Row[], column: Column, isDescending: boolean) => readonly Row[];
  readonly filtered: (rows: readonly Row[], columns: readonly Column[], text: string) => readonly Row[];
  readonly csvOf: (columns: readonly Column[], rows: readonly Row[]) => string;
}
interface Curl {
  readonly curlOf: (base: string, path: string) => string;
}
interface Watched {
  readonly namesOf: (text: string | null) => readonly string[];
}

// The page's own scripts, which have no types.
const script = async (name: string): Promise<unknown> => import(new URL(`../src/js/${name}`, import.meta.url).href);
const { sorted, filtered, csvOf } = (await script('table-model.mjs')) as Tables;
const { curlOf } = (await script('curl.mjs')) as Curl;
const { namesOf } = (await script('watched-names.mjs')) as Watched;

const column = (key: string): Column => ({ key, name: key, value: (row) => row[key] ?? null });
const COLUMNS = ['coin', 'adx', 'color'].map(column);
const numbers = fc.option(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1, 30)));
const texts = fc.string({ unit: fc.constantFrom('a', 'B', '"', ',', '\n', '\r', '=', '+', '-', '@', '\t', ' ', '1') });
const rows = fc.array(fc.record({ coin: texts, adx: numbers, color: fc.constantFrom('green', 'grey', 'red') }));

/** An independent reader of RFC 4180. */
function parsed(csv: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

describe('a table', () => {
  it('is sorted by a column, with what is not known last, and loses no row', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (all, isDescending) => {
        const shown = sorted(all, COLUMNS[1]!, isDescending);
        expect(new Set(shown)).toEqual(new Set(all));
        expect(shown).toHaveLength(all.length);
        const values = shown.map(({ adx }) => adx!);
        const known = values.filter((one) => one !== null) as number[];
        expect(values.slice(known.length).every((one) => one === null)).toBe(true);
        for (const [i, one] of known.slice(1).entries())
          expect(isDescending ? known[i]! >= one : known[i]! <= one).toBe(true);
      }),
    );
  });

  it('has after a filter the rows that fit every word, in their order', () => {
    const some: Row[] = [
      { coin: 'BTC', adx: 34, color: 'green' },
      { coin: 'ETH', adx: 12, color: 'red' },
      { coin: 'BCH', adx: null, color: 'green' },
      { coin: 'adx>1', adx: 1, color: 'red' },
    ];
    const names = (text: string): unknown => filtered(some, COLUMNS, text).map(({ coin }) => coin);
    expect(names('')).toEqual(['BTC', 'ETH', 'BCH', 'adx>1']);
    expect(names(' B green ')).toEqual(['BTC', 'BCH']);
    expect(names('adx>12')).toEqual(['BTC']);
    expect(names('adx>=12 red')).toEqual(['ETH']);
    expect(names('adx=34')).toEqual(['BTC']);
    expect(names('nothing>1')).toEqual([]);
    fc.assert(
      fc.property(rows, texts, (all, text) => {
        const shown = filtered(all, COLUMNS, text);
        expect(all.filter((row) => shown.includes(row))).toEqual(shown);
      }),
    );
  });

  it('is CSV that another reader reads back, and in which no text is a formula', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const [head, ...lines] = parsed(csvOf(COLUMNS, all));
        expect(head).toEqual(['coin', 'adx', 'color']);
        expect(lines).toHaveLength(all.length);
        for (const [i, row] of all.entries()) {
          const [coin, adx, color] = lines[i]!;
          expect(coin).toSatisfy((text: string) => text === row.coin || text === `'${row.coin}`);
          expect(coin).not.toMatch(/^\s*[=+\-@]/);
          expect(adx === '' ? null : Number(adx)).toBe(row.adx === null ? null : row.adx + 0); // no −0
          expect(color).toBe(row.color);
        }
      }),
    );
    expect(csvOf(COLUMNS, [{ coin: '=1+1', adx: -5, color: null }])).toBe("coin,adx,color\r\n'=1+1,-5,\r\n");
    expect(csvOf(COLUMNS, [{ coin: 'a"b,c', adx: NaN, color: 'x' }])).toBe('coin,adx,color\r\n"a""b,c",,x\r\n');
  });
});

describe('a line for a terminal', () => {
  it('asks the same operation at the same host, with a place for the key and never a secret', () => {
    expect(curlOf('http://127.0.0.1:7400/?x=1#t=secret', 'quant/market?horizon=4h')).toBe(
      `curl -H "X-Api-Key: $BAROGRAPH_KEY" 'http://127.0.0.1:7400/api/v1/quant/market?horizon=4h'`,
    );
    expect(curlOf('https://a.example/baro/#/coin/BTC', '/status')).toBe(`curl 'https://a.example/baro/status'`);
  });

  it('is one argument to a shell, whatever a coin is called', () => {
    const path = `quant/coins/${encodeURIComponent(`a'; echo $HOME "\``)}`;
    const line = curlOf('http://127.0.0.1:7400/', path).replace(/^curl /, 'printf "%s\\n" ');
    const said = execFileSync('sh', ['-c', line], { env: { BAROGRAPH_KEY: 'k' }, encoding: 'utf8' });
    expect(said.trimEnd().split('\n')).toEqual(['-H', 'X-Api-Key: k', `http://127.0.0.1:7400/api/v1/${path}`]);
  });
});

describe('a stored watchlist', () => {
  it('is a list of names, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.constant(null)), (text) => {
        for (const name of namesOf(text))
          expect(name).toSatisfy((one: unknown) => typeof one === 'string' && one.length <= 40);
      }),
    );
    expect(namesOf('["BTC","BTC","",1,"ETH"]')).toEqual(['BTC', 'ETH']);
    expect(namesOf(JSON.stringify(Array.from({ length: 200 }, (_, i) => `C${i}`)))).toHaveLength(100);
  });
});
