/** The service and the command line agree on the same accounts. */

import type { GammaAnswerWire, LadderWire, PositioningWire, WhalesRowWire } from '@barograph/contract';
import type { AccountRecord } from '@barograph/positioning';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../packages/barograph/src/test-support.ts';
import { perpOf } from '../packages/host/test/services/liquidity/test-support.ts';
import { accountsVenue, cycleOf } from '../packages/host/test/services/positioning/test-support.ts';
import { START } from '../packages/host/test/test-support.ts';

const COINS = [
  { symbol: 'BTC', mark: 50_000, maxLeverage: 40, fundingRate1h: 2e-5, openInterest: 900, before: 1000 },
  { symbol: 'ETH', mark: 3000, maxLeverage: 25, fundingRate1h: -1e-5, openInterest: 12_000, before: 10_000 },
  { symbol: 'kPEPE', mark: 0.02, maxLeverage: 10, fundingRate1h: 1.25e-5, openInterest: 5e8, before: 5e8 },
] as const;

/** Makers with cross margin, a vault, isolated positions with and without the price of the venue, one that is wrong. */
const ACCOUNTS: readonly AccountRecord[] = [
  ...Array.from({ length: 25 }, (_, i): AccountRecord => ({
    address: `0xm${i}`,
    equity: 1e6 + 1e4 * i,
    isMarketMaker: true,
    positions: COINS.map(({ symbol, mark }, k) => ({
      coin: symbol,
      size: ((i + k) % 3 === 0 ? -1 : 1) * ((4e5 + 1e4 * i) / mark),
      entry: mark * (1 + (i - 12) / 400),
      leverage: 5,
      marginMode: 'cross' as const,
    })),
  })),
  ...Array.from({ length: 40 }, (_, i): AccountRecord => {
    const { symbol, mark } = COINS[i % 3]!;
    const entry = mark * (1 + (i - 20) / 900);
    const isLong = i % 4 < 2;
    return {
      address: `0xh${i}`,
      equity: i % 5 === 0 ? 3e6 : 9e4,
      isVault: i === 10,
      positions: [
        {
          coin: symbol,
          size: ((isLong ? 1 : -1) * (2e5 + 3e3 * i)) / mark,
          entry,
          leverage: 3 + (i % 7),
          marginMode: 'isolated',
          ...(i % 2 === 0 ? {} : { liquidation: entry * (isLong ? 0.9 : 1.1) }),
        },
      ],
    };
  }),
  { address: '0xcrossed', equity: 1e6, positions: [{ coin: 'BTC', size: 10, entry: 49_000, liquidation: 60_000 }] },
];

/** A row per position, as archives write it. */
const FILE_ROWS = ACCOUNTS.flatMap(({ address, equity, isVault = false, isMarketMaker = false, positions }) =>
  positions.map(({ marginMode, ...position }) => {
    const { mark, maxLeverage } = COINS.find(({ symbol }) => symbol === position.coin)!;
    const about = { mark, max_leverage: maxLeverage, time: START };
    return {
      address,
      equity,
      is_vault: isVault,
      is_market_maker: isMarketMaker,
      margin_mode: marginMode,
      ...position,
      ...about,
    };
  }),
);

/** A row as the command has it, which is given no open interest: without its share, and without intervals. */
function untold<Row extends { readonly levels: readonly object[] }>(row: Row): Row {
  const names = ['open_interest_share', 'flip_interval', 'dist_to_flip_interval'].filter((name) => name in row);
  const levels = row.levels.map((level) => ({ ...level, total_usd_interval: null }));
  return { ...row, ...Object.fromEntries(names.map((name) => [name, null])), levels };
}

describe('the accounts of a moment over HTTP and on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-positioning-'));
  const file = join(folder, 'accounts.json');
  const cycle = cycleOf(
    accountsVenue({
      perps: () => COINS.map(({ before: _, ...perp }) => perpOf(perp.symbol, { ...perp, oracle: NaN })),
      accounts: () => ACCOUNTS,
      openInterest: (symbol) => COINS.find((coin) => coin.symbol === symbol)!.before,
    }),
  );
  beforeAll(async () => {
    writeFileSync(file, JSON.stringify(FILE_ROWS));
    await cycle.run(START);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function command<Answer>(...args: readonly string[]): Promise<Answer> {
    const { code, out, err } = await run([...args.slice(0, 1), file, '--format', 'json', ...args.slice(1)]);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as Answer;
  }

  it('have the same splits, field by field; only the service knows its tracked set and open interest [#440] [#473]', async () => {
    const served = await cycle.asks().json<PositioningWire>('quant.positioning');
    const { n_tracked: tracked, n_left_out: leftOut, ...meta } = served.meta;
    expect([tracked, leftOut]).toEqual([ACCOUNTS.length + 1, 1]);
    const coins = Object.entries(served.coins).map(([symbol, { open_interest_share: share, ...row }]) => {
      expect(share!.long).toBeGreaterThan(0);
      return [symbol, row] as const;
    });
    expect(coins).toHaveLength(COINS.length);
    expect({ ...served, coins: Object.fromEntries(coins), meta }).toEqual({
      ...(await command<Record<string, unknown>>('positioning')),
      data_source: 'simulated',
    });
  });

  it('have the same ladders, whole [#441] [#479] [#482]', async () => {
    for (const { symbol } of COINS) {
      const served = await cycle.asks().json<LadderWire>('quant.ladder', { query: { symbol } });
      expect(served.bins.length).toBeGreaterThan(3);
      expect(untold(served)).toEqual({
        ...(await command<Record<string, unknown>>('ladder', '--symbol', symbol)),
        data_source: 'simulated',
      });
    }
  });

  it('have the same gamma rows and rules, given funding and the change of open interest [#442] [#487] [#495]', async () => {
    for (const { symbol, fundingRate1h, openInterest, before, mark } of COINS) {
      const served = await cycle.asks().json<GammaAnswerWire>('quant.gex', { query: { symbol } });
      const change = 100 * (openInterest / before - 1);
      const flags = ['--symbol', symbol, '--funding', String(fundingRate1h), '--oi-change', String(change)];
      const printed = await command<GammaAnswerWire>('gamma', ...flags);
      const row = served.coins[symbol]!;
      expect(row.open_interest).toBe(openInterest * mark);
      expect(row.regime.coverage).toBe('full');
      expect({ ...untold(row), open_interest: null }).toEqual(printed.coins[symbol]);
      expect({ ...served, coins: {} }).toEqual({
        data_source: 'simulated',
        ...printed,
        coins: {},
        meta: { ...printed.meta, maintenance_margin_tiers: served.meta.maintenance_margin_tiers },
      });
      expect(printed.meta.maintenance_margin_tiers[symbol]).toEqual(served.meta.maintenance_margin_tiers[symbol]);
    }
  });

  it('have the same whales, whole [#444] [#507] [#508] [#509]', async () => {
    const served = await cycle.asks().json<WhalesRowWire>('quant.whales');
    expect(served.summary.accounts_tracked).toBe(ACCOUNTS.length);
    expect(served.top_coins).toHaveLength(COINS.length);
    expect(served).toEqual({ ...(await command<Record<string, unknown>>('whales')), data_source: 'simulated' });
  });
});
