/** `barograph pull` over a venue with every fault, killed at random moments: its files match the venue. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { createSystemClock } from '@barograph/sources';
import { createSimulatedSource } from '@barograph/sources/simulated';
import { readBarsOrThrow } from '@barograph/files';
import { FAULT_KINDS, openVenue, readFaultOrder, type Venue } from '@barograph/venue';
import seedrandom from 'seedrandom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { temporaryFolder } from '../packages/store/test/test-support.ts';
import type { Sidecar } from '../packages/barograph/src/pull/sidecar.ts';

const KILLS = 20;
const SYMBOLS = ['BTC', 'ETH', 'PEPE'];
const FROM = Date.UTC(2025, 6, 1);
const TO = Date.UTC(2026, 6, 1);
const random = seedrandom('pull');

const simulated = createSimulatedSource(SIMULATOR_V2);
let venue: Venue;
let base: string;
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  venue = openVenue({ clock: createSystemClock(), speed: 1, seed: 'pull', coins: 2, feeds: simulated.feeds });
  base = (await venue.listen('127.0.0.1', 0)).replace('/perpdex', '');
});
afterAll(async () => {
  await venue.close();
  await rm(folder, { recursive: true });
});

/** Runs the program. @param killAfter ms; never when left out. */
async function pull(args: readonly string[], killAfter?: number): Promise<{ code: number | null; text: string }> {
  const cli = built('packages/barograph/bin/barograph.js');
  const child = spawn(process.execPath, [cli, 'pull', ...args, '--loopback', base], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, text };
}

/** A fault of each kind that bars can meet, for a moment, one after the other. */
function order(kind: string, ms: number): void {
  const more =
    kind === 'slow'
      ? { delay: 300 }
      : kind === '429'
        ? { retryAfter: 1 }
        : kind === 'clock_jump'
          ? { by: -3 * HOUR_MS }
          : {};
  const lasting = kind === 'disconnect' ? {} : { for: ms };
  const read = readFaultOrder({ kind, ...lasting, ...more });
  if (!read.ok) throw new Error(read.error);
  const ordered = venue.fault(read.value);
  if (!ordered.ok) throw new Error(ordered.error);
}

describe('a pull over a venue with faults', () => {
  it('killed at twenty moments ends with the bars of the venue, and a sidecar that is right', async () => {
    const out = join(folder, 'bars');
    const args = ['cexa', ...SYMBOLS, '--from', '2025-07-01', '--to', '2026-07-01', '--out', out];
    const kinds = Object.keys(FAULT_KINDS).filter((kind) => !['listing', 'delisting', 'quiet'].includes(kind));
    let killed = 0;
    for (let i = 0; i < KILLS; i++) {
      order(kinds[i % kinds.length]!, 400);
      killed += (await pull(args, 300 + random() * 900)).code === null ? 1 : 0;
    }
    expect(killed).toBeGreaterThan(KILLS / 2);
    await wait(500);
    const last = await pull(args);
    expect(last.code, last.text).toBe(0);
    const { files } = JSON.parse(readFileSync(join(out, 'pull.json'), 'utf8')) as Sidecar;
    expect(Object.keys(files).toSorted()).toEqual(SYMBOLS.map((symbol) => `${symbol}.csv`));
    expect((await readdir(out)).toSorted()).toEqual([...SYMBOLS.map((symbol) => `${symbol}.csv`), 'pull.json']);
    for (const symbol of SYMBOLS) {
      const window = { kind: 'range', from: FROM, to: TO - 1 } as const;
      const pulled = await simulated.feeds.bars!.pull({ symbol, venue: 'cexa_spot', interval: '1h', window, asOf: TO });
      const { time, open, high, low, close, volume } = pulled.ok ? pulled.value.rows.closed : expect.fail(symbol);
      const rows = Array.from(time, (at, i) => [at, open[i], high[i], low[i], close[i], volume[i]].join());
      const text = readFileSync(join(out, `${symbol}.csv`), 'utf8');
      expect(text).toBe(['timestamp,open,high,low,close,volume', ...rows, ''].join('\n'));
      expect(files[`${symbol}.csv`]).toMatchObject({
        from: FROM,
        to: TO,
        rows: 365 * 24,
        completeness: 1,
        gaps: [],
        sha256: createHash('sha256').update(text).digest('hex'),
      });
    }
  });

  it('is extended by --update, and refuses a folder of another interval', async () => {
    const out = join(folder, 'days');
    const days = ['cexa', 'BTC', '--interval', '1d', '--out', out, '--from', '2026-01-01'];
    expect((await pull([...days, '--to', '2026-03-01'])).code).toBe(0);
    const before = readFileSync(join(out, 'BTC.csv'), 'utf8');
    expect((await pull(['--update', out, '--to', '2026-05-01'])).code).toBe(0);
    const after = readFileSync(join(out, 'BTC.csv'), 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.trimEnd().split('\n')).toHaveLength(1 + 120);
    const other = await pull(['cexa', 'BTC', '--interval', '1h', '--out', out, '--from', '2026-01-01']);
    expect(other).toEqual({
      code: 2,
      text: `error: --out: expected a folder without files of another interval, got ${out} with 1d\n`,
    });
  });

  it.each(['perpdex', 'cexa', 'dexb'])('brings the days of %s, and its funding where it has any', async (source) => {
    const out = join(folder, source);
    const pulled = await pull([
      source,
      'BTC',
      '--interval',
      '1d',
      '--from',
      '2026-10-01',
      '--to',
      '2026-11-01',
      '--also',
      'funding',
      '--out',
      out,
    ]);
    expect(pulled.code, pulled.text).toBe(0);
    const { files } = JSON.parse(readFileSync(join(out, 'pull.json'), 'utf8')) as Sidecar;
    expect(files['BTC.csv']).toMatchObject({ rows: 31, completeness: 1, gaps: [] });
    expect(files['funding/BTC.csv']!.rows).toBe(source === 'perpdex' ? 31 * 24 : 31 * 3);
    const read = await readBarsOrThrow(join(out, 'BTC.csv'));
    expect([read.candles.length, read.step]).toEqual([31, 24 * HOUR_MS]);
  });

  it('names what it does not know', async () => {
    const unknown = await pull(['cexa', 'NOBODY', '--from', '2026-01-01', '--out', join(folder, 'none')]);
    expect(unknown).toEqual({ code: 2, text: 'error: NOBODY, bars: cexa_spot does not list NOBODY\n' });
    const source = await pull(['nobody', 'BTC', '--from', '2026-01-01', '--out', join(folder, 'none')]);
    expect(source).toEqual({ code: 2, text: 'error: source: expected perpdex, cexa, dexb, got nobody\n' });
  });
});
