import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, outcomeOf, viewOf } from '../../test/ask.ts';
import { fieldsOf, record } from '../fields.ts';
import { publication } from '../published.ts';
import { head, stamped, type Stamp } from './head.ts';

interface Mood {
  readonly mood: number | null;
}
interface Part {
  readonly mood: number;
}
const { number } = fieldsOf<Part>();
const body = record('MoodBody', { mood: number('0 to 100.', (part) => part.mood) });
const COINS = publication<never, Mood>('coins', 'coins/1', { head: Type.Any(), record: Type.Any() });
const given = {
  path: '/mood',
  dataset: 'coins',
  family: 'coins',
  summary: 'The mood.',
  of: COINS,
  resource: 'coin rows',
  reply: stamped('Mood', body),
  make: ({ head: { mood } }: { readonly head: Mood }) => (mood === null ? null : body.encode({ mood })),
} as const;
const mood = head('coins.mood', given);
const view = viewOf<never, Mood>([], { mood: 40 });
const context = contextOf(() => view);

describe('a head', () => {
  it('is its fields, then moment and source under both names', async () => {
    const reply = await jsonOf<object>(mood, context);
    expect(JSON.stringify(reply)).toBe('{"mood":40,"as_of":1,"data_source":"files","source":"files"}');
  });

  it('is made from a codec as well, which may read moment and source', async () => {
    const { moment, number: value } = fieldsOf<Part & Stamp>();
    const reply = record('MoodAt', { at: moment('M.', (part) => part.asOf), mood: value('M.', (part) => part.mood) });
    const plain = head('coins.mood', { ...given, reply, make: ({ head: { mood: known } }) => ({ mood: known! }) });
    expect(await jsonOf(plain, context)).toEqual({ at: 1, mood: 40 });
  });

  it('is the same body for the same question on the same view, and another one after the next publication', async () => {
    const times = head('coins.mood', {
      ...given,
      query: Type.Object({ times: Type.Integer({ default: 1 }) }),
      make: ({ head: { mood: known }, query }) => body.encode({ mood: known! * query.times }),
    });
    const answerTo = async (state: unknown, query: object = {}) => {
      const done = await outcomeOf(
        times,
        contextOf(() => state),
        { query },
      );
      return done.ok ? done.value : done.error;
    };
    const first = await answerTo(view);
    expect(await answerTo(view)).toBe(first);
    expect(await answerTo(view, { times: 2 })).toMatchObject({ value: { mood: 80 } });
    expect(await answerTo(viewOf<never, Mood>([], { mood: 40 }))).not.toBe(first);
    expect(await answerTo(view)).toBe(first);
  });

  const unready = async (state: unknown, operation = mood) => {
    const done = await outcomeOf(
      operation,
      contextOf(() => state),
    );
    return done.ok ? 200 : [done.error.status, done.error.headers, done.error.body];
  };

  it('is 503 before the first publication', async () => {
    expect(await unready(undefined)).toMatchObject([
      503,
      { 'retry-after': '7' },
      { detail: { error: 'warming_up', message: 'The first coin rows are being computed.' } },
    ]);
  });

  it('is 503 with its own words and time while it is not known', async () => {
    const unknown = { message: 'No coin has a mood.', when: 'While no coin has a mood.', retryAfter: 3600 };
    const moody = head('coins.mood', { ...given, unknown });
    const nothing = viewOf<never, Mood>([], { mood: null });
    expect(await unready(nothing, moody)).toMatchObject([
      503,
      { 'retry-after': '3600' },
      { detail: { message: 'No coin has a mood.' } },
    ]);
    expect(moody.errors).toEqual([{ code: 'warming_up', when: unknown.when }]);
  });

  it('shows tiers different coins only where the head can be scoped', () => {
    const dataset = 'volatility';
    expect(() => head('coins.mood', { ...given, dataset })).toThrow(
      '"scopeHead" expected of coins, because coins.mood shows tiers different coins, got none',
    );
    const moods = publication<never, Mood>(
      'coins',
      'coins/1',
      { head: Type.Any(), record: Type.Any() },
      (whole) => whole,
    );
    expect(head('coins.mood', { ...given, of: moods, dataset }).coinScope).toEqual({ free: ['BTC'] });
  });
});
