import { resample } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
const DAY = 86_400_000;
const { start } = SIMULATOR_V2;

/** An account that is long and one that is short, at a mark of 100. */
const POSITIONS = [
  { address: 'a', coin: 'BTC', size: 90_000, entry: 100, mark: 100, liquidation: 96, time: start },
  { address: 'b', coin: 'BTC', size: -50_000, entry: 100, mark: 100, liquidation: 105, time: start },
];

beforeAll(() => {
  make();
  const hours = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 420 * DAY);
  const days = resample(hours, '1h', '1d').bars;
  put('BTC.csv', csv(days));
  put('hours.csv', csv(createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 40 * DAY)));
  put('accounts.json', JSON.stringify(POSITIONS));
  const moods = Array.from(days.time, (time, i) => `${time},${20 + (i % 60)}`);
  put('fear_greed_alternative_me_1d.csv', `timestamp,value\n${moods.join('\n')}\n`);
});
afterAll(remove);

const files = (): readonly string[] => readdirSync(path('.'));
async function drawn(out: string, ...args: readonly string[]): Promise<Buffer> {
  const { code, err, out: printed } = await run(['plot', ...args, '--out', path(out)]);
  expect(code, err).toBe(0);
  expect(printed).toBe('');
  return readFileSync(path(out));
}

describe('barograph plot', () => {
  it('draws as the ending says, whole or not at all', async () => {
    const args = ['signum', path('BTC.csv'), '--simulated', '--theme', 'dark', '--width', '500'];
    const svg = (await drawn('a.svg', ...args)).toString();
    expect(svg).toMatch(/^<svg [\s\S]*>BTC: SIGNUM colour<[\s\S]*<\/svg>\n$/);
    expect(svg).toContain('>SIMULATED<');
    expect(svg).toContain('width="500"');
    const html = (await drawn('a.HTML', ...args)).toString();
    expect(html).toMatch(/^<!doctype html>[\s\S]*<svg /);
    const png = await drawn('a.png', ...args, '--scale', '1');
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 500]);
    expect(files().filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a cone', ['volatility', 'BTC.csv'], />BTC: volatility cone, 2025-02-24</],
    ['a cycle', ['cycle', 'BTC.csv', '--from', '2024-12-01'], />BTC: long-horizon regime and what would flip it</],
    ['a ladder', ['ladder', 'accounts.json', '--span', '10'], />mark 100<[\s\S]*<|BTC: liquidation ladder</],
    ['a gamma profile', ['gamma', 'accounts.json', '--title', 'Mine & yours'], />Mine &amp; yours</],
    ['market health', ['health', 'BTC.csv', '--reference', '.', '--from', '2025-02-01'], />Fear &amp; greed</],
    [
      'policy risk',
      ['stress', 'policy', '--reference', '.', '--from', '2025-02-01'],
      />Policy news \(GDELT\): not available</,
    ],
  ])('draws %s', async (_, args, expected) => {
    const named = args.map((arg) => (files().includes(arg) || arg === '.' ? path(arg) : arg));
    expect((await drawn('b.svg', ...named)).toString()).toMatch(expected);
  });

  it('draws the last 30 days of a nowcast unless told otherwise, and says so', async () => {
    const out = ['--out', path('n.svg')];
    const { code, err } = await run(['plot', 'nowcast', path('hours.csv'), '--symbol', 'BTC', ...out]);
    expect([code, err]).toEqual([0, `${path('hours.csv')}: the last 30 days of 40; --from shows more\n`]);
    expect(readFileSync(path('n.svg'), 'utf8')).toContain(
      '>2024-01-11 00:00 to 2024-02-10, UTC; 720 rows<'.replace(' 00:00', ''),
    );
    const all = await run([
      'plot',
      'nowcast',
      path('hours.csv'),
      '--from',
      '2023-12-31',
      '--probabilities',
      '24h',
      ...out,
    ]);
    expect([all.code, all.err]).toEqual([0, '']);
    expect(readFileSync(path('n.svg'), 'utf8')).toMatch(/the probabilities in 24 hours<[\s\S]*960 rows</);
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'nowhere to draw',
      ['signum', 'BTC.csv'],
      /^error: --out: expected a file that ends in \.svg, \.png or \.html, got nothing\n$/,
    ],
    [
      'another ending',
      ['signum', 'BTC.csv', '--out', 'x.pdf'],
      /^error: --out: expected a file that ends in .*, got "x\.pdf"\n$/,
    ],
    [
      'a scale of no PNG',
      ['signum', 'BTC.csv', '--out', 'x.svg', '--scale', '3'],
      /^error: --scale: expected with a \.png, got "x\.svg"\n$/,
    ],
    [
      'a width of nothing',
      ['signum', 'BTC.csv', '--out', 'x.svg', '--width', '9'],
      /"width" expected a number within 320…4000, got 9\n$/,
    ],
    [
      'a width that is no number',
      ['signum', 'BTC.csv', '--out', 'x.svg', '--width', 'wide'],
      /'--width <pixels>'.* expected a number\.\n$/,
    ],
    ['an engine that is not drawn', ['whales', 'accounts.json'], /unknown command 'whales'/],
    ['a file that is not there', ['signum', 'none.csv', '--out', 'x.svg'], /none\.csv/],
    ['a folder', ['signum', '.', '--out', 'x.svg'], /^error: .*: expected/],
    [
      'too few days',
      ['volatility', 'hours.csv', '--at', '2024-01-20', '--out', 'x.svg'],
      /expected at least 45 completed days, got 19\n$/,
    ],
    [
      'moments without rows',
      ['signum', 'BTC.csv', '--from', '2030-01-01', '--out', 'x.svg'],
      /"from" expected bounds with a row between them/,
    ],
    [
      'a coin that nobody holds',
      ['ladder', 'accounts.json', '--symbol', 'ETH', '--out', 'x.svg'],
      /expected positions of ETH, got none\n$/,
    ],
  ])('refuses %s, and leaves no file', async (_, args, expected) => {
    const named = args.map((arg) =>
      /^(?:BTC|hours|none|accounts|x)\.(?:csv|json|svg)$|^\.$/.test(arg) ? path(arg) : arg,
    );
    const { code, err } = await run(['plot', ...named]);
    expect(code).toBe(2);
    expect(err.replaceAll(path('.'), '').replaceAll('/x.', 'x.')).toMatch(expected);
    expect(files()).not.toContain('x.svg');
  });
});
