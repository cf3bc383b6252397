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
});
