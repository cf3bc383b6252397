import { DAY_MS, fold, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { WHALES_V1 } from './config.ts';
import { whaleDays } from './days.ts';
import { cycleOf } from '../../test/traders.ts';
import { whales, type WhalesRecord } from './whales.ts';

const START = Date.UTC(2026, 1, 27);

function record(time: number, usd: number): WhalesRecord {
  const held = cycleOf([{ address: '0x1', traderClass: 'whale', usd: { BTC: usd, ETH: -1 } }]);
  return whales().step(whales().initial, { time, ...held }).output;
}

describe('the days of whales', () => {
  it('are each of the last cycle of the UTC day, live and not estimated [#511]', () => {
    const cycles = [
      record(START, 10),
      record(START + 23 * HOUR_MS, 20),
      record(START + DAY_MS - 1, 30),
      record(START + DAY_MS, 40),
      record(START + 3 * DAY_MS, 50),
    ];
    const { days } = fold(whaleDays(), cycles).state;
    expect(days.map(({ date, long, short, net, gross }) => [date, long, short, net, gross])).toEqual([
      ['2026-02-27', 30, 1, 29, 31],
      ['2026-02-28', 40, 1, 39, 41],
      ['2026-03-02', 50, 1, 49, 51],
    ]);
    expect(days.every(({ source, estimated }) => source === 'live' && !estimated)).toBe(true);
    expect(days[0]!.topCoins).toEqual([
      { coin: 'BTC', long: 30, short: 0, net: 30, gross: 30 },
      { coin: 'ETH', long: 0, short: 1, net: -1, gross: 1 },
    ]);
  });

  it('name the coins by net, not by gross [#511]', () => {
    const held = cycleOf([
      { address: '0x1', traderClass: 'whale', usd: { BTC: 900, ETH: 100, SOL: -200 } },
      { address: '0x2', traderClass: 'whale', usd: { BTC: -880 } },
    ]);
    const { output } = whaleDays().step(
      whaleDays().initial,
      whales().step(whales().initial, { time: START, ...held }).output,
    );
    expect(output.topCoins.map(({ coin, net, gross }) => [coin, net, gross])).toEqual([
      ['SOL', -200, 200],
      ['ETH', 100, 100],
      ['BTC', 20, 1780],
    ]);
  });

  it('are not rewritten by a cycle that comes late, and hold 540 of them', () => {
    const { step } = whaleDays();
    const state = fold(whaleDays(), [record(START + 5, 10), record(START + DAY_MS, 20)]).state;
    expect(step(state, record(START + 6, 99)).state).toBe(state);
    const config = { ...WHALES_V1, days: 3 };
    const many = fold(
      whaleDays(config),
      Array.from({ length: 5 }, (_, i) => record(START + i * DAY_MS, i + 1)),
    ).state;
    expect(many.days.map(({ long }) => long)).toEqual([3, 4, 5]);
    expect(WHALES_V1.days).toBe(540);
  });

  it('lists five coins, and refuses a state of another version', () => {
    const { topCoins } = record(START, 10);
    const many = { ...record(START, 10), topCoins: Array.from({ length: 9 }, () => topCoins[0]!) };
    expect(whaleDays().step(whaleDays().initial, many).output.topCoins).toHaveLength(5);
    expect(() => whaleDays().step({ version: 'whales/0', days: [] }, many)).toThrow('expected the version whales/1');
  });
});
