import { describe, expect, it } from 'vitest';
import { counted } from './progress.ts';

describe('counted', () => {
  it('gives the rows as they are, and says how many in between', () => {
    const reports: (readonly [number, number | undefined])[] = [];
    const progress = {
      report: (done: number, total: number | undefined) => reports.push([done, total]),
      stop: () => {},
    };
    const rows = Array.from({ length: 2500 }, (_, i) => i);
    expect([...counted(rows, 2500, progress)]).toEqual(rows);
    expect(reports).toEqual([
      [1024, 2500],
      [2048, 2500],
    ]);
  });
});
