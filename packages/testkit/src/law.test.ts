import type { Candles } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { checkLaws, registerLaws, useRunner, type Law } from './law.ts';
import { rangesContract, rangesLaws } from './ranges-contract.ts';

const sound: Law = { name: 'one is one', check: () => undefined };
const wrong: Law = {
  name: 'one is two',
  check: () => {
    throw new Error('it is one');
  },
};

describe('laws', () => {
  it('are checked without a runner: the first broken one by name, with its cause', () => {
    expect(() => checkLaws([sound])).not.toThrow();
    expect(() => checkLaws([sound, wrong, sound])).toThrow(/^broken: one is two\nit is one$/);
  });

  it('are registered with any runner that has describe and it', () => {
    const titles: string[] = [];
    const runner = {
      describe: (title: string, body: () => void) => {
        titles.push(title);
        body();
      },
      it: (title: string, body: () => void) => {
        titles.push(title);
        expect(body).toThrow(/it is one/);
      },
    };
    registerLaws('numbers', [wrong], runner);
    expect(titles).toEqual(['numbers', 'one is two']);
    useRunner(runner);
    registerLaws('again', [wrong]);
    useRunner({ describe, it });
    expect(titles.slice(2)).toEqual(['again', 'one is two']);
  });
});

const position = (bars: Candles): Float64Array =>
  bars.close.map((close, i) =>
    bars.high[i] === bars.low[i] ? NaN : (close - bars.low[i]!) / (bars.high[i]! - bars.low[i]!),
  );
const color = (bars: Candles): (string | null)[] =>
  Array.from(bars.close, (close, i) => (i === 0 ? null : close > 1 ? 'a' : 'b'));

describe('ranges', () => {
  rangesContract({
    name: 'position within the bar',
    columns: (bars) => ({ position: position(bars), color: color(bars) }),
    ranges: { position: [0, 1], color: { labels: ['a', 'b'] } },
  });

  it.each([
    [{ position: [0, 0.5], color: { labels: ['a', 'b'] } }, /position\[\d+\] is .*, outside \[0,0\.5\]/],
    [{ position: [0, 1], color: { labels: ['a'] } }, /color\[\d+\] is b, outside/],
    [{ position: [0, 1] }, /column "color" has no range/],
  ] as const)('that are too narrow are found out: %j', (ranges, message) => {
    const laws = rangesLaws({
      name: 'x',
      columns: (bars) => ({ position: position(bars), color: color(bars) }),
      ranges,
    });
    expect(() => checkLaws(laws)).toThrow(/every output lies within its range/);
    let said = '';
    try {
      laws[0]!.check();
    } catch (error) {
      said = String((error as Error).cause ?? error);
    }
    expect(said).toMatch(message);
  });
});
