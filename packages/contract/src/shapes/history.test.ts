import { DAY_MS, HOUR_MS } from '@barograph/core';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Asked, Context } from '../context.ts';
import { fieldsOf, record } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { publication, type View } from '../published.ts';
import { history } from './history.ts';

interface Point {
  readonly time: number;
}
interface Head {
  readonly points: readonly Point[];
}
const TOY = publication<never, Head>('toy', 'toy/1', { head: Type.Any(), record: Type.Any() });
const point = record('ToyPoint', { time: fieldsOf<Point>().moment('Moment.', ({ time }) => time) });
const words = { path: '/toy/history', dataset: 'coins', family: 'toy', title: 'ToyHistory', summary: 'Toy.' } as const;
const shared = { ...words, of: TOY, point, resource: 'toys', points: ({ head }: View<never, Head>) => head.points };
const at = ({ time }: Point): number => time;
const byDays = history('toy.days', { ...shared, days: { fallback: 3, most: 365, at } });
const byLimit = history('toy.limit', { ...shared, limit: { fallback: 2, most: 100 } });
const byBoth = history('toy.both', {
  ...shared,
  days: { fallback: 3, most: 365, at },
  limit: { fallback: 2, most: 9 },
});

interface Reply {
  readonly items: readonly Point[];
  readonly count: number;
}
const MIDNIGHT = Date.UTC(2026, 7, 24);
const NOW = MIDNIGHT + 11 * HOUR_MS;
const viewOf = (points: readonly Point[], asOf = NOW): View<never, Head> => ({
  asOf,
  head: { points },
  records: [],
  dataSource: 'files',
  universeSize: 0,
});
async function ask(operation: Operation, view: View<never, Head> | undefined, query: object): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a history asks nothing else of its context
  const context = { latest: () => view, retryAfter: () => 7 } as unknown as Context;
  const request: Asked = { path: {}, query, body: undefined, headers: {}, caller: undefined, sees: () => true };
  const answer = await operation.answer(context, request);
  if (!answer.ok) return answer;
  if (answer.value.kind !== 'value') throw new Error('expected a value');
  return answer.value.value;
}
const reply = async (operation: Operation, view: View<never, Head>, query: object): Promise<Reply> =>
  (await ask(operation, view, query)) as Reply;
const days = (...list: readonly number[]): Point[] => list.map((day) => ({ time: MIDNIGHT + day * DAY_MS }));

describe('a history', () => {
  it('by days holds the last UTC dates, the date of the moment included, oldest first', async () => {
    const view = viewOf(days(-9, -2, -1, 0));
    expect(await ask(byDays, view, { days: 2 })).toEqual({
      items: days(-1, 0),
      count: 2,
      days: 2,
      as_of: NOW,
      data_source: 'files',
      source: 'files',
    });
    expect((await reply(byDays, view, { days: 1 })).items).toEqual(days(0));
    expect((await reply(byDays, view, { days: 365 })).items).toEqual(days(-9, -2, -1, 0));
    expect((await reply(byDays, viewOf(days(-1, 0), MIDNIGHT), { days: 1 })).items).toEqual(days(0));
  });

  it('by limit holds the last points, whenever they were', async () => {
    const view = viewOf(days(-400, -300, 0));
    expect(await ask(byLimit, view, { limit: 2 })).toMatchObject({ items: days(-300, 0), count: 2, limit: 2 });
    expect((await reply(byLimit, view, { limit: 9 })).count).toBe(3);
  });

  it('by both is cut by both, is part of the published points, and valid under its schema', async () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(byBoth.reply);
    const points = fc.uniqueArray(fc.integer({ min: -20, max: 0 }), { maxLength: 12 });
    let isCut = { days: 0, limit: 0 };
    await fc.assert(
      fc.asyncProperty(
        points,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 9 }),
        async (list, most, limit) => {
          const all = days(...list.sort((a, b) => a - b));
          const recent = all.filter(({ time }) => time > MIDNIGHT - most * DAY_MS);
          const got = await reply(byBoth, viewOf(all), { days: most, limit });
          expect(got.items).toEqual(recent.slice(-limit));
          expect(validate(got), JSON.stringify(validate.errors)).toBe(true);
          isCut = {
            days: isCut.days + Number(recent.length < all.length),
            limit: isCut.limit + Number(recent.length > limit),
          };
        },
      ),
    );
    expect(Math.min(isCut.days, isCut.limit)).toBeGreaterThan(2);
  });

  it('declares its bounds, and hands parameters of its own to what picks the points', async () => {
    expect(byDays.query.properties).toEqual({ days: Type.Integer({ minimum: 1, maximum: 365, default: 3 }) });
    const own = history('toy.own', {
      ...shared,
      query: Type.Object({ from: Type.Integer() }),
      limit: { fallback: 2, most: 100 },
      points: ({ head, query }) => head.points.filter(({ time }) => time >= query.from),
    });
    expect(Object.keys(own.query.properties)).toEqual(['from', 'limit']);
    const { items } = await reply(own, viewOf(days(-3, -2, -1, 0)), { from: MIDNIGHT - 2 * DAY_MS, limit: 9 });
    expect(items).toEqual(days(-2, -1, 0));
  });

  it('is 503 before anything is published', async () => {
    expect(await ask(byDays, undefined, { days: 3 })).toMatchObject({
      ok: false,
      error: { status: 503, headers: { 'retry-after': '7' } },
    });
  });
});
