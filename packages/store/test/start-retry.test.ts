/** Start while the database is unavailable: bounded attempts, one log line each, and no wait for permanent errors. */

import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../src/log.ts';
import { createRetry, START_V1 } from '../src/start-retry.ts';

const FAST = { ...START_V1, firstWaitMs: 1, longestWaitMs: 2 };
const errorOf = (code: string): Error => Object.assign(new Error(`failed: ${code}`), { code });
const logTo = (lines: string[]) => createLog('warn', { write: (line) => lines.push(line) });
const never = new AbortController().signal;

describe('a retry', () => {
  it('counts the attempts of all steps together, and logs each failure but the last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { minLength: 1, maxLength: 5 }), async (failures) => {
        const lines: string[] = [];
        const retry = createRetry(logTo(lines), never, FAST);
        let failed = 0;
        const done: number[] = [];
        const run = async (): Promise<void> => {
          for (const [i, count] of failures.entries()) {
            let left = count;
            const step = async (): Promise<number> => {
              if (left-- <= 0) return i;
              failed++;
              throw errorOf('ECONNRESET');
            };
            done.push(await retry(step));
          }
        };
        const sum = failures.reduce((a, b) => a + b, 0);
        const isEnough = sum < FAST.attempts;
        const ended = await run().then(
          () => 'done',
          (error: unknown) => String(error),
        );
        expect(ended).toBe(isEnough ? 'done' : 'Error: failed: ECONNRESET');
        expect(failed).toBe(Math.min(sum, FAST.attempts));
        if (isEnough) expect(done).toEqual(failures.map((_, i) => i));
        const attempts = lines.map((line) => (JSON.parse(line) as { readonly attempt: number }).attempt);
        expect(attempts).toEqual(Array.from({ length: Math.min(sum, FAST.attempts - 1) }, (_, i) => i + 1));
      }),
      { numRuns: 30 },
    );
  });

  it('waits twice as long each time, up to the longest wait', async () => {
    const lines: string[] = [];
    const retry = createRetry(logTo(lines), never, { ...FAST, firstWaitMs: 1, longestWaitMs: 5, attempts: 6 });
    await expect(retry(async () => Promise.reject(errorOf('57P03')))).rejects.toThrow('57P03');
    expect(lines.map((line) => (JSON.parse(line) as { readonly retryInMs: number }).retryInMs)).toEqual([
      1, 2, 4, 5, 5,
    ]);
  });

  it.each(['28P01', '3D000', '42501', '53100', '58030', '25006', 'EROFS'])(
    'does not wait for %s to pass',
    async (code) => {
      const lines: string[] = [];
      const step = vi.fn<() => Promise<never>>(async () => Promise.reject(errorOf(code)));
      await expect(createRetry(logTo(lines), never, FAST)(step)).rejects.toThrow(code);
      expect([step.mock.calls.length, lines]).toEqual([1, []]);
    },
  );

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', '57P01', '57P03', '53300', '08006'])(
    'waits for %s to pass',
    async (code) => {
      let calls = 0;
      const step = async (): Promise<string> => (++calls < 3 ? Promise.reject(errorOf(code)) : 'done');
      expect(await createRetry(logTo([]), never, FAST)(step)).toBe('done');
    },
  );

  it('ends with its signal, in the middle of a wait', async () => {
    const stopping = new AbortController();
    const retry = createRetry(logTo([]), stopping.signal, { ...FAST, firstWaitMs: 600_000, longestWaitMs: 600_000 });
    const step = vi.fn<() => Promise<never>>(async () => Promise.reject(errorOf('ECONNREFUSED')));
    setTimeout(() => stopping.abort(), 20);
    await expect(retry(step)).rejects.toThrow('ECONNREFUSED');
    expect(step.mock.calls.length).toBeLessThanOrEqual(2);
  });
});
