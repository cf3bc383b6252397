import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readBarsFolder } from './read-bars-folder.ts';
import { readBars, readBarsStream } from './read-bars.ts';
import { READ_LIMITS_V1, readDeadlineMs, type ReadLimits } from './read-limits.ts';

/** A run that is longer than its page: see `fixtures/corrupt/generate.mjs`. hyparquet alone never ends over it. */
const RUN_LENGTH = fileURLToPath(new URL('../../../fixtures/corrupt/run-length.parquet', import.meta.url));
const BAD = fileURLToPath(new URL('../../../../shared/data/bad', import.meta.url));
const BARS = 'timestamp,open,high,low,close,volume\n2024-01-01,1,2,1,2,9\n2024-01-02,2,3,2,3,9\n';

const SHORT: ReadLimits = { version: 'read-limits/test', baseMs: 400, msPerMegabyte: 0 };
const folder = mkdtempSync(join(tmpdir(), 'barograph-deadline-'));
writeFileSync(join(folder, 'AAA.csv'), BARS);
const HANGS = join(folder, 'BAD.parquet');
/** An integer of 300,000 digits in the footer, which takes the library long: every digit copies those before it. */
const DIGITS = 300_000;
const footer = Buffer.concat([Buffer.from([0x16]), Buffer.alloc(DIGITS, 0xff), Buffer.from([1, 0, 0, 0, 0, 0])]);
footer.writeUInt32LE(DIGITS + 3, DIGITS + 3);
writeFileSync(HANGS, Buffer.concat([Buffer.from('PAR1'), footer, Buffer.from('PAR1')]));
writeFileSync(join(folder, 'CCC.csv'), BARS);
afterAll(() => rmSync(folder, { recursive: true }));

describe('[12.9] a file over which the decoder never ends', () => {
  it('is a problem at the deadline of its size, and the event loop stays free meanwhile', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 20);
    const result = await readBars(HANGS, { limits: SHORT });
    clearInterval(timer);
    expect(result).toEqual({
      ok: false,
      error: {
        code: 'unreadable_file',
        file: HANGS,
        expected: 'a file of 300015 bytes to be read within 0.4 s',
        got: 'no end of it',
      },
    });
    expect(ticks).toBeGreaterThan(5);
  });

  it('is a problem from a pipe too', async () => {
    const stream = Readable.from([readFileSync(HANGS)]);
    expect(await readBarsStream(stream, 'stdin', { limits: SHORT })).toMatchObject({
      ok: false,
      error: { file: 'stdin', got: 'no end of it' },
    });
  });

  it('refuses its folder by its name', async () => {
    expect(await readBarsFolder(folder, { limits: SHORT })).toMatchObject({
      ok: false,
      error: { code: 'unreadable_file', file: join(folder, 'BAD.parquet') },
    });
  });

  it('is left out with skipBad, and the other files are read', async () => {
    const read = await readBarsFolder(folder, { limits: SHORT, skipBad: true });
    const { files, bad } = read.ok ? read.value : expect.fail(read.error.got);
    expect(files.map(({ symbol, rows }) => [symbol, rows])).toEqual([
      ['AAA', 2],
      ['CCC', 2],
    ]);
    expect(bad.map(({ file }) => file)).toEqual([join(folder, 'BAD.parquet')]);
  });

  it('is given up at once when the reading is aborted', async () => {
    const controller = new AbortController();
    const reading = readBars(HANGS, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(reading).rejects.toThrow('enough');
    await expect(readBars(HANGS, { signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('[12.9] a run of values that is longer than its page', () => {
  it('is a problem in words, without a deadline', async () => {
    expect(await readBars(RUN_LENGTH)).toMatchObject({
      ok: false,
      error: { code: 'unreadable_file', file: RUN_LENGTH, expected: 'a readable Parquet file' },
    });
  });
});

describe('[12.9] the deadline', () => {
  it('is five seconds and two more for each megabyte', () => {
    expect(READ_LIMITS_V1).toEqual({ version: 'read-limits/1', baseMs: 5_000, msPerMegabyte: 2_000 });
    expect([0, 1_072, 50e6].map((bytes) => readDeadlineMs(bytes))).toEqual([5_000, 5_003, 105_000]);
  });
});

describe.skipIf(!existsSync(BAD))('[12.9] the collected corrupt files (needs ../shared/data/bad)', () => {
  const names = existsSync(BAD) ? readdirSync(BAD).filter((name) => name.endsWith('.parquet')) : [];

  it.each(names)(
    '%s ends in words of the decoder, not at its deadline',
    async (name) => {
      expect(await readBars(join(BAD, name))).toMatchObject({
        ok: false,
        error: { code: 'unreadable_file', expected: 'a readable Parquet file' },
      });
    },
    10_000,
  );
});
