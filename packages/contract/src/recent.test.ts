import { describe, expect, it } from 'vitest';
import { createRecent } from './recent.ts';

describe('createRecent', () => {
  it('forgets what was used longest ago', () => {
    const recent = createRecent<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    expect(recent.get('a')).toBe(1);
    recent.set('c', 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
    recent.delete('a');
    expect(recent.get('a')).toBeUndefined();
  });

  it('forgets the entries of a value', () => {
    const recent = createRecent<number>(4);
    const keys = ['a', 'b', 'c', 'd'];
    for (const [i, key] of keys.entries()) recent.set(key, i % 2);
    recent.deleteWhere((value) => value === 1);
    expect(keys.map((key) => recent.get(key))).toEqual([0, undefined, 0, undefined]);
  });
});
