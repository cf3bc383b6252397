/** Gamma and whales of the recorded moments: the laws hold for real accounts. */

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accountBook } from '../src/accounts/account-book.ts';
import { positionChanges } from '../src/changes/position-changes.ts';
import { GAMMA_V2 } from '../src/gamma/config.ts';
import { contextOf } from '../src/gamma/context.ts';
import { gamma, type GammaRecord, type GammaState } from '../src/gamma/gamma.ts';
import { ladderColumns } from '../src/ladder/columns.ts';
import { ladderOf } from '../src/ladder/ladder.ts';
import { classify } from '../src/split/classify.ts';
import { split } from '../src/split/split.ts';
import { whales } from '../src/whales/whales.ts';
import { recordedMoments, SNAPSHOTS, type Moment } from './recorded.ts';

/** Every coin at every moment, under a config that may require fewer makers. */
function recordsOf(moments: readonly Moment[], config = GAMMA_V2): readonly GammaRecord[][] {
  const [classifier, { step, initial }] = [classify(), gamma(config)];
  let classes = classifier.initial;
  const states = new Map<string, GammaState>();
  return moments.map(({ time, accounts, terms }) => {
    const book = accountBook(accounts, terms);
    const judged = classifier.step(classes, book);
    classes = judged.state;
    const columns = ladderColumns(book, judged.output);
    return split(book, judged.output).map(({ coin, byClass }) => {
      const ladder = ladderOf(columns, coin)!;
      const next = step(states.get(coin) ?? initial, {
        time,
        ladder,
        makers: byClass.market_maker,
        fundingRate: null,
        openInterestChangePct: null,
      });
      states.set(coin, next.state);
      if (time === moments.at(-1)!.time) expect(contextOf(next.state.samples, config)).toEqual(next.output.context);
      return next.output;
    });
  });
}

describe.skipIf(!existsSync(SNAPSHOTS))('the recorded moments (needs ../shared/data)', () => {
  const moments = existsSync(SNAPSHOTS) ? recordedMoments() : [];

  it('are 59, of 1,432 accounts with positions', () => {
    expect(moments).toHaveLength(59);
    expect(new Set(moments.flatMap(({ accounts }) => accounts.map(({ address }) => address))).size).toBe(1_432);
  });

  it('are too few makers for full coverage; without funding no coin has coverage', () => {
    const records = recordsOf(moments).flat();
    expect(records.length).toBeGreaterThan(10_000);
    expect(Math.max(...records.map(({ makerAccounts }) => makerAccounts))).toBeLessThan(20);
    const seen = records.map(({ regime: { coverage, state, score, confidence }, profile, bands }) =>
      [coverage, state, score, confidence, profile.length === (bands === 0 ? 0 : 40)].join(' '),
    );
    expect(new Set(seen)).toEqual(new Set(['none transitional  0 true']));
  });

  it('hold the laws where one maker is enough', () => {
    const all = recordsOf(moments, { ...GAMMA_V2, version: 'gamma/2-one-maker', fullAccounts: 1 });
    const full = all.flat().filter(({ regime }) => regime.coverage === 'full');
    expect(full.length).toBeGreaterThan(1_000);
    expect(new Set(full.map(({ regime }) => regime.state))).toEqual(new Set(['amplify', 'dampen', 'transitional']));
    for (const { regime, context, profile } of full) {
      expect([-10, 0, 20]).toContain(regime.points.skew);
      const sum = 40 + Object.values(regime.points).reduce((before, points) => before + points, 0);
      expect(regime.score).toBe(Math.min(100, Math.max(0, sum)) / 100);
      expect(regime.inputs.nearDensity! >= 0 && regime.inputs.nearDensity! <= 100).toBe(true);
      expect(Math.abs(regime.inputs.distToFlipPct ?? 0)).toBeLessThanOrEqual(30 + 1e-9);
      expect(context.status).toBe(context.sampleCount < 48 ? 'warming' : 'ready');
      for (const { net, long, short } of profile) expect(net).toBe(short - long);
    }
  });

  it('give whales whose classes sum to all, and no change of a position between a moment and itself', () => {
    const { step } = whales();
    let [state, classes] = [whales().initial, classify().initial];
    for (const { time, accounts, terms } of moments) {
      const book = accountBook(accounts, terms);
      const judged = classify().step(classes, book);
      classes = judged.state;
      const next = step(state, { time, book, classes: judged.output });
      state = next.state;
      const { all, byClass } = next.output;
      expect(all.gross).toBeCloseTo(
        book.accounts.gross.reduce((sum, gross) => sum + gross, 0),
        2,
      );
      expect(all.accounts).toBe(byClass.market_maker.accounts + byClass.whale.accounts + byClass.other.accounts);
      expect(positionChanges(accounts, accounts)).toEqual([]);
    }
    expect(state.samples).toHaveLength(59);
  });

  it('change from one moment to the next by what the sizes say', () => {
    let found = 0;
    for (const [i, { accounts }] of moments.slice(1).entries()) {
      const before = new Map(moments[i]!.accounts.map((account) => [account.address, account.positions]));
      const after = new Map(accounts.map((account) => [account.address, account.positions]));
      for (const { address, coin, action, side, size, usd, changePct } of positionChanges(
        moments[i]!.accounts,
        accounts,
      )) {
        found++;
        const sizeIn = (positions: ReturnType<typeof after.get>) =>
          positions?.find((position) => position.coin === coin)?.size ?? 0;
        const [was, is] = [sizeIn(before.get(address)), sizeIn(after.get(address))];
        const sign = side === 'long' ? 1 : -1;
        if (action === 'entry') expect([Math.sign(is), changePct]).toEqual([sign, null]);
        else expect(Math.sign(was)).toBe(sign);
        expect(size).toBe(action === 'exit' ? 0 : Math.abs(is));
        expect(usd).toBeGreaterThanOrEqual(25_000);
      }
    }
    expect(found).toBeGreaterThan(1_000);
  });
});
