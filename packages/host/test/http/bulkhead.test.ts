import { ok } from '@barograph/core';
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createBulkhead } from '../../src/http/bulkhead.ts';
import { createLog } from '../../../store/src/log.ts';

describe('a heavy read that has ended', () => {
  it.each(['answers', 'fails'])('leaves no listener on its signals, where it %s', async (how) => {
    const places = { take: async () => ({ giveBack: async () => undefined }), onFreed: () => () => undefined };
    const bulkhead = createBulkhead({ places, log: createLog('silent') });
    const { signal } = new AbortController();
    const signals: AbortSignal[] = [signal];
    const during: number[] = [];
    const read = bulkhead.run(signal, async (cancelled) => {
      signals.push(cancelled);
      await new Promise((resolve) => setImmediate(resolve));
      during.push(getEventListeners(cancelled, 'abort').length);
      if (how === 'fails') throw new Error('no file');
      return ok(1);
    });
    const outcome = await read.catch((error: unknown) => String(error));
    expect(outcome).toEqual(how === 'fails' ? 'Error: no file' : ok(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(during).toEqual([2]);
    expect(signals.map((one) => getEventListeners(one, 'abort').length)).toEqual([0, 0]);
  });
});
