import { describe, expect, it } from 'vitest';
import { lines, run } from '../test-support.ts';

describe('barograph wiki', () => {
  it('finds a page by its name', async () => {
    const { code, out } = await run(['wiki', 'arms', 'index', '--limit', '1', '--format', 'ndjson']);
    expect([code, lines(out).map((line) => (JSON.parse(line) as { path: string }).path)]).toEqual([
      0,
      ['indicators/breadth/arms-index.md'],
    ]);
  });

  it('writes a page, whose command computes the indicator', async () => {
    const { code, out } = await run(['wiki', '--page', 'relative-strength-index']);
    expect(code).toBe(0);
    expect(out).toContain('npx barograph indicator relative-strength-index bars.csv.gz');
  });

  it('refuses a path that names no page', async () => {
    const { code, err } = await run(['wiki', '--page', 'relative-strength-indx']);
    expect(code).toBe(2);
    expect(err).toContain('indicators/momentum/relative-strength-index.md');
  });
});
