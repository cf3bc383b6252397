import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBoundedLog } from '../src/bounded-log.ts';
import { createLog } from '../../store/src/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function bounded() {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>);
  return { lines, log: createBoundedLog(createLog('info', { write })) };
}

describe('a burst of log lines', () => {
  it('keeps its first ten, and a line counts the others after 10 s; then the next burst begins', () => {
    const { lines, log } = bounded();
    for (let i = 0; i < 1000; i++) log.error({ i }, 'request failed');
    expect(lines.map(({ i }) => i)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    vi.advanceTimersByTime(9999);
    expect(lines).toHaveLength(10);
    vi.advanceTimersByTime(1);
    expect(lines[10]).toMatchObject({ level: 50, suppressed: 990, msg: 'request failed' });
    log.error({ i: 1000 }, 'request failed');
    expect(lines[11]).toMatchObject({ i: 1000 });
  });

  it('of ten needs no count, and holds no other message back', () => {
    const { lines, log } = bounded();
    for (let i = 0; i < 10; i++) log.warn({ i }, 'payment not verified');
    log.error({}, 'request failed');
    vi.advanceTimersByTime(60_000);
    expect(lines.map(({ level }) => level)).toEqual([...Array.from({ length: 10 }, () => 40), 50]);
  });

  it('grows with time and not with requests: a minute of any number of them is at most 66 lines', () => {
    const { lines, log } = bounded();
    for (let second = 0; second < 60; second++) {
      for (let i = 0; i < 500; i++) log.error({ i }, 'request failed');
      vi.advanceTimersByTime(1000);
    }
    expect(lines.length).toBeLessThanOrEqual(66);
    const counted = lines.reduce((sum, { suppressed }) => sum + Number(suppressed ?? 1), 0);
    expect(counted).toBe(30_000);
  });
});
