/** Names of files and symbols that readers of other libraries got wrong, as reported in public. */

import { coinOfFile, isSymbol, nameProblem, symbolOf } from '@barograph/files';
import { coinOfPerp } from '@barograph/sources';
import { coinOfSymbol } from '@barograph/stress/news';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../packages/barograph/src/commands/nowcast-scope.ts';
import { baseCoin } from '../packages/sources/src/market/base-coin.ts';

const CASES = new URL('../../shared/cases/', import.meta.url);
const missing = existsSync(CASES) ? '' : ' (needs ../shared/cases)';

describe.skipIf(missing !== '')(`names of the cases${missing}`, () => {
  const namesIn = (folder: string): readonly string[] =>
    readdirSync(new URL(folder, CASES)).filter((name) => name !== 'README.md');

  it.each(['names/01-xbt', 'names/02-names-of-archives'])('in %s are Bitcoin, whose bars are the market', (folder) => {
    const names = namesIn(folder);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const coin = coinOfFile(symbolOf(name));
      expect([name, coin, scopeOf(coin).scope]).toEqual([name, 'BTC', 'market']);
    }
  });

  it('in names/03-thousands are one coin on all venues, and in the news', () => {
    const text = readFileSync(new URL('names/03-thousands/symbols.json', CASES), 'utf8');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file of the case
    const { perps, coins } = JSON.parse(text) as { perps: string[]; coins: string[] };
    expect(perps.length).toBe(2);
    expect(perps.map(coinOfPerp)).toEqual(coins);
    const bases = perps.map((perp) => perp.replace(/USDT$/, ''));
    expect(bases.map((base) => baseCoin(base).coin)).toEqual(coins);
    expect(bases.map(coinOfSymbol)).toEqual(coins);
  });
});

describe('names of files that would reach tables, logs and pages', () => {
  it.each(['=cmd|calc.csv', 'BTC\nignore.csv', '<img src=x onerror=alert(1)>.csv', '\u202eBTC.csv'])(
    'as %j are refused with one line that says why',
    (name) => {
      expect(isSymbol(symbolOf(name))).toBe(false);
      expect(nameProblem(name)).toMatchObject({ code: 'bad_value', file: name });
      // No part of the name is read as a coin.
      expect(coinOfFile(symbolOf(name))).toBe(symbolOf(name));
    },
  );
});
