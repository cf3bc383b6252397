import { describe, expect, it } from 'vitest';
import { run } from '../test-support.ts';

/** A port that nobody listens on. */
const HOST = 'http://127.0.0.1:9';

describe('barograph verify', () => {
  it.each([
    [['--from', '2026-01-03', '--to', '2026-01-02'], /--from: .*not after --to \(2026-01-02\).*got 2026-01-03/],
    [
      ['--from', '2026-01-01', '--to', '2026-01-02', '--digest', 'zz'],
      /--digest <hex>' argument 'zz' .*64 hexadecimal digits/,
    ],
    [['--from', '2026-01-01', '--to', '2026-01-02', '--digest', 'AB'.repeat(32)], /127\.0\.0\.1:9: no answer/],
  ])('refuses %j by flag, expectation and value', async (given, message) => {
    const { code, err } = await run(['verify', '--url', HOST, ...given]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
