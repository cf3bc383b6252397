import { setImmediate } from 'node:timers';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  it('run in order, let other work through between two, and refuse what is too much', async () => {
    const turn = createTurns(3);
    const seen: string[] = [];
    const turns = [1, 2, 3, 4].map(async (call) => turn(() => (seen.push(`work ${call}`), call)));
    const other = (left: number): void => {
      seen.push('other');
      if (left > 0) setImmediate(other, left - 1);
    };
    setImmediate(other, 4);
    expect(await Promise.all(turns)).toEqual([1, 2, 3, undefined]);
    expect(seen.filter((entry) => entry !== 'other')).toEqual(['work 1', 'work 2', 'work 3']);
    expect(seen.slice(seen.indexOf('work 1'), seen.indexOf('work 2'))).toContain('other');
    expect(seen.slice(seen.indexOf('work 2'), seen.indexOf('work 3'))).toContain('other');
  });

  it('go on after work that failed', async () => {
    const turn = createTurns(1);
    const failed = turn(() => {
      throw new Error('of work');
    });
    await expect(failed).rejects.toThrow('of work');
    expect(await turn(() => 7)).toBe(7);
  });
});
