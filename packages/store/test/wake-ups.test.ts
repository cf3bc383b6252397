/** Each wake-up is sent after it was requested, with few statements, whatever the order of commits and failures. */

import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHANNELS, type Channel } from '../src/listener.ts';
import { createWakeUps, notifying } from '../src/wake-ups.ts';
import { QUIET } from './values.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));
afterEach(() => void vi.useRealTimers());

const wakeUp = fc.record({
  channel: fc.constantFrom<Channel>('events', 'snapshots', 'keys'),
  payload: fc.constantFrom('', 'a', 'b', 'ключ'),
});
/** Wake-ups of one turn of the event loop, then the time until the next, ms. */
const turns = fc.array(fc.record({ asked: fc.array(wakeUp, { maxLength: 6 }), pauseMs: fc.nat(50) }), {
  maxLength: 12,
});

/** A connection whose statements take a while, and some of which fail. */
function connection(failing: ReadonlySet<number>, ms: number) {
  const sent: { readonly texts: readonly string[]; readonly at: number; readonly isLost: boolean }[] = [];
  let underWay = 0;
  let most = 0;
  const query = async (_: string, [channels, payloads]: readonly unknown[]): Promise<void> => {
    const texts = (channels as string[]).map((channel, i) => `${channel} ${(payloads as string[])[i]}`);
    const isLost = failing.has(sent.length);
    sent.push({ texts, at: Date.now(), isLost });
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, ms));
    underWay--;
    if (isLost) throw new Error('away');
  };
  return { query, sent, most: () => most };
}

describe('wake-ups', () => {
  it('are sent after they were asked for, each once in a statement, one statement at a time, again after a failure', async () => {
    const cases = fc.asyncProperty(
      turns,
      fc.uniqueArray(fc.nat(6)),
      fc.integer({ min: 1, max: 80 }),
      async (all, failing, ms) => {
        const { query, sent, most } = connection(new Set(failing), ms);
        const wakeUps = createWakeUps(notifying({ query }), QUIET);
        const asked: { readonly text: string; readonly statements: number }[] = [];
        for (const { asked: turn, pauseMs } of all) {
          for (const { channel, payload } of turn) {
            asked.push({ text: `${CHANNELS[channel]} ${payload}`, statements: sent.length });
            void wakeUps.wake(channel, payload);
          }
          await vi.advanceTimersByTimeAsync(pauseMs);
        }
        await vi.advanceTimersByTimeAsync(60_000);
        const closed = wakeUps.close();
        await vi.advanceTimersByTimeAsync(1000);
        await closed;
        for (const { text, statements } of asked) {
          const isSent = sent.slice(statements).some(({ texts, isLost }) => !isLost && texts.includes(text));
          expect(isSent, text).toBe(true);
        }
        for (const { texts } of sent) expect(new Set(texts).size).toBe(texts.length);
        expect(most()).toBeLessThanOrEqual(1);
        const lost = sent.filter(({ isLost }) => isLost).length;
        expect(sent.length - lost).toBeLessThanOrEqual(all.filter(({ asked: turn }) => turn.length > 0).length + lost);
      },
    );
    await fc.assert(cases, { numRuns: Number(process.env['BAROGRAPH_TEST_RUNS'] ?? 100) });
  });

  it('end their promise with the first attempt, sent or not, and leave out what Postgres would refuse', async () => {
    const { query, sent } = connection(new Set([0]), 10);
    const wakeUps = createWakeUps(notifying({ query }), QUIET);
    let isEnded = false;
    const first = wakeUps.wake('keys', 'id').then(() => (isEnded = true));
    void wakeUps.wake('snapshots', 'x'.repeat(8000));
    await vi.advanceTimersByTimeAsync(9);
    expect(isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    await first;
    const closed = wakeUps.close();
    await vi.advanceTimersByTimeAsync(100);
    await closed;
    const texts = ['barograph_keys id'];
    expect(sent.map(({ texts: of, isLost }) => [of, isLost])).toEqual([
      [texts, true],
      [texts, false],
    ]);
  });
});
