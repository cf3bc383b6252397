/// <reference types="node" />

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indicator, INDICATORS } from '../indicator.ts';
import { csv, daily, hourly, HOUR, lines, market, parse, run, START, temporaryFolder } from '../test-support.ts';

const folder = temporaryFolder();
const { path, put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

/** The last line of an output of NDJSON. */
const last = (out: string): Record<string, unknown> => parse(lines(out).at(-1)!);

const FUNDING = '../shared/cases/funding/01-interval-changes';

describe('barograph indicator', () => {
  it('says bar by bar what the library says', async () => {
    const file = put('BTC.csv.gz', gzipSync(csv(daily)));
    const { code, out } = await run(['indicator', 'supertrend', file, '--format', 'ndjson']);
    const { supertrend, direction } = indicator('supertrend', daily);
    expect(code).toBe(0);
    expect(lines(out).map(parse)).toEqual(
      Array.from(daily.time, (timestamp, i) => ({
        timestamp,
        supertrend: Number.isNaN(supertrend![i]!) ? null : supertrend![i],
        direction: Number.isNaN(direction![i]!) ? null : direction![i],
      })),
    );
  });

  it('takes parameters and longer bars, and gives the last one alone', async () => {
    const file = put('BTC.csv', csv(hourly));
    const args = ['indicator', 'simple-moving-average', file, '--interval', '1d', '--param', 'n=5', '--rows', 'last'];
    const { out } = await run([...args, '--format', 'ndjson']);
    expect(lines(out)).toHaveLength(1);
    expect(last(out)['sma']).toBeGreaterThan(0);
  });

  it('reads other coins, funding and open interest beside', async () => {
    mkdirSync(path('bars'));
    put('bars/ALT.csv', csv(market(200, HOUR)));
    put('bars/BTC.csv', csv(hourly));
    const file = put('ETH.csv', csv(hourly));
    const relative = await run(['indicator', 'price-relative', file, '--beside', path('bars'), '--format', 'ndjson']);
    expect(last(relative.out)['relative']).toBe(1);
    const rows = Array.from({ length: 183 }, (_, i) => `${START + i * 8 * HOUR},0.0001`);
    const funding = put('funding.csv', ['timestamp,rate', ...rows, ''].join('\n'));
    const paid = await run(['indicator', 'funding-rate-annualised', file, '--funding', funding, '--format', 'ndjson']);
    expect(last(paid.out)['percent']).toBeCloseTo(10.95, 9);
  });

  it('annualises funding alike at 8, 4 and 1 hours, and where the interval changes', async () => {
    const file = put('ETH.csv', csv(hourly));
    const changing = [...Array<number>(30).fill(8), ...Array<number>(60).fill(4), ...Array<number>(200).fill(1)];
    for (const intervals of [
      Array<number>(100).fill(8),
      Array<number>(200).fill(4),
      Array<number>(900).fill(1),
      changing,
    ]) {
      let at = START + 7;
      const rows = intervals.map((hours) => `${(at += hours * HOUR)},${hours / 1e4}`);
      const funding = put('funding.csv', ['timestamp,rate', ...rows, ''].join('\n'));
      const { out } = await run([
        'indicator',
        'funding-rate-annualised',
        file,
        '--funding',
        funding,
        '--format',
        'ndjson',
      ]);
      const known = lines(out)
        .map((line) => parse(line)['percent'])
        .filter((percent) => percent !== null);
      expect(known.length).toBeGreaterThan(500);
      for (const percent of known) expect(percent).toBeCloseTo(87.6, 9);
    }
  });

  it.skipIf(!existsSync(FUNDING))('case funding/01: 87.6 % a year throughout (needs ../shared/cases)', async () => {
    const args = [join(FUNDING, 'AUCTIONUSDT.csv'), '--funding', join(FUNDING, 'funding.csv'), '--format', 'ndjson'];
    const { out } = await run(['indicator', 'funding-rate-annualised', ...args]);
    const known = lines(out)
      .map((line) => parse(line)['percent'])
      .filter((percent) => percent !== null);
    expect(known.length).toBeGreaterThan(900);
    for (const percent of known) expect(percent).toBeCloseTo(87.6, 9);
  });

  it('lists the entries without a slug', async () => {
    const { out } = await run(['indicator', '--format', 'csv']);
    expect(lines(out)).toHaveLength(1 + INDICATORS.length);
    expect(out).toContain('\nsupertrend,SuperTrend,trend,10,n=10 k=3,true\n');
  });

  it.each([
    [['indicator', 'beta', 'X.csv'], 'near it: rolling-beta'],
    [['indicator', 'supertrend'], '<file>: expected a file of bars, got nothing'],
    [['indicator', 'mvrv-ratio', 'FILE'], 'is not computed: it needs data of the ledger'],
    [['indicator', 'rolling-beta', 'FILE'], '"beside" expected bars of other coins'],
    [['indicator', 'supertrend', 'FILE', '--param', 'k'], '--param: expected name=number, got k'],
    [['indicator', 'supertrend', 'FILE', '--param', 'q=1'], '"parameters" of supertrend: expected n, k, got q'],
  ])('refuses %j in one line', async (args, message) => {
    const file = put('BTC.csv', csv(daily));
    const { code, err } = await run(args.map((arg) => (arg === 'FILE' ? file : arg)));
    expect(code).toBe(2);
    expect(lines(err)).toEqual([expect.stringContaining(message)]);
  });
});
