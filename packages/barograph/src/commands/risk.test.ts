import { HOUR_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { riskOf } from '../risk-of.ts';
import { loadShippedModel } from '../shipped-models.ts';
import { csv, lines, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
const { start } = SIMULATOR_V1;
const market = createMarket(SIMULATOR_V1);
const barsOf = (coin: string): Candles => market.candles(coin, 'perpdex_perp', '1h', start, start + 1_000 * HOUR_MS);
const bars = { BTC: barsOf('BTC'), ETH: barsOf('ETH') };
beforeAll(() => {
  make();
  mkdirSync(path('bars'));
  for (const [coin, candles] of Object.entries(bars)) writeFileSync(path(`bars/${coin}.csv`), csv(candles));
});
afterAll(remove);

const BOOK = 'coin,side,notional_usd,leverage\nBTC,long,10000,5\nETH,Short,4000,5\n';
const answerOf = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('barograph risk', () => {
  it('is the answer of the library, from CSV, from JSON, and from standard input', async () => {
    const flags = ['--bars', path('bars'), '--json'];
    const { code, out, err } = await run(['risk', put('book.csv', BOOK), ...flags]);
    expect([code, err]).toEqual([0, '']);
    const positions = [
      { coin: 'BTC', side: 'long', notional: 10_000, leverage: 5 },
      { coin: 'ETH', side: 'short', notional: 4_000, leverage: 5 },
    ] as const;
    const risk = riskOf(bars, { positions }, await loadShippedModel());
    expect(answerOf(out)).toMatchObject({
      rules_version: 'risk/1',
      volatility_usd: risk.volatility,
      equity_usd: 2_800,
      p_account_liquidation: risk.liquidation.account,
      tails: risk.tails.map(({ level, valueAtRisk, expectedShortfall }) => ({
        level,
        value_at_risk_usd: valueAtRisk,
        expected_shortfall_usd: expectedShortfall,
      })),
    });
    const wire = positions.map(({ notional, ...rest }) => ({ ...rest, notional_usd: notional }));
    expect((await run(['risk', put('book.json', JSON.stringify(wire)), ...flags])).out).toBe(out);
    expect((await run(['risk', '-', ...flags], { stdin: [Buffer.from(BOOK)] })).out).toBe(out);
  });

  it('has the horizon of a request, unless a flag names another', async () => {
    const positions = [{ coin: 'BTC', side: 'long', notional_usd: 10_000 }];
    const request = put('request.json', JSON.stringify({ positions, horizon: '4h' }));
    const flags = ['--bars', path('bars'), '--json'];
    expect(answerOf((await run(['risk', request, ...flags])).out)['horizon']).toBe('4h');
    expect(answerOf((await run(['risk', request, ...flags, '--horizon', '24h'])).out)['horizon']).toBe('24h');
  });

  it('takes the funding of perps from a folder, and a rate of the book before it', async () => {
    const end = start + 1_000 * HOUR_MS;
    for (const kind of ['funding', 'open-interest']) {
      mkdirSync(path(`derivatives/${kind}`), { recursive: true });
      const rows = [16, 8, 0].map((hours) => `${end - hours * HOUR_MS},0.0008`);
      writeFileSync(path(`derivatives/${kind}/BTCUSDT.csv`), ['timestamp,value', ...rows, ''].join('\n'));
    }
    const flags = ['--bars', path('bars'), '--json', '--derivatives', path('derivatives')];
    const paid = async (book: string): Promise<unknown> => {
      const { positions } = JSON.parse((await run(['risk', put('book.csv', book), ...flags])).out) as { readonly positions: readonly { readonly funding_usd: number }[] }; // prettier-ignore
      return positions.map(({ funding_usd: usd }) => Number(usd.toFixed(9)));
    };
    expect(await paid(BOOK)).toEqual([24, 0]);
    expect(await paid('coin,side,notional_usd,funding_hourly\nBTC,short,1000,0.0002\n')).toEqual([-4.8]);
  });

  it('has a row a position, and says the rest', async () => {
    const flags = ['--bars', path('bars'), '--horizon', '4h', '--hedge', '0.3', '--target', '50', '--leave-out'];
    const { code, out, err } = await run([
      'risk',
      put('book.csv', `${BOOK}NONE,long,5,5\n`),
      ...flags,
      '--format',
      'csv',
    ]);
    expect(code).toBe(0);
    expect(lines(out).map((line) => line.split(',')[0])).toEqual(['coin', 'BTC', 'ETH']);
    expect(err).toContain('5 % of the time it loses');
    expect(err).toContain('left out NONE: unknown_coin');
    expect(err).toContain('2025-10-10 (Tariffs and a liquidation cascade): no prices at hand');
    expect(err).toMatch(/hedge: (?:short|long) [\d,]+ USD of (?:BTC|ETH)/);
    expect(err).toMatch(/factor of all sizes for the target: \d/);
  });

  it.each([
    ['coin,side\nBTC,long\n', 'either size or notional'],
    ['coin,sides\nBTC,long\n', 'expected a head of coin, side'],
    ['coin,side,size\nBTC,long,many\n', 'row 1 size: expected a number, got "many"'],
    ['coin,side,size\nBTC,long\n', 'row 1: expected 3 cells, got 2'],
    ['coin,side,size\n,long,1\n', 'row 1: expected a coin and a side'],
    ['coin,side,size\nBTC,up,1\n', '"positions[0].side" expected one of long, short'],
    ['coin,side,size\nNONE,long,1\n', 'got NONE: unknown_coin'],
    ['{"positions":1}', 'expected positions with coin and side'],
    ['{', 'expected JSON'],
    ['{"positions":[],"horizon":"1w"}', '"horizon" expected one of 4h, 24h, got "1w"'],
  ])('refuses %j', async (book, message) => {
    const { code, err } = await run(['risk', put('book.txt', book), '--bars', path('bars')]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
