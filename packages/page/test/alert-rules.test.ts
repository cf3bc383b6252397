/** Rules of alerts. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface Alert {
  readonly id: string;
  readonly number: string;
  readonly coin?: string | undefined;
  readonly sign: '>' | '<' | 'changes';
  readonly level?: number;
  readonly isHolding?: boolean;
  readonly last?: string;
}
type Value = number | string | null | undefined;
interface Subscription {
  readonly types: string;
  readonly symbols: string;
  readonly when?: string;
}
interface Rules {
  readonly judged: (alert: Alert, value: Value) => { readonly alert: Alert; readonly isDue: boolean };
  readonly alertOf: (given: Omit<Alert, 'isHolding' | 'last'>, value: Value) => Alert;
  readonly levelOf: (text: string) => number | undefined;
  readonly alertsOf: (text: string | null) => readonly Alert[];
  readonly subscriptionOf: (alert: Alert, number: Watchable) => Subscription | undefined;
}
interface Watchable {
  readonly name: string;
  readonly isOfCoin?: boolean;
  readonly isWord?: boolean;
  readonly hook?: string;
  readonly event?: string;
}

// The page's own scripts, which have no types.
const script = async (name: string): Promise<unknown> => import(new URL(`../src/js/${name}`, import.meta.url).href);
const { judged, alertOf, levelOf, alertsOf, subscriptionOf } = (await script('alert-rules.mjs')) as Rules;
const { NUMBERS } = (await script('alert-numbers.mjs')) as { readonly NUMBERS: Readonly<Record<string, Watchable>> };

const values = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(null, undefined, NaN));
const base = { id: 'a', number: 'cvi', level: 10 } as const;

describe('a threshold', () => {
  it('is due exactly where it turns true, and not for what was true already', () => {
    fc.assert(
      fc.property(fc.constantFrom<'>' | '<'>('>', '<'), values, fc.array(values), (sign, first, later) => {
        let alert = alertOf({ ...base, sign }, first);
        const isMet = (value: Value): boolean | undefined =>
          typeof value !== 'number' || Number.isNaN(value) ? undefined : sign === '>' ? value > 10 : value < 10;
        // What is not known leaves things as they were.
        let before = isMet(first) ?? false;
        for (const value of later) {
          const next = judged(alert, value);
          const met = isMet(value) ?? before;
          expect(next.isDue).toBe(met && !before);
          if (met === before) expect(next.alert).toBe(alert);
          before = met;
          alert = next.alert;
        }
      }),
    );
  });
});

describe('a watched word', () => {
  it('is due whenever it differs from the last that was known', () => {
    const words = fc.constantFrom<Value>('green', 'red', 'grey', null, '');
    fc.assert(
      fc.property(fc.array(words), (all) => {
        let alert = alertOf({ id: 'a', number: 'coin_colour', coin: 'BTC', sign: 'changes' }, null);
        let due = 0;
        for (const word of all) {
          const next = judged(alert, word);
          if (next.isDue) due++;
          alert = next.alert;
        }
        const known = all.filter((word) => word !== null && word !== '');
        expect(due).toBe(known.filter((word, i) => i > 0 && word !== known[i - 1]).length);
      }),
    );
  });
});

describe('a level', () => {
  it.each([
    ['12', 12],
    [' −0,5 % ', -0.5],
    ['.5', 0.5],
    ['1e9', undefined],
    ['', undefined],
    ['1.000,5', undefined],
    ['Infinity', undefined],
  ])('%j is %s', (text, level) => {
    expect(levelOf(text)).toBe(level);
  });
});

describe('stored alerts', () => {
  it('come back as they were, and nothing else does', () => {
    const alert = fc.record({
      id: fc.stringMatching(/^[a-z0-9]{1,40}$/),
      number: fc.constantFrom(...Object.keys(NUMBERS)),
      sign: fc.constantFrom<'>' | '<'>('>', '<'),
      level: fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
      isHolding: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(alert, { maxLength: 50 }), (alerts) => {
        expect(alertsOf(JSON.stringify(alerts))).toEqual(alerts);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(alertsOf(text)).toEqual([]);
      }),
    );
    expect(alertsOf(JSON.stringify([{ id: 'a', number: 'cvi', sign: '>', level: null }]))).toEqual([]);
  });
});

describe('the webhook of an alert', () => {
  it('is of the coin or of the market, and is there for a number that the service has a rule for', () => {
    for (const [number, of] of Object.entries(NUMBERS)) {
      const coin = of.isOfCoin === true ? 'BTC' : undefined;
      const sign = of.isWord === true ? 'changes' : '>';
      const rule = subscriptionOf({ ...base, number, coin, sign }, of);
      expect(rule === undefined).toBe(of.hook === undefined && of.event === undefined);
      if (rule !== undefined) expect(rule.symbols).toBe(coin ?? 'MARKET');
    }
  });

  it('writes levels without an exponent', () => {
    const rule = subscriptionOf({ ...base, sign: '<', level: 1e-7 }, { name: '', hook: 'x' });
    expect(rule).toEqual({ types: 'nowcast_hour', symbols: 'MARKET', when: 'x < 0.0000001' });
    expect(subscriptionOf({ ...base, sign: '>', level: 123_456 }, { name: '', hook: 'x' })!.when).toBe('x > 123456');
  });
});
