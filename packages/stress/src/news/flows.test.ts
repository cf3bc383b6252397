import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createMarket, createTransfers } from '@barograph/simulator';
import * as fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseEtfFlows } from './etf-flows.ts';
import { exchangeFlow, exchangeLabels, netExchangeFlow, type TokenTransfer } from './exchange-flow.ts';

const A = `0x${'a1'.repeat(20)}`;
const A2 = `0x${'a2'.repeat(20)}`;
const B = `0x${'b1'.repeat(20)}`;
const X = `0x${'00'.repeat(19)}11`;
const label = (exchange: string, address: string) => ({ exchange, chain: 'Ethereum', address, source: 'test' });
const labels = exchangeLabels([
  label('alder', A),
  label('alder', A2),
  label('bluefin', B.toUpperCase().replace('0X', '0x')),
]);
const transfer = (from: string, to: string, more: Partial<TokenTransfer> = {}): TokenTransfer => ({
  id: `${from}>${to}`,
  time: 10 * DAY_MS,
  chain: 'ethereum',
  symbol: 'ETH',
  from,
  to,
  amount: 1000,
  usd: 3e6,
  ...more,
});

describe('[#285] flows of whales', () => {
  it.each([
    ['a deposit', X, A, {}, { direction: 'inflow', exchange: 'alder', counterparty: null }],
    ['a withdrawal', A, X, {}, { direction: 'outflow', exchange: 'alder', counterparty: null }],
    ['between exchanges', A, B, {}, { direction: 'inflow', exchange: 'bluefin', counterparty: 'alder' }],
    ['within one exchange', A, A2, {}, null],
    ['to itself', A, A, {}, null],
    ['between strangers', X, `0x${'22'.repeat(20)}`, {}, null],
    ['a spoof of nothing', X, A, { amount: 0, usd: 3e6 }, null],
    ['below the least size', X, A, { usd: 999_999.99 }, null],
    ['exactly the least size', X, A, { usd: 1e6 }, { direction: 'inflow' }],
    ['without a price', X, A, { usd: NaN }, null],
    ['on another chain', X, A, { chain: 'tron' }, null],
  ] as const)('%s', (_, from, to, more, expected) => {
    const flow = exchangeFlow(transfer(from, to, more), labels);
    if (expected === null) expect(flow).toBeNull();
    else expect(flow).toMatchObject(expected);
  });

  it('turn round when the transfer does, and net to the difference whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(A, A2, B, X), fc.constantFrom(A, A2, B, X), fc.integer({ min: 0, max: 9 })), { maxLength: 30 }), (rows) => {
        const flows = rows.flatMap(([from, to, n], i) => exchangeFlow(transfer(from, to, { id: `${i}`, usd: n * 1e6, time: 10 * DAY_MS - n * HOUR_MS }), labels) ?? []);
        const net = netExchangeFlow(flows, 10 * DAY_MS);
        expect(netExchangeFlow([...flows, ...flows].reverse(), 10 * DAY_MS)).toEqual(net);
        const sum = (direction: string): number => flows.filter((one) => one.counterparty === null && one.direction === direction).reduce((all, { usd }) => all + usd, 0);
        expect(net[0]?.netOutflowUsd ?? 0).toBe(sum('outflow') - sum('inflow'));
      }),
    ); // prettier-ignore
    expect(netExchangeFlow([exchangeFlow(transfer(X, A), labels)!], 11 * DAY_MS)).toEqual([]);
  });

  it('of the simulator are what they were made as', () => {
    const market = createMarket();
    const made = createTransfers(market);
    const table = exchangeLabels(made.labels);
    const from = market.config.start + DAY_MS;
    const transfers = made.transfers(from, from + 5 * DAY_MS);
    for (const one of transfers) {
      expect(exchangeFlow(one, table)?.direction ?? null).toBe(one.usd >= 1e6 ? one.direction : null);
    }
    expect(new Set(transfers.map(({ direction }) => direction))).toEqual(new Set(['inflow', 'outflow', null]));
    expect(transfers.filter(({ amount }) => amount === 0).length).toBeGreaterThan(5);
  });
});

describe('[#645] flows of spot funds', () => {
  const daysOf = (text: string) => {
    const read = parseEtfFlows(text, 'btc.csv');
    if (!read.ok) throw new Error(`${read.error.expected}, got ${read.error.got}`);
    return read.value.days;
  };

  it('are null on a day that nobody has reported, whatever the total says, and absent on weekends', () => {
    const days = daysOf(
      'Date,IBIT,GBTC,Total\n22 Jul 2026,"1,038.8",(44.5),994.3\n23 Jul 2026,-,-,0.0\n24 Jul 2026,0.0,,0.0\n25 Jul 2026,0.0,0.0,0.0\nTotal,"60,809",1,2\nSeed,1,2,3\n',
    );
    expect(days.map(({ netFlowUsd, isSum }) => [netFlowUsd, isSum])).toEqual([[994.3e6, true], [null, null], [0, true]]); // prettier-ignore
    expect(days[0]).toMatchObject({ time: Date.UTC(2026, 6, 22), funds: { IBIT: 1038.8e6, GBTC: -44.5e6 } });
    expect(days[2]!.funds).toEqual({ IBIT: 0, GBTC: null });
    expect(daysOf('Date,A,B\n2026-07-21,1,\n2026-07-20,2,3')).toMatchObject([{ netFlowUsd: 5e6, isSum: null }, { netFlowUsd: 1e6 }]); // prettier-ignore
    expect(daysOf('Date,A,Total\n2026-07-21,5,9')[0]!.isSum).toBe(false);
  });

  it.each([
    ['', 'missing_column', 1],
    ['time,A\n1,2', 'missing_column', 1],
    ['Date,A\n2026-02-30,1', 'bad_value', 2],
    ['Date,A\nsoon,1', 'bad_value', 2],
    ['Date,A\n2026-02-03,1e9x', 'bad_value', 2],
    ['Date,A\n2026-02-03,1\n03 Feb 2026,2', 'bad_value', 3],
    ['Date,A,A\n2026-02-03,1,2', 'bad_value', 1],
    ['Date,A,Total\n2026-02-03,1,038.8,1038.8', 'bad_value', 2],
    ['Date,A\n2026-02-03,NaN', 'bad_value', 2],
    ['Date,A\n2026-02-03,-Infinity', 'bad_value', 2],
    [`Date,A\n2026-02-03,${'9'.repeat(400)}`, 'bad_value', 2],
  ])('refuse %j', (text, code, row) => {
    expect(parseEtfFlows(text)).toMatchObject({ ok: false, error: { code, row } });
  });

  const folder = new URL('../../../../../shared/data/api/etf_flows/', import.meta.url);
  it.skipIf(!existsSync(folder))('load as they were recorded (needs ../shared)', () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.csv'))) {
      const days = daysOf(readFileSync(new URL(file, folder), 'utf8'));
      expect(days.length, file).toBeGreaterThan(file.includes('sol') ? 5 : 100);
      expect(days.every(({ time }) => ![0, 6].includes(new Date(time).getUTCDay()))).toBe(true);
    }
    const btc = daysOf(readFileSync(new URL('daily_net_flows_btc__to-2026-08.csv', folder), 'utf8'));
    expect(btc.find(({ time }) => time === Date.UTC(2024, 0, 15))).toMatchObject({ netFlowUsd: null });
    expect(btc.filter(({ isSum }) => isSum === false).length / btc.length).toBeLessThan(0.05);
  });
});
