import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { fieldsOf, record, within, type WireOf } from './fields.ts';
import { nullable } from './scalar.ts';

interface Quote {
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly size: number | null;
  readonly count: number;
  readonly at: number;
  readonly last: number | null;
  readonly change: number | null | undefined;
  readonly tags: readonly string[];
  readonly best: { readonly price: number } | null;
}
const f = fieldsOf<Quote>();
const level = record('Level', { price: fieldsOf<{ readonly price: number }>().number('USD.', (level) => level.price) });
const quote = record('Quote', {
  symbol: f.text('Coin.', (q) => q.coin),
  side: f.choice(['buy', 'sell'], 'Side.', (q) => q.side),
  price: f.number('USD.', (q) => q.price, { exclusiveMinimum: 0 }),
  size: f.numberOrNull('Coins; null when unknown.', (q) => q.size, { minimum: 0 }),
  count: f.integer('Orders.', (q) => q.count),
  count_or_null: f.integerOrNull('Orders; null when none.', (q) => q.last),
  at: f.moment('When it was quoted.', (q) => q.at),
  last_at: f.momentOrNull('When it was traded; null before.', (q) => q.last),
  change: f.numberIfKnown('Percent; left out when unknown.', (q) => q.change),
  tags: f.list(Type.String(), 'Tags.', (q) => q.tags),
  note: f.ifKnown(Type.String({ description: 'Left out without one.' }), (q) => q.tags[0]),
  best: f.innerOrNull(level, 'Best level; null without one.', (q) => q.best),
  levels: f.items(level, 'Levels.', (q) => (q.best === null ? [] : [q.best])),
});
const QUOTE: Quote = {
  coin: 'BTC',
  side: 'buy',
  price: 3,
  size: null,
  count: 2,
  at: 7,
  last: null,
  change: -0,
  tags: [],
  best: { price: 4 },
};

describe('a record', () => {
  it('has schema, columns and encoder in the order of its table', () => {
    expect(quote.columns).toEqual(Object.keys(quote.schema.properties));
    expect(quote.columns.slice(0, 3)).toEqual(['symbol', 'side', 'price']);
    const wire: WireOf<typeof quote> = quote.encode({ ...QUOTE, change: 1, tags: ['x'] });
    expect(Object.keys(wire)).toEqual(quote.columns);
  });

  it('gives exactly this JSON: null for what is unknown, and no field of what is left out', () => {
    expect(JSON.stringify(quote.encode({ ...QUOTE, change: null }))).toBe(
      '{"symbol":"BTC","side":"buy","price":3,"size":null,"count":2,"count_or_null":null,"at":7,"last_at":null,"tags":[],"best":{"price":4},"levels":[{"price":4}]}',
    );
    expect(quote.encode({ ...QUOTE, change: undefined })).not.toHaveProperty('change');
    expect(quote.encode(QUOTE).change).toBe(0);
  });

  it('lets no NaN and no infinity out, and drops what is undefined', () => {
    const messy = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity));
    const maybe = fc.oneof(messy, fc.constantFrom(null, undefined));
    fc.assert(
      fc.property(messy, messy, messy, maybe, maybe, maybe, (price, count, at, size, last, change) => {
        const from = { ...QUOTE, price, count, at, size, last, change, best: { price } } as Quote;
        const wire = quote.encode(from);
        const values = [...Object.values(wire), wire.best?.price, wire.levels[0]!.price];
        for (const value of values) expect(typeof value !== 'number' || Number.isFinite(value)).toBe(true);
        expect(Object.values(wire).includes(undefined as never)).toBe(false);
        expect(JSON.parse(JSON.stringify(wire))).toEqual(wire);
      }),
    );
  });

  it('is valid under its schema', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(quote.schema);
    for (const from of [QUOTE, { ...QUOTE, size: 1, last: 2, change: 3, tags: ['x'], best: null }]) {
      expect(validate(quote.encode(from)), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate({ ...quote.encode(QUOTE), side: 'hold' })).toBe(false);
  });

  it('says of each property what it is, and of moments in which unit', () => {
    const { properties } = quote.schema;
    expect(properties.price).toMatchObject({ type: 'number', exclusiveMinimum: 0, description: 'USD.' });
    expect(properties.size).toEqual(nullable(Type.Number({ minimum: 0 }), 'Coins; null when unknown.'));
    expect(properties.at).toMatchObject({ description: 'When it was quoted. Epoch ms.' });
    expect(quote.schema.required).not.toContain('change');
  });
});

describe('fields of a part', () => {
  it('are read from that part', () => {
    const outer = record('Outer', {
      ...within((row: { readonly quote: Quote }) => row.quote, {
        symbol: quote.fields.symbol,
        size: quote.fields.size,
      }),
    });
    expect(outer.encode({ quote: QUOTE })).toEqual({ symbol: 'BTC', size: null });
    expect(outer.columns).toEqual(['symbol', 'size']);
  });
});
