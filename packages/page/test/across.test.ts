/** The sentence across horizons: every class of combination, and what each sentence has to name. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { script } from './script.ts';

type Side = 'up' | 'down' | undefined;
interface Parts {
  readonly weeks?: { side?: Side; name: string } | null;
  readonly hours?: { side?: Side; name: string; energy?: string | undefined } | null;
  readonly shock?: { side: string } | false | null;
  readonly days?: { side?: Side; text: string } | null;
  readonly volatility?: { level: string; text: string } | null;
  readonly positioning?: { text: string } | null;
}
interface Across {
  readonly across: (parts: Parts) => { readonly verdict: string; readonly rest: string };
  readonly verdictOf: (sides: Readonly<Record<string, string>>) => string;
}
const { across, verdictOf } = await script<Across>('across');

const MARKS = { u: 'up', d: 'down', f: 'flat' } as const;
/** Sides by a letter for weeks, hours, shock and days: up, down, flat, or `-` unknown. */
const sidesOf = (letters: string): Record<string, string> =>
  Object.fromEntries(
    ['weeks', 'hours', 'shock', 'days'].flatMap((key, i) => {
      const mark = letters[i] as keyof typeof MARKS | '-';
      return mark === '-' ? [] : [[key, MARKS[mark]]];
    }),
  );

describe('the verdict across horizons', () => {
  it.each([
    ['----', 'No horizon is known'],
    ['u---', 'One horizon is known, and points up'],
    ['-d--', 'One horizon is known, and points down'],
    ['--d-', 'One horizon is known, and points down'],
    ['---f', 'One horizon is known, without a direction'],
    ['uu-u', 'The horizons agree on up'],
    ['dd-d', 'The horizons agree on down'],
    ['dddd', 'The horizons agree on down'],
    ['u--u', 'The known horizons agree on up'],
    ['-d-d', 'The known horizons agree on down'],
    ['ff-f', 'No horizon has a direction'],
    ['f--f', 'No horizon has a direction'],
    ['uf-f', 'No conflict: up where there is a direction'],
    ['uf-u', 'No conflict: up where there is a direction'],
    ['fd-f', 'No conflict: down where there is a direction'],
    ['ff-d', 'No conflict: down where there is a direction'],
    ['ffdf', 'No conflict: down where there is a direction'],
    ['ud-u', 'The horizons conflict'],
    ['du-d', 'The horizons conflict'],
    ['uf-d', 'The horizons conflict'],
    ['u--d', 'The horizons conflict'],
    ['uudu', 'The horizons conflict'],
    ['ddud', 'The horizons conflict'],
  ])('of %s is "%s"', (letters, verdict) => {
    expect(verdictOf(sidesOf(letters))).toBe(verdict);
  });

  it('is the same for up and down, mirrored', () => {
    const letter = fc.constantFrom('u', 'd', 'f', '-');
    fc.assert(
      fc.property(fc.array(letter, { minLength: 4, maxLength: 4 }), (letters) => {
        const swap: Record<string, string> = { u: 'd', d: 'u', f: 'f', '-': '-' };
        const mirrored = verdictOf(sidesOf(letters.map((one) => swap[one]!).join('')));
        const turned = mirrored.replace(/\b(up|down)\b/, (word) => (word === 'up' ? 'down' : 'up'));
        expect(turned).toBe(verdictOf(sidesOf(letters.join(''))));
      }),
    );
  });
});

const side = fc.constantFrom<Side>('up', 'down', undefined);
const parts = fc.record({
  weeks: fc.option(fc.record({ side, name: fc.constant('Broad Bull') })),
  hours: fc.option(
    fc.record({ side, name: fc.constant('Compression'), energy: fc.constantFrom('quiet', 'wild', undefined) }),
  ),
  shock: fc.oneof(
    fc.constant(null),
    fc.constant(false as const),
    fc.record({ side: fc.constantFrom('up', 'down', 'swing') }),
  ),
  days: fc.option(fc.record({ side, text: fc.constant('29 of 35 coins green') })),
  volatility: fc.option(
    fc.record({ level: fc.constantFrom('low', 'usual', 'high'), text: fc.constant('percentile 63') }),
  ),
  positioning: fc.option(fc.constant({ text: 'accounts lean long' })),
});

describe('the sentence across horizons', () => {
  it('names each part that is known, the horizon of it, and each that is not', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const { rest } = across(given);
        if (Object.values(given).every((part) => part === null))
          return expect(rest).toBe('no part of the sentence has an answer');
        const [known = '', unknown = ''] = rest.split('; unknown: ');
        const has = (text: string, isKnown: boolean, silent: string): void => {
          expect(known.includes(text)).toBe(isKnown);
          expect(new RegExp(`\\b${silent}\\b`).test(unknown)).toBe(!isKnown);
        };
        has('weeks to months', given.weeks !== null, 'weeks to months');
        has('the next hours', given.hours !== null, 'the next hours');
        has('daily colours', given.days !== null, 'daily colours');
        has('volatility of 30 days', given.volatility !== null, 'volatility');
        has('accounts lean long', given.positioning !== null, 'positioning');
        has('shock', given.shock !== null, 'shocks');
        expect(rest).not.toMatch(/undefined|null|\(\)|, ,|\.\s/);
      }),
    );
  });

  it('says the direction of each horizon, and that of a shock', () => {
    const given: Parts = {
      weeks: { side: 'down', name: 'Established Bear' },
      hours: { name: 'Compression', energy: 'quiet' },
      shock: { side: 'down' },
      days: { side: 'up', text: '29 of 35 coins green' },
      volatility: { level: 'high', text: 'percentile 91 of a year' },
      positioning: { text: 'accounts lean long' },
    };
    expect(across(given)).toEqual({
      verdict: 'The horizons conflict',
      rest: 'weeks to months point down (Established Bear), the next hours have no direction (Compression), a shock is under way, downwards, daily colours point up (29 of 35 coins green), volatility of 30 days is high (percentile 91 of a year; the hours are calmer) and accounts lean long',
    });
  });

  it.each([
    ['quiet', 'high', 'calmer'],
    ['quiet', 'usual', undefined],
    ['quiet', 'low', undefined],
    ['wild', 'low', 'wilder'],
    ['wild', 'usual', 'wilder'],
    ['wild', 'high', undefined],
    [undefined, 'high', undefined],
  ])('of %s hours in a month of %s volatility says %s', (energy, level, word) => {
    const { rest } = across({ hours: { name: 'X', ...(energy && { energy }) }, volatility: { level, text: 'p' } });
    expect(/; the hours are (\w+)/.exec(rest)?.[1]).toBe(word);
  });

  it('counts a shock whose price came back neither for nor against', () => {
    const given: Parts = {
      weeks: { side: 'up', name: 'A' },
      hours: { side: 'up', name: 'B' },
      shock: { side: 'swing' },
    };
    expect(across(given).verdict).toBe('The known horizons agree on up');
    expect(across(given).rest).toContain('a shock is under way, and the price came back');
  });
});
