import { OPERATIONS, referenceOf, SERVICE } from '@barograph/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parameters } from '../asking.ts';
import type { ToolAnswer } from '../tools.ts';
import { compactTools } from './index.ts';

const ROWS = [
  { symbol: 'BTC', color: 'green', adx: 30 },
  { symbol: 'ETH', color: 'red', adx: 20 },
];
const calls: string[] = [];
const tools = compactTools(
  async (id) => {
    calls.push(id);
    return { ok: true, value: { signals: ROWS, coins: ROWS, items: ROWS, name: 'bull' } };
  },
  referenceOf(SERVICE),
  OPERATIONS,
);
const call = async (name: string, given: Parameters): Promise<ToolAnswer> => tools.find((tool) => tool.name === name)!.call(given); // prettier-ignore
const refused = async (name: string, given: Parameters): Promise<string> => {
  const { isError, texts } = await call(name, given);
  expect([texts, isError]).toEqual([texts, true]);
  return texts[0]!;
};

/** Names that every object answers to. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const;

describe('arguments of the compact tools', () => {
  it.each(INHERITED)('named %s are none', async (name) => {
    const given: unknown = JSON.parse(`{"${name}": 1, "list": "colors", "operation": "index", "words": "funding", "of": "regime", "symbol": "BTC"}`); // prettier-ignore
    for (const tool of tools) {
      const { inputSchema } = tool;
      const own = Object.fromEntries(
        Object.entries(given as Parameters).filter(([key]) => key === name || inputSchema.required.includes(key)),
      );
      expect(await refused(tool.name, own)).toContain(`${name}: no such argument`);
    }
    expect(await refused('screen', { list: name })).toContain('list: expected one of');
    expect(await refused('history', { of: name })).toContain('of: expected one of');
    expect(await refused('describe', { operation: name })).toContain('operation: this service has no');
    expect(await refused('screen', { list: 'colors', fields: [name] })).toContain('fields: no field');
    expect(await refused('call', { operation: 'regimes.current', fields: [name] })).toContain('fields: no field');
    const filters: unknown = JSON.parse(`{"${name}": 1}`);
    expect(await refused('screen', { list: 'colors', filters })).toContain(`filters: no ${name}`);
  });

  it('find: any words are looked for', async () => {
    for (const words of [...INHERITED, '', ' ', '\u0000', '比特币'])
      expect((await call('find', { words })).texts).toHaveLength(1);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (words) => {
        expect((await call('find', { words })).texts.length).toBeGreaterThan(0);
      }),
    );
  });

  it.each([
    ['screen', { list: 'colors', filters: { adx: { mni: 25 } } }, 'filters.adx: expected a value or'],
    ['screen', { list: 'colors', filters: { adx: { min: '25' } } }, 'got {\\"min\\":\\"25\\"}'],
    ['screen', { list: 'colors', filters: { adx: [25] } }, 'filters.adx: expected a value or'],
    ['screen', { list: 'colors', limit: -1 }, 'limit: expected a whole number of at least 1, got -1'],
    ['screen', { list: 'hacks', sort: 'nonsense' }, 'sort: no nonsense in hacks'],
    ['history', { of: 'candles', symbol: 'BTC', limit: 0 }, 'limit: expected a whole number of at least 1, got 0'],
    ['market_now', { fields: ['nonsense'] }, 'fields: no section in nonsense'],
    ['coin_now', { symbol: 'BTC', fields: ['regimes.label'] }, 'fields: no section in regimes.label'],
  ])('%s refuses %j', async (name, given, message) => {
    expect(await refused(name, given)).toContain(message);
  });

  it('are bounded, and are not repeated whole', async () => {
    const long = 'word '.repeat(10_000);
    const many = Array.from({ length: 10_000 }, (_, i) => `a${i}`);
    const before = calls.length;
    for (const [name, given] of [
      ['find', { words: long }],
      ['call', { operation: long }],
      ['screen', { list: long }],
      ['screen', { list: 'colors', fields: many }],
      ['market_now', { sections: many }],
    ] as const) {
      expect((await refused(name, given)).length).toBeLessThan(2_000);
    }
    expect(calls.length).toBe(before);
  });

  it('an empty list of fields is none', async () => {
    expect((await call('screen', { list: 'colors', fields: [] })).texts).toEqual((await call('screen', { list: 'colors' })).texts); // prettier-ignore
    expect((await call('market_now', { fields: [] })).texts).toEqual((await call('market_now', {})).texts);
  });
});
