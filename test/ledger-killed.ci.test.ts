/** Replicas are killed (kill -9) while grading the ledger: every forecast is graded once, on earlier counts, and digests are valid. */

import { createLedgerVerifier, NO_DIGEST, type LedgerDigest, type LedgerRow } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { createMarket } from '@barograph/simulator';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER_ROWS } from '../packages/store/src/ledger.ts';
import { sha256 } from '../packages/store/src/sha256.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../packages/store/test/test-support.ts';
import { END, fewPerps, prepared, START, TIMELINE } from './ledger-prepared.ts';

const CHILD = fileURLToPath(new URL('./ledger-child.ts', import.meta.url));
const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 60 : 2;
const REPLICAS = 2;
const FLAGS = ['--conditions=source', '--import', 'tsx', CHILD];

let server: TestServer;
let folder = '';
beforeAll(async () => {
  server = await startTestServer();
  folder = await temporaryFolder();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const digestFile = (replica: number): string => join(folder, `digests-${replica}.ndjson`);
const replicaOf = (url: string, replica: number): ChildProcess =>
  spawn(process.execPath, [...FLAGS, url, folder, digestFile(replica)], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Kills a child `delayMs` after it began `hours` hours. @returns whether it was in the middle of an hour. */
async function killedIn(child: ChildProcess, hours: number, delayMs: number): Promise<boolean> {
  let output = '';
  child.stdout!.on('data', (text: Buffer) => {
    const before = output.split('b').length;
    output += text.toString();
    if (before <= hours && output.split('b').length > hours) setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');
  return output.endsWith('b');
}

describe('a ledger whose replicas are killed while they grade', () => {
  it(
    `has each row graded once after ${ROUNDS * REPLICAS} times`,
    async () => {
      const url = await server.database();
      const { db, ledger } = await server.open(url);
      const days = prepared();
      for (const { day, rows } of days) {
        await LEDGER_ROWS.write(db, { origin: 'live', rows, day, closeBefore: START }, { timeline: TIMELINE, asOf: START }); // prettier-ignore
      }
      let within = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const killed = Array.from({ length: REPLICAS }, async (_, i) => killedIn(replicaOf(url, i), 2 + ((round + i) % 4), (17 * round + 29 * i) % 60)); // prettier-ignore
        within += (await Promise.all(killed)).filter(Boolean).length;
      }
      // The other kills happened between two hours.
      expect(within).toBeGreaterThan((ROUNDS * REPLICAS) / 2);
      for (let i = 0; i < REPLICAS; i++) {
        const [code] = (await once(replicaOf(url, i), 'close')) as [number];
        expect(code).toBe(0);
      }

      const market = createMarket(fewPerps());
      const closesOf = (scope: string, first: number, last: number): readonly number[] =>
        Array.from(market.candles(scope === 'market' ? 'BTC' : scope, 'perpdex_perp', '1h', first, last + HOUR_MS).close); // prettier-ignore
      const verifier = createLedgerVerifier(NO_DIGEST, sha256, closesOf);
      const digests = await ledger.digests(TIMELINE, { origin: 'live', from: 0, to: END });
      const all: LedgerRow[] = [];
      for (const closed of digests) {
        const query = {
          origin: 'live',
          day: Date.parse(closed.date),
          limit: 5000,
          asOf: Number.MAX_SAFE_INTEGER,
        } as const;
        const rows = (await ledger.rows(TIMELINE, query)).map(({ text }) => JSON.parse(text) as LedgerRow); // prettier-ignore
        expect(verifier.day(closed, rows)).toBeUndefined();
        all.push(...rows);
      }
      const graded = all.flatMap((row) => (row.type === 'grade' ? [row.row] : []));
      const forecasts = days.flatMap(({ rows }) => rows.map(({ id }) => id));
      expect(graded.toSorted()).toEqual(forecasts.toSorted());
      const known = all.filter((row) => row.type === 'grade' && row.followed.return !== null).length;
      expect(known).toBe(forecasts.length);
      expect(verifier.counts()).toMatchObject({ regraded: forecasts.length, fromBars: known });
      for (let i = 0; i < REPLICAS; i++) {
        const kept = readFileSync(digestFile(i), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as LedgerDigest); // prettier-ignore
        // The last day is closed by the last run, whose digest the next one would write.
        expect(kept).toEqual(digests.slice(0, kept.length));
        expect(kept.length).toBeGreaterThanOrEqual(digests.length - 1);
      }
    },
    90_000 + ROUNDS * 20_000,
  );
});
