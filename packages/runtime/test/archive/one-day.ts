/** The archive of one perp in memory, for tests that ask every operation of a host. */

import { PUBLICATIONS } from '@barograph/contract';
import { createArchiver, type ArchiverParts } from '../../src/archive/archiver.ts';
import type { Blobs } from '../../src/archive/blobs.ts';
import { ARCHIVER_V1 } from '../../src/archive/config.ts';
import { snapshotTypes } from '../../src/archive/snapshot-types.ts';
import { createSystemClock } from '../../../sources/src/clock.ts';
import { QUIET } from '../../../store/test/test-support.ts';

/** Files in memory. */
export function memoryBlobs(): Blobs {
  const files = new Map<string, Uint8Array>();
  return {
    place: 'memory',
    put: async (name, bytes) => void files.set(name, bytes),
    get: async (name) => files.get(name),
  };
}

/** Writes the day before now, of BTC alone, and the daily snapshot. */
export async function archiveBtc(
  parts: Pick<ArchiverParts, 'store' | 'blobs' | 'market' | 'clock' | 'daily'>,
): Promise<void> {
  const { market, clock } = parts;
  const { job } = createArchiver({
    ...parts,
    market: {
      ...market,
      listings: async (asOf) => (await market.listings(asOf)).filter(({ symbol }) => symbol === 'BTC'),
    },
    wall: createSystemClock(),
    timeline: 'test',
    types: snapshotTypes(PUBLICATIONS.map(({ name }) => name)),
    config: ARCHIVER_V1,
    log: QUIET,
  });
  await job.run(clock.now());
}
