import { MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { decodeAddresses } from './address.ts';
import type { PositionCycle, WalletChange } from './wallet-signals-port.ts';
import { foundSignals, SIGNALS_MAX, walletSignalsReply } from './wallet-signals-row.ts';

const T0 = Date.UTC(2026, 1, 27, 12);
const at = (minute: number): number => T0 + minute * MINUTE_MS;
const change = (address: string, fields: Partial<WalletChange> = {}): WalletChange => ({
  address,
  coin: 'BTC',
  action: 'increase',
  side: 'long',
  size: 3,
  entry: 60_000,
  usd: 60_000,
  changePct: 50,
  traderClass: 'whale',
  ...fields,
});
const cycle = (minute: number, before: number | null, ...changes: WalletChange[]): PositionCycle => ({
  time: at(minute),
  before: before === null ? null : at(before),
  changes,
});
/** The wire of the last minutes; the newest positions are of minute 20. */
const signals = (cycles: readonly PositionCycle[], minutes: number, addresses?: ReadonlySet<string>) =>
  walletSignalsReply.encode(foundSignals(cycles, at(20), { minutes, addresses }));

const RECORD = [
  cycle(0, null),
  cycle(5, 0, change('0xa', { action: 'entry', changePct: null })),
  cycle(10, 5),
  cycle(15, 10, change('0xA'), change('0xb', { coin: 'ETH', action: 'decrease', traderClass: null })),
  cycle(20, 15, change('0xb', { action: 'exit', size: 0 }), change('0xb', { action: 'entry', side: 'short' })),
];

describe('signals of wallets', () => {
  it('are those of the window that ends with the newest cycle, its start excluded, newest first [#357]', () => {
    const within = (minutes: number) => signals(RECORD, minutes).signals.map(({ ts, action }) => [(ts - T0) / MINUTE_MS, action]); // prettier-ignore
    expect(within(1)).toEqual([[20, 'exit'], [20, 'entry']]); // prettier-ignore
    expect(within(5)).toEqual(within(1));
    expect(within(6)).toEqual([...within(1), [15, 'increase'], [15, 'decrease']]);
    expect(within(15)).toEqual(within(6));
    expect(within(16)).toEqual([...within(6), [5, 'entry']]);
  });

  it('name the change, its account and both cycles [#360]', () => {
    const { signals: rows, ...head } = signals(RECORD, 6);
    expect(rows[3]).toEqual({
      ts: at(15),
      since_ts: at(10),
      address: '0xb',
      symbol: 'ETH',
      action: 'decrease',
      side: 'long',
      size: 3,
      entry_price: 60_000,
      usd: 60_000,
      change_pct: 50,
      trader_class: null,
    });
    expect(head).toEqual({
      minutes: 6,
      least_usd: 25_000,
      window_start: at(14),
      window_end: at(20),
      record_start: T0,
      complete: true,
      entries: 1,
      exits: 1,
      increases: 1,
      decreases: 1,
      total: 4,
      count: 4,
    });
  });

  it('are of the addresses that are asked for, in any case', () => {
    expect(signals(RECORD, 20, new Set(['0xa'])).signals.map(({ address }) => address)).toEqual(['0xA', '0xa']);
    expect(signals(RECORD, 20, new Set(['0xc']))).toMatchObject({ total: 0, signals: [], complete: true });
  });

  it('say how far back the record reaches: a cycle that was not compared breaks it', () => {
    expect(signals(RECORD, 20)).toMatchObject({ record_start: T0, complete: true });
    expect(signals(RECORD, 21)).toMatchObject({ record_start: T0, complete: false });
    // The cycle of minute 10 was compared with nothing: what changed before it, nobody saw.
    const broken = RECORD.map((cycle) => (cycle.time === at(10) ? { ...cycle, before: null } : cycle));
    expect(signals(broken, 10)).toMatchObject({ record_start: at(10), complete: true, total: 4 });
    expect(signals(broken, 11)).toMatchObject({ record_start: at(10), complete: false });
    // The record of minute 10 is gone.
    const gap = RECORD.filter(({ time }) => time !== at(10));
    expect(signals(gap, 20)).toMatchObject({ record_start: at(10), complete: false, total: 5 });
    expect(signals([cycle(20, null)], 1)).toMatchObject({ record_start: null, complete: false, total: 0 });
    expect(signals([], 1)).toMatchObject({ record_start: null, complete: false, window_end: at(20) });
  });

  it('are at most so many, counted whole', () => {
    const many = Array.from({ length: SIGNALS_MAX + 7 }, (_, i) => change(`0x${i}`));
    const found = signals([cycle(15, null), cycle(20, 15, ...many)], 5);
    expect(found).toMatchObject({ total: SIGNALS_MAX + 7, count: SIGNALS_MAX, increases: SIGNALS_MAX + 7 });
    expect(found.signals).toHaveLength(SIGNALS_MAX);
    expect(found.signals[0]!.address).toBe('0x0');
  });
});

describe('addresses', () => {
  const [a, b] = [`0x${'aB'.repeat(20)}`, `0x${'09'.repeat(20)}`];

  it('may be a comma list, in any case [#360]', () => {
    const decoded = decodeAddresses(`${a}, ${b},${a.toLowerCase()}`);
    expect(decoded.ok && [...decoded.value]).toEqual([a.toLowerCase(), b]);
  });

  it.each(['', ' ', ',', `${a},`, a.slice(1), a.slice(2), `${a}0`, a.slice(0, -1), `0x${'g'.repeat(40)}`, `${a} ${b}`, `0X${'a'.repeat(40)}b`, 'BTC'])(
    'refuses %j with a 422 that names it',
    (text) => {
      const decoded = decodeAddresses(text);
      if (decoded.ok) return expect.fail(text);
      expect(decoded.error.status).toBe(422);
      expect(decoded.error.body.detail).toMatchObject([
        { loc: ['query', 'address'], msg: expect.stringMatching(/^expected 0x and 40 hexadecimal digits, got "/) as string },
      ]);
    },
  ); // prettier-ignore
});
