import { describe, expect, it } from 'vitest';
import { bounded, cutNote } from './bounded.ts';

describe('an answer in bounds', () => {
  it('is left as it is while it fits', () => {
    expect(bounded({ items: [1, 2, 3] }, 100)).toEqual({ json: '{"items":[1,2,3]}', cuts: [] });
  });

  it('keeps the first of a list and the newest of a history, and says what it left out', () => {
    const list = Array.from({ length: 300 }, (_, i) => ({ symbol: `COIN${i}` }));
    const history = Array.from({ length: 300 }, (_, i) => ({ time: i }));
    const cut = bounded({ items: list, history, total: 300 }, 1000);
    expect(cut.json.length).toBeLessThanOrEqual(1000);
    const answer = JSON.parse(cut.json) as { items: unknown[]; history: unknown[]; total: number };
    expect(answer.items).toEqual(list.slice(0, 25));
    expect(answer.history).toEqual(history.slice(-25));
    expect(answer.total).toBe(300);
    expect(cutNote(cut, ['limit'])).toBe(
      'Cut to fit: items (25 of 300), history (25 of 300). For the rest ask again with limit.',
    );
  });

  it('cuts lists within lists, and gives names alone where nothing else fits', () => {
    const deep = { a: [{ b: Array.from({ length: 500 }, (_, i) => i) }] };
    expect(bounded(deep, 200).cuts).toEqual([{ at: 'a.0.b', shown: 50, total: 500 }]);
    const long = bounded({ text: 'x'.repeat(500), other: 1 }, 100);
    expect(long).toEqual({ json: '{"fields":["text","other"]}', cuts: [{ at: '', shown: 0, total: 2 }] });
  });
});
