import { describe, expect, it } from 'vitest';
import { batch, BATCH_V1, type BatchLimits } from '../src/batch.ts';

/** Statement that ends on demand; it doubles. */
function slow(limits: BatchLimits = BATCH_V1) {
  const runs: number[][] = [];
  const ends: { readonly done: () => void; readonly fail: () => void }[] = [];
  const run = async (items: readonly number[]): Promise<readonly number[]> => {
    runs.push([...items]);
    await new Promise<void>((resolve, reject) => ends.push({ done: resolve, fail: () => reject(new Error('lost')) }));
    return items.map((item) => 2 * item);
  };
  return { runs, ends, ask: batch<number, number>((item) => (item < 100 ? 'small' : 'large'), run, limits) };
}
const tick = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('what is asked', () => {
  it('goes at once when nothing is under way, and otherwise in one batch with all that waits', async () => {
    const { runs, ends, ask } = slow();
    const answers = [1, 2, 3].map(ask);
    await tick();
    expect(runs).toEqual([[1]]);
    ends[0]!.done();
    await tick();
    expect(runs).toEqual([[1], [2, 3]]);
    const late = ask(4);
    ends[1]!.done();
    await tick();
    ends[2]!.done();
    expect(await Promise.all([...answers, late])).toEqual([2, 4, 6, 8]);
    expect(runs).toEqual([[1], [2, 3], [4]]);
  });

  it('does not wait for another group', async () => {
    const { runs, ends, ask } = slow();
    const answers = [1, 100].map(ask);
    await tick();
    expect(runs).toEqual([[1], [100]]);
    for (const { done } of ends) done();
    expect(await Promise.all(answers)).toEqual([2, 200]);
  });

  it('fails with its own statement alone', async () => {
    const { runs, ends, ask } = slow();
    const answers = Promise.allSettled([1, 2, 3].map(ask));
    await tick();
    ends[0]!.done();
    await tick();
    const after = ask(4);
    ends[1]!.fail();
    await tick();
    ends[2]!.done();
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await after).toBe(8);
    expect(runs).toEqual([[1], [2, 3], [4]]);
  });

  it('is at most a thousand at a time', async () => {
    const { runs, ends, ask } = slow();
    const answers = Array.from({ length: 1502 }, async () => ask(1));
    for (let i = 0; i < 3; i++) {
      await tick();
      ends[i]!.done();
    }
    await Promise.all(answers);
    expect(runs.map(({ length }) => length)).toEqual([1, 1000, 501]);
  });

  it('[12.8] is refused at once when as many wait as may, and afterwards when it waited too long', async () => {
    let now = 0;
    const { runs, ends, ask } = slow({ ...BATCH_V1, waiting: 3, waitMs: 100, now: () => now });
    const first = ask(1);
    const early = Promise.allSettled([2, 3].map(ask));
    now = 50;
    const last = ask(4);
    await expect(ask(5)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    now = 101;
    ends[0]!.done();
    expect((await early).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await tick();
    ends[1]!.done();
    expect(await Promise.all([first, last])).toEqual([2, 8]);
    expect(runs).toEqual([[1], [4]]);
  });
});
