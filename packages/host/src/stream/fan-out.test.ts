import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryLog } from './memory-log.ts';
import { sample } from './samples.ts';
import { open, replica, stopAll, until } from './test-support.ts';

afterEach(stopAll);

describe('a thousand clients', () => {
  it('are written the very same bytes', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log);
    const chunks = new Map<string, Set<unknown>>();
    let written = 0;
    for (let i = 0; i < 1000; i++) {
      const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
        const text = chunk.toString();
        if (text.startsWith('id:')) {
          written++;
          chunks.set(text, (chunks.get(text) ?? new Set()).add(chunk.buffer).add(chunk.byteOffset));
        }
        done();
      };
      await open(service, new Writable({ write }), { key: `k${i}` });
    }
    for (let i = 0; i < 3; i++) {
      await log.events.append([sample(i)]);
      await until(() => written === 1000 * (i + 1));
    }
    // One buffer and one place in it for each event.
    expect([...chunks.values()].map(({ size }) => size)).toEqual([2, 2, 2]);
    expect(service.state().open).toBe(1000);
  });
});
