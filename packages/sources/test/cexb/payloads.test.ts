/** Contracts and frames of the third derivatives venue: recorded, written by hand, and changed ten thousand times. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contractsPayload,
  parseContracts,
  refusalOf,
  tradesPayload,
  type Contract,
  type ContractsPayload,
} from '../../src/cexb/payloads.ts';
import { createFrameReader } from '../../src/cexb/forced-frames.ts';
import { newestOf } from '../../src/forced/frame.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';

const FOLDER = '../shared/data/api/okx';
const without = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;
const text = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

function contracts(body: unknown, drift: (field: string) => void = () => undefined) {
  const made = shape(contractsPayload, structuredClone(body), drift);
  return made.ok ? parseContracts(made.value as ContractsPayload) : undefined;
}
const swap = (family: string, more: object = {}) => ({
  instId: `${family}-SWAP`,
  instFamily: family,
  ctType: 'linear',
  ctVal: '0.01',
  ctMult: '1',
  ctValCcy: family.split('-')[0],
  settleCcy: 'USDT',
  ...more,
});
const INVERSE = { ctType: 'inverse', ctVal: '100', ctValCcy: 'USD' };

describe('contracts of the third venue', () => {
  it('say what one is worth: coins, or dollars of an inverse one', () => {
    const data = [
      swap('BTC-USDT'),
      swap('BTC-USD', INVERSE),
      swap('PEPE-USDT', { ctVal: '10000000' }),
      swap('BTC-EUR'),
    ];
    const { rows, fault } = contracts({ code: '0', data })!;
    expect([...rows]).toEqual([
      ['BTC-USDT-SWAP', { coin: 'BTC', factor: 1, value: 0.01, isInverse: false }],
      ['BTC-USD-SWAP', { coin: 'BTC', factor: 1, value: 100, isInverse: true }],
      ['PEPE-USDT-SWAP', { coin: 'PEPE', factor: 1, value: 10_000_000, isInverse: false }],
    ]);
    expect(fault).toBeUndefined();
  });

  it('of another worth are not understood, and left out', () => {
    const data = [swap('BTC-USDT', { ctValCcy: 'USD' }), swap('ETH-USD', { ...INVERSE, ctVal: '0' }), { instId: 'X' }];
    const { rows, fault } = contracts({ code: '0', data })!;
    expect(rows.size).toBe(0);
    expect(fault).toContain('BTC-USDT-SWAP.ctVal expected a size above 0');
  });

  it('come with an error in words', () => {
    expect(refusalOf({ code: '50011', msg: 'Too Many Requests', data: [] })).toBe('50011 Too Many Requests');
    expect(refusalOf({ code: '0', data: [] })).toBeUndefined();
  });
});

const KNOWN = new Map<string, Contract>([
  ['BTC-USDT-SWAP', { coin: 'BTC', factor: 1, value: 0.01, isInverse: false }],
  ['BTC-USD-SWAP', { coin: 'BTC', factor: 1, value: 100, isInverse: true }],
  // As the reference has it: ten dollars a contract.
  ['XRP-USD-230929', { coin: 'XRP', factor: 1, value: 10, isInverse: true }],
]);
const reader = createFrameReader((id) => KNOWN.get(id));
const TS = '1700000000123';
const detail = (more: object = {}) => ({
  bkLoss: '0',
  bkPx: '50000',
  ccy: '',
  posSide: 'long',
  side: 'sell',
  sz: '30',
  ts: TS,
  ...more,
});
const frame = (instId: string, ...details: readonly object[]) => ({
  arg: { channel: 'liquidation-orders', instType: 'SWAP' },
  data: [{ details, instFamily: 'BTC-USDT', instId, instType: 'SWAP', uly: 'BTC-USDT' }],
});

describe('forced closes of the third venue', () => {
  it('have sizes in contracts: coins times their number, or dollars over the price', () => {
    expect(reader(frame('BTC-USDT-SWAP', detail())).closes).toEqual([
      {
        symbol: 'BTC',
        id: 'BTC-USDT-SWAP-1700000000123-long-30-50000',
        time: 1_700_000_000_123,
        side: 'long',
        price: 50_000,
        size: 0.3,
      },
    ]);
    const [inverse] = reader(frame('BTC-USD-SWAP', detail())).closes;
    expect(inverse!.price * inverse!.size).toBeCloseTo(3000, 9);
  });

  it('have the side of the position, or that against the order where it has none', () => {
    const sideOf = (posSide: string, side: string) =>
      reader(frame('BTC-USDT-SWAP', detail({ posSide, side }))).closes.map((one) => one.side);
    expect(sideOf('long', 'sell')).toEqual(['long']);
    expect(sideOf('short', 'buy')).toEqual(['short']);
    expect(sideOf('net', 'sell')).toEqual(['long']);
    expect(sideOf('net', 'buy')).toEqual(['short']);
    expect([sideOf('long', 'buy'), sideOf('net', 'x'), sideOf('', 'sell')]).toEqual([[], [], []]);
  });

  it('that are alike within a frame are two, and the same frame again brings neither', () => {
    const ids = (): readonly string[] => reader(frame('BTC-USDT-SWAP', detail(), detail())).closes.map(({ id }) => id);
    expect(new Set(ids()).size).toBe(2);
    expect(ids()).toEqual(ids());
  });

  it('that cannot be are left out by reason', () => {
    const bad = [{ side: 'hold' }, { bkPx: '' }, { sz: '0' }, { ts: 'now' }].map(detail);
    expect(reader(frame('BTC-USDT-SWAP', ...bad))).toEqual({
      kind: 'unreadable',
      closes: [],
      bad: ['side', 'price', 'size', 'time'],
    });
    expect(reader(frame('NEW-USDT-SWAP', detail())).bad).toEqual(['instrument']);
    expect(reader({ arg: { channel: 'liquidation-orders' } }).kind).toBe('unreadable');
  });

  it('are announced and refused in words', () => {
    const arg = { channel: 'liquidation-orders', instType: 'SWAP' };
    expect(reader({ event: 'subscribe', arg, connId: 'a' })).toMatchObject({
      kind: 'served',
      key: 'liquidation-orders',
    });
    expect(reader({ event: 'error', code: '60012', msg: 'Invalid request' }).kind).toBe('refused');
    expect(reader({ event: 'notice', msg: 'The connection will soon be closed' }).kind).toBe('control');
  });
});

const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 600;

describe('any changed body', () => {
  it('of contracts is refused or holds nothing that cannot be', () => {
    const random = seeded('cexb contracts');
    const body = { code: '0', data: [swap('BTC-USDT'), swap('BTC-USD', INVERSE)] };
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = mutate(body, random);
      for (const { value, coin } of contracts(mutant.body)?.rows.values() ?? []) {
        expect([value > 0 && value < Infinity, coin !== ''], mutant.path).toEqual([true, true]);
      }
    }
  });

  it('of forced closes holds nothing that cannot be', () => {
    const random = seeded('cexb frames');
    const body = frame('BTC-USDT-SWAP', detail(), detail({ posSide: 'net', side: 'buy' }));
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = mutate(body, random);
      for (const { price, size, time } of reader(mutant.body).closes) {
        expect(Math.min(price, size, time), mutant.path).toBeGreaterThan(0);
        expect(Math.max(price, size, time), mutant.path).toBeLessThan(Infinity);
      }
    }
  });
});

/** Recorded answers that are not read, with the reason. */
const UNUSED: Readonly<Record<string, RegExp>> = {
  'forced closes alone are read of this venue':
    /bbo|book|order_book|candlesticks|funding_rate|index|mark_price|open_interest|price_limit|position_tiers|tickers/,
  'spot and futures with a day of delivery': /instruments_(spot|futures)/,
  'a channel that the venue has ended (liquidations)': /futures_liquidations/,
  'the contracts by stream: they are asked for': /ws_instruments/,
};

describe.skipIf(without !== undefined)(`recorded answers${without === undefined ? '' : ` (${without})`}`, () => {
  it('of contracts parse whole', () => {
    const drift: string[] = [];
    const { rows, fault } = contracts(JSON.parse(text('nautilus_http_get_instruments_swap.json')), (field) =>
      drift.push(field),
    )!;
    expect([fault, drift]).toEqual([undefined, []]);
    expect([...rows.entries()].map(([id, { coin, value, isInverse }]) => [id, coin, value, isInverse])).toEqual([
      ['BTC-USD-SWAP', 'BTC', 100, true],
      ['ETH-USDT-SWAP', 'ETH', 0.1, false],
      ['BTC-USDT-SWAP', 'BTC', 0.01, false],
    ]);
  });

  it('of the stream parse: 39 contracts of ten dollars of a short', () => {
    const frames = text('tardis_ws_futures_liquidation_orders.ndjson')
      .split('\n')
      .filter((line) => line !== '');
    for (const line of frames) {
      const { closes, bad } = reader(JSON.parse(line));
      expect(bad).toEqual([]);
      expect(closes[0]).toMatchObject({ symbol: 'XRP', side: 'short', price: 0.55205, time: 1_680_173_247_614 });
      expect(closes[0]!.price * closes[0]!.size).toBeCloseTo(390, 9);
    }
    expect(frames).toHaveLength(2);
  });

  it('of trades have the moment of the newest one, by request and by stream', () => {
    const body: unknown = JSON.parse(text('nautilus_http_get_trades.json'));
    const made = shape(tradesPayload, body, (field) => expect.fail(field));
    expect(made.ok && newestOf(made.value.data.map(({ ts }) => ts))).toBe(1_747_087_163_557);
    expect(reader(JSON.parse(text('nautilus_ws_trades.json')))).toMatchObject({
      kind: 'trades',
      closes: [],
      tradedAt: 1_630_048_897_897,
    });
    const [answer] = text('tardis_ws_futures_trades.ndjson').split('\n');
    expect(reader(JSON.parse(answer!))).toMatchObject({ kind: 'served', key: 'trades' });
  });

  it('are read here, or listed with the reason', () => {
    const left = readdirSync(FOLDER).filter((file) => !/instruments_swap|liquidation_orders|trades/.test(file));
    expect(left.filter((file) => Object.values(UNUSED).some((reason) => reason.test(file)))).toEqual(left);
  });
});
