/** kill -9 of replicas that publish snapshots with their events: the log tells every change of the snapshots once, in order. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, temporaryFolder, type TestServer } from './test-support.ts';

const CHILD = fileURLToPath(new URL('./telling-child.ts', import.meta.url));
const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 100 : 6;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.stop());

/** Kills a child after so many snapshots, wherever it stands in the next one. */
async function killedAfter(child: ChildProcess, snapshots: number, delayMs: number): Promise<void> {
  let count = 0;
  child.stdout!.on('data', (text: Buffer) => {
    count += text.toString().split('\n').length - 1;
    if (count >= snapshots) setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
}

describe('snapshots with events', () => {
  it(
    `lose and repeat none when both replicas are killed, ${ROUNDS} times`,
    async () => {
      const url = await server.database();
      const folder = await temporaryFolder();
      const flags = ['--conditions=source', '--import', 'tsx', CHILD, url, folder];
      for (let round = 0; round < ROUNDS; round++) {
        const children = [0, 1].map(() => spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] }));
        await Promise.all(children.map(async (child, i) => killedAfter(child, 5 + 3 * i, (7 * round) % 5)));
      }
      await rm(folder, { recursive: true });
      const store = await server.open(url);
      const { asOf } = (await store.snapshots.latest('count'))!;
      const events = await store.events.since(0, 1_000_000);
      expect(asOf).toBeGreaterThan(ROUNDS * 5);
      expect(events.map(({ id, payload }) => [id, payload])).toEqual(
        Array.from({ length: asOf }, (_, i) => [i + 1, { from: i, to: i + 1 }]),
      );
    },
    60_000 + ROUNDS * 20_000,
  );
});
