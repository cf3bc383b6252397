/** The file of digests: every closed day once, whatever was killed between and whatever the file lacked. */

import { NO_DIGEST, type LedgerDigest } from '@barograph/contract';
import * as fc from 'fast-check';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { addDigests } from '../../../src/producers/ledger/digest-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'digests-'));
afterAll(async () => rm(folder, { recursive: true }));
const path = join(folder, 'digests.ndjson');

const days: readonly LedgerDigest[] = Array.from({ length: 24 }, (_, i) => ({
  origin: i % 2 === 0 ? 'live' : 'backfilled',
  date: `2026-01-${String(1 + (i >> 1)).padStart(2, '0')}`,
  rows: i,
  previous: NO_DIGEST,
  digest: String(i).padStart(64, '0'),
}));
const linesOf = async (): Promise<readonly LedgerDigest[]> =>
  (await readFile(path, 'utf8')).split('\n').slice(0, -1).map((line) => JSON.parse(line) as LedgerDigest); // prettier-ignore

it('has each day once after kills in the middle of a write, and gets the days that it lacks', async () => {
  const step = fc.record({
    known: fc.nat({ max: days.length }),
    torn: fc.nat({ max: 400 }),
    lost: fc.nat({ max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await rm(path, { force: true });
      for (const { known, torn, lost } of steps) {
        await addDigests(path, days.slice(0, known));
        const text = await readFile(path, 'utf8');
        await truncate(path, Math.max(0, text.length - torn));
        const rest = (await readFile(path, 'utf8')).split('\n');
        if (lost < rest.length - 1) await writeFile(path, rest.toSpliced(lost, 1).join('\n'));
      }
      await addDigests(path, days);
      const lines = await linesOf();
      expect(lines).toHaveLength(days.length);
      expect(new Set(lines.map((line) => JSON.stringify(line)))).toEqual(new Set(days.map((day) => JSON.stringify(day)))); // prettier-ignore
      const before = await readFile(path, 'utf8');
      expect(await addDigests(path, days)).toEqual({ added: 0, unlike: [] });
      expect(await readFile(path, 'utf8')).toBe(before);
    }),
  );
});

it('tells of days whose digest is another one, and leaves the file as it is', async () => {
  await rm(path, { force: true });
  await addDigests(path, days);
  const before = await readFile(path, 'utf8');
  const edited = days.with(3, { ...days[3]!, digest: 'f'.repeat(64) });
  expect(await addDigests(path, edited)).toEqual({
    added: 0,
    unlike: [{ origin: days[3]!.origin, date: days[3]!.date }],
  });
  expect(await readFile(path, 'utf8')).toBe(before);
});
