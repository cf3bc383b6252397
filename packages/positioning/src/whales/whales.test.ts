import { deepFreeze, fold, HOUR_MS } from '@barograph/core';
import { firstNotJson } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { split } from '../split/split.ts';
import { checkWhalesConfig, WHALES_V1 } from './config.ts';
import { anyTraders, cycleOf, type Trader } from '../../test/traders.ts';
import { netBias, whales, type WhalesInput, type WhalesRecord, type WhalesState } from './whales.ts';

const START = Date.UTC(2026, 0, 1);
const at = (traders: readonly Trader[], time = START): WhalesInput => ({ time, ...cycleOf(traders) });
const one = (traders: readonly Trader[]): WhalesRecord => whales().step(whales().initial, at(traders)).output;
const trader = (address: string, traderClass: Trader['traderClass'], usd: Trader['usd'], more: Partial<Trader> = {}): Trader => ({ address, traderClass, usd, ...more }); // prettier-ignore

const SOME: readonly Trader[] = [
  trader('0x1', 'market_maker', { BTC: -900, ETH: 100 }),
  trader('0x2', 'whale', { BTC: 600, SOL: -50 }, { smart: true }),
  trader('0x3', 'other', { BTC: 100, ETH: -99 }, { leveraged: true, smart: true }),
  trader('0x4', 'other', { BTC: 40 }, { isVault: true }),
];

describe('whale activity', () => {
  it('sums the accounts by class and by tag [#507][#510]', () => {
    const record = one(SOME);
    expect(record.all).toEqual({ long: 840, short: 1049, net: -209, gross: 1889, accounts: 4 });
    expect(record.byClass).toEqual({
      market_maker: { long: 100, short: 900, net: -800, gross: 1000, accounts: 1 },
      whale: { long: 600, short: 50, net: 550, gross: 650, accounts: 1 },
      other: { long: 140, short: 99, net: 41, gross: 239, accounts: 2 },
    });
    expect(record.byTag).toEqual({
      smart_money: { long: 700, short: 149, net: 551, gross: 849, accounts: 2 },
      high_leverage: { long: 100, short: 99, net: 1, gross: 199, accounts: 1 },
    });
    expect(record.directional).toEqual({ long: 700, short: 149, net: 551, gross: 849, accounts: 2 });
    expect([record.longShortRatio, record.longPct]).toEqual([840 / 1049, (100 * 840) / 1889]);
    // The whole book is short, and the directional traders are long.
    expect([record.longPct! < 50, record.netBias]).toEqual([true, 'risk-on']);
  });

  it('lists the coins by |net|, with accounts on either side and the side that dominates [#508]', () => {
    const { topCoins } = one(SOME);
    expect(topCoins.map(({ coin, net, dominantSide }) => [coin, net, dominantSide])).toEqual([
      ['BTC', -160, 'short'],
      ['SOL', -50, 'short'],
      ['ETH', 1, 'flat'],
    ]);
    expect(topCoins[0]).toEqual({
      coin: 'BTC', long: 740, short: 900, net: -160, gross: 1640, longAccounts: 3, shortAccounts: 1, directionalNet: 700,
      dominantSide: 'short', longPct: (100 * 740) / 1640, longPctPctile: null,
    }); // prettier-ignore
  });

  it.each([
    [98, -102, 'short'], [99, -101, 'flat'], [100, -100, 'flat'], [101, -99, 'flat'], [102, -98, 'long'], [981, -1019, 'flat'],
    [980, -1020, 'short'], [1020, -980, 'long'], [1019, -981, 'flat'],
  ] as const)('of %s long and %s short the side is %s: flat under 2 %% of gross', (long, short, side) => {
    const record = one([trader('0x1', 'other', { BTC: long }), trader('0x2', 'other', { BTC: short })]);
    expect(record.topCoins[0]!.dominantSide).toBe(side);
  }); // prettier-ignore

  it('lists 20 coins at most, equal ones by name', () => {
    const config = { ...WHALES_V1, topCoins: 2 };
    const input = at([trader('0x1', 'other', { SOL: 5, BTC: 5, ETH: -5 })]);
    const { output } = whales(config).step(whales(config).initial, input);
    expect(output.topCoins.map(({ coin }) => coin)).toEqual(['BTC', 'ETH']);
    expect(WHALES_V1.topCoins).toBe(20);
  });

  it('knows nothing of an empty book', () => {
    const record = one([]);
    expect(record).toMatchObject({ longShortRatio: null, longPct: null, netBias: null, topCoins: [] });
    expect(record.all.accounts).toBe(0);
    expect(one([trader('0x1', 'other', { BTC: 1 })]).longShortRatio).toBeNull();
  });

  it('ranks the share of longs from 48 samples of a coin on [#508]', () => {
    const hours = Array.from({ length: 60 }, (_, hour) =>
      at(
        [
          trader('0x1', 'other', { BTC: 100 + hour, ...(hour >= 12 ? { ETH: 1 } : {}) }),
          trader('0x2', 'other', { BTC: -100 }),
        ],
        START + hour * HOUR_MS,
      ),
    );
    const ranks = (coin: string) =>
      fold(whales(), hours).outputs.map(({ topCoins }) => topCoins.find((top) => top.coin === coin)?.longPctPctile);
    const [btc, eth] = [ranks('BTC'), ranks('ETH')];
    expect(btc.slice(0, 47).every((rank) => rank === null)).toBe(true);
    expect([btc[46], btc[47], btc[59]]).toEqual([null, (100 * 47.5) / 48, (100 * 59.5) / 60]);
    expect([eth[11], eth[12], eth[58], eth[59]]).toEqual([undefined, null, null, 50]);
  });

  it('ranks the newest sample until the next hour', () => {
    const inputs = [START + 1, START + 2, START + HOUR_MS].map((time, i) =>
      at([trader('0x1', 'other', { BTC: i + 1 })], time),
    );
    const { state, outputs } = fold(whales(), inputs);
    expect(outputs.map(({ isSampled }) => isSampled)).toEqual([true, false, true]);
    expect(state.samples).toEqual([
      { time: START + 1, longPct: { BTC: 100 } },
      { time: START + HOUR_MS, longPct: { BTC: 100 } },
    ]);
  });

  it('refuses an invalid time or config, and a state of another version', () => {
    expect(() => whales().step(whales().initial, at([], NaN))).toThrow('"time" expected epoch ms, got NaN');
    expect(() => whales().step({ ...whales().initial, version: 'whales/0' }, at([]))).toThrow(
      '"state" expected the version whales/1, got "whales/0"',
    );
    expect(() => checkWhalesConfig({ ...WHALES_V1, biasMargin: 2 })).toThrow(
      '"biasMargin" expected a number within 0…1',
    );
    expect(() => checkWhalesConfig({ ...WHALES_V1, days: 0 })).toThrow('"days" expected an integer ≥ 1, got 0');
  });
});

describe('the bias', () => {
  const bias = (net: number, held: 'risk-on' | 'risk-off' | null) => netBias({ net, gross: 1000 }, held);

  it.each([
    [null, -1, 'risk-off'], [null, 0, 'risk-on'], [null, 1, 'risk-on'],
    ['risk-on', -19, 'risk-on'], ['risk-on', -20, 'risk-off'], ['risk-on', -21, 'risk-off'],
    ['risk-off', 19, 'risk-off'], ['risk-off', 20, 'risk-on'], ['risk-off', 21, 'risk-on'],
  ] as const)('after %s at %s thousandths of gross is %s [#507]', (held, net, expected) => {
    expect(bias(net, held)).toBe(expected);
  }); // prettier-ignore

  it('stays where nobody takes a side', () => {
    for (const held of ['risk-on', 'risk-off', null] as const) expect(netBias({ net: 0, gross: 0 }, held)).toBe(held);
  });
});

describe('the laws of whale activity', () => {
  it('has classes that sum to all, nets and grosses of their sides, and the splits of each coin', () => {
    fc.assert(
      fc.property(anyTraders, (traders) => {
        const input = at(traders);
        const record = whales({ ...WHALES_V1, topCoins: 100 }).step(whales().initial, input).output;
        const { market_maker: maker, whale, other } = record.byClass;
        for (const key of ['long', 'short', 'accounts'] as const) {
          expect(record.all[key]).toBe(maker[key] + whale[key] + other[key]);
        }
        const splits = split(input.book, input.classes);
        for (const { coin, all } of splits) {
          const top = record.topCoins.find((found) => found.coin === coin)!;
          expect(top.long).toBeCloseTo(all.long, 4);
          expect(top.short).toBeCloseTo(all.short, 4);
          expect([top.net, top.gross]).toEqual([top.long - top.short, top.long + top.short]);
          expect(top.longAccounts + top.shortAccounts).toBe(all.accounts);
          expect(Math.abs(top.directionalNet)).toBeLessThanOrEqual(top.gross * (1 + 1e-12));
        }
        expect(record.topCoins).toHaveLength(splits.length);
        const nets = record.topCoins.map(({ net }) => Math.abs(net));
        expect(nets).toEqual(nets.toSorted((a, b) => b - a));
        for (const tag of Object.values(record.byTag)) {
          expect(tag.gross).toBeLessThanOrEqual(record.all.gross * (1 + 1e-12));
        }
      }),
    );
  });

  it('does not depend on the order of the accounts, to the bit', () => {
    const shuffled = anyTraders.chain((traders) =>
      fc.tuple(fc.constant(traders), fc.shuffledSubarray(traders, { minLength: traders.length })),
    );
    fc.assert(
      fc.property(shuffled, ([traders, other]) => {
        expect(one(other)).toEqual(one(traders));
      }),
    );
  });

  it('swaps its sides with longs for shorts', () => {
    fc.assert(
      fc.property(anyTraders, (traders) => {
        const swapped = traders.map((held) => ({
          ...held,
          usd: Object.fromEntries(Object.entries(held.usd).map(([coin, usd]) => [coin, -usd])),
        }));
        const [here, there] = [one(traders), one(swapped)];
        expect(there.all).toEqual({ ...here.all, long: here.all.short, short: here.all.long, net: 0 - here.all.net });
        expect(there.topCoins.map(({ coin, directionalNet }) => [coin, directionalNet + 0])).toEqual(
          here.topCoins.map(({ coin, directionalNet }) => [coin, 0 - directionalNet]),
        );
      }),
    );
  });

  it('goes on from a stored state as if nothing had been', () => {
    const story = fc.array(fc.tuple(anyTraders, fc.integer({ min: 1, max: 3 * HOUR_MS })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(story, fc.nat(), (cycles, cut) => {
        let time = START;
        const inputs = cycles.map(([traders, apart]) => at(traders, (time += apart)));
        const whole = fold(whales(), inputs);
        const before = fold(whales(), inputs.slice(0, cut % inputs.length)).state;
        expect(firstNotJson(before)).toBeUndefined();
        const stored = JSON.parse(JSON.stringify(before)) as WhalesState; // oxlint-disable-line typescript/no-unsafe-type-assertion -- a copy of itself
        const after = fold(whales(), inputs.slice(cut % inputs.length), deepFreeze(stored));
        expect(after.state).toEqual(whole.state);
        expect(after.outputs).toEqual(whole.outputs.slice(cut % inputs.length));
      }),
      { numRuns: 50 },
    );
  });
});
