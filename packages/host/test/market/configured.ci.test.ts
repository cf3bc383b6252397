import { HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';
import { SYMBOL_RULE } from '@barograph/files';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CONFIG_FIELDS } from '../../src/config-fields.ts';
import type { HostConfig } from '../../src/host-config.ts';
import { readConfig } from '../../src/config.ts';
import { openConfigured } from '../../../sources/src/configured.ts';
import { hourlyOpenInterest } from '../../../sources/src/market/hourly.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { START, testHost, waveBars } from '../test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

function csv({ length, time, open, high, low, close, volume }: Candles): string {
  const rows = Array.from({ length }, (_, i) => [time[i], open[i], high[i], low[i], close[i], volume[i]].join(','));
  return `timestamp,open,high,low,close,volume\n${rows.join('\n')}\n`;
}
let folders = 0;
function write(files: Readonly<Record<string, string | Buffer>>): string {
  const path = join(folder, String(folders++));
  mkdirSync(path);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}
function config(fields: Partial<HostConfig>): HostConfig {
  const asked = readConfig({ argv: [], env: {}, readFile: () => '' });
  if (!asked.ok || asked.value.kind !== 'serve') throw new Error('no defaults');
  return { ...asked.value.config, ...fields };
}
async function messageOf(fields: Partial<HostConfig>): Promise<string> {
  const opened = await openConfigured(config(fields), QUIET);
  return opened.ok ? 'opened' : opened.error;
}
const HOURS = 100;
const BARS = csv(waveBars(HOURS));
const LAST_CLOSE = START + HOURS * HOUR_MS;

describe('openConfigured', () => {
  it('reads both venues; the clock stands at the close of the last bar of all', async () => {
    const opened = await openConfigured(
      config({
        data: write({ 'BTCUSDT.csv': BARS, '1000PEPEUSDT.csv.gz': gzipSync(csv(waveBars(50))) }),
        spot: write({ 'PEPE-USDT.csv': BARS }),
      }),
      QUIET,
    );
    const { market, clock } = opened.ok ? opened.value : undefined!;
    expect(clock.now()).toBe(LAST_CLOSE);
    expect(market.kind).toBe('files');
    expect(await market.listings(clock.now())).toEqual([
      { symbol: 'BTC', venue: 'perpdex_perp' },
      { symbol: 'kPEPE', venue: 'perpdex_perp' },
      { symbol: 'PEPE', venue: 'cexa_spot' },
    ]);
  });

  it('refuses a folder for a file that cannot be read, or leaves that file out and names it', async () => {
    const data = write({ 'BTC.csv': BARS, 'ETH.csv': 'timestamp,open\n' });
    expect(await messageOf({ data })).toMatch(/ETH\.csv column "high": expected a header/);
    const opened = await openConfigured(config({ data, skipBad: true }), QUIET);
    const { market, clock, skipped } = opened.ok ? opened.value : expect.fail(opened.error);
    expect((await market.listings(clock.now())).map(({ symbol }) => symbol)).toEqual(['BTC']);
    expect(skipped).toEqual([expect.stringMatching(/ETH\.csv column "high": expected a header/)]);
  });

  it('refuses names of files that are no symbols, each in a line of its own', async () => {
    for (const name of ['=cmd|calc.csv', 'A\nB.csv', '<img src=x>.csv']) {
      const said = await messageOf({ data: write({ 'BTC.csv': BARS, [name]: BARS }) });
      expect(said).toContain(`expected a file name of ${SYMBOL_RULE}`);
      expect(said).not.toContain('\n');
      const derivatives = write({});
      mkdirSync(join(derivatives, 'dvol'));
      writeFileSync(join(derivatives, 'dvol', name), BARS);
      expect(await messageOf({ data: write({ 'BTC.csv': BARS }), derivatives })).toContain(SYMBOL_RULE);
    }
  });

  it('reads files without a header by the layout that is named, where their rows do not confirm it', async () => {
    const { time, open, high, low, close, volume } = waveBars(HOURS);
    const rows = Array.from(time, (t, i) => [t, open[i], high[i], low[i], close[i], volume[i], t + 1, 7.5].join(','));
    const data = write({ 'BTC.csv': rows.join('\n') });
    expect(await messageOf({ data })).toMatch(
      /BTC\.csv row 1: expected rows that confirm a layout .*kraken.* name them \(--layout NAME\), got/,
    );
    expect(await messageOf({ data, layout: 'klines' })).toBe('opened');
  });

  it('starts a replay where it is told to, at one second a second', async () => {
    const from = START + 10 * HOUR_MS;
    const opened = await openConfigured(config({ data: write({ 'BTC.csv': BARS }), from }), QUIET);
    const { market, clock } = opened.ok ? opened.value : undefined!;
    expect(clock.now() - from).toBeLessThan(10_000);
    expect(market.state(clock.now())[0]!.feeds[0]!.coverage![0]!.bars).toBe(10);
  });

  it('takes bars of other intervals than an hour', async () => {
    const bars = waveBars(HOURS);
    const minutes = { ...bars, time: bars.time.map((time) => START + (time - START) / 60) };
    const opened = await openConfigured(config({ data: write({ 'BTC.csv': csv(minutes) }) }), QUIET);
    const { market, clock } = opened.ok ? opened.value : undefined!;
    expect(market.state(clock.now())[0]!.feeds[0]!.coverage![0]!).toMatchObject({ interval: '1m', bars: HOURS });
  });

  it('names the row that is off the boundary of its interval', async () => {
    const bars = waveBars(HOURS);
    const time = bars.time.map((value, i) => (i === 6 ? value + MINUTE_MS : value));
    const data = write({ 'BTC.csv': csv({ ...bars, time }) });
    expect(await messageOf({ data })).toMatch(
      /BTC\.csv row 7 column "timestamp": expected an open on a 1h boundary, UTC, got/,
    );
  });

  it('refuses two files of one coin, a step without a name, and a folder without bars', async () => {
    const twice = write({ 'BTCUSDT.csv': BARS, 'BTC-PERP.csv': BARS });
    expect(await messageOf({ data: twice })).toMatch(
      /expected one file for each symbol, got BTC-PERP\.csv and BTCUSDT\.csv/,
    );
    const bars = waveBars(HOURS);
    const odd = { ...bars, time: bars.time.map((time) => START + (time - START) * 7) };
    expect(await messageOf({ data: write({ 'BTC.csv': csv(odd) }) })).toMatch(/BTC\.csv: expected bars of 1m, 5m/);
    expect(await messageOf({ data: write({ 'notes.txt': 'x' }) })).toMatch(/expected bar files/);
  });

  it('refuses a start outside the bars, and before the simulator', async () => {
    const data = write({ 'BTC.csv': BARS });
    expect(await messageOf({ data, from: START })).toMatch(/^from: expected a moment within 2025-01-01T00:00/);
    expect(await messageOf({ data, from: LAST_CLOSE + 1 })).toMatch(/^from: expected a moment within/);
    expect(await messageOf({ from: Date.UTC(2020, 0, 1) })).toMatch(/^from: expected a moment after 2024-01-01/);
  });

  it('has funding and open interest of files that are named, and of the simulator', async () => {
    const data = write({ 'BTC.csv': csv(waveBars(10)) });
    const derivatives = write({});
    mkdirSync(join(derivatives, 'open-interest'));
    writeFileSync(join(derivatives, 'open-interest', 'BTCUSDT.csv'), `timestamp,level\n${START + HOUR_MS},7\n`);
    const levels = async (changes: Partial<HostConfig>): Promise<Float64Array | null> => {
      const opened = await openConfigured(config(changes), QUIET);
      if (!opened.ok) throw new Error(opened.error);
      return hourlyOpenInterest(opened.value.market, { symbol: 'BTC', last: START, hours: 1 });
    };
    expect(await levels({ data, derivatives })).toEqual(Float64Array.of(7));
    expect(await levels({ data })).toBeNull();
    expect((await levels({}))![0]).toBeGreaterThan(0);
    expect(await messageOf({ data, derivatives: data })).toMatch(/^derivatives: expected CSV files in/);
    expect(await messageOf({ derivatives })).toBe('derivatives: expected data or spot beside it, got the simulator');
  });

  it('is the simulator on the machine’s clock when nothing is said, another market for another seed', async () => {
    const bars = async (seed: string): Promise<number> => {
      const opened = await openConfigured(config({ seed }), QUIET);
      const { market, clock } = opened.ok ? opened.value : undefined!;
      expect([market.kind, clock.kind]).toEqual(['simulated', 'system']);
      const window = { kind: 'last', count: 1 } as const;
      const asOf = Date.UTC(2025, 0, 1);
      const answer = await market.read('bars', { symbol: 'BTC', venue: 'perpdex_perp', interval: '1h', window, asOf });
      return answer.ok ? answer.value.closed.close[0]! : NaN;
    };
    expect(await bars(CONFIG_FIELDS.seed.fallback)).not.toBe(await bars('another'));
  });
});

describe('a replay that ran to its end', () => {
  it('has refreshed once more, with the last bar in the rows', async () => {
    const days = 40;
    const from = START + (days * 24 - 10) * HOUR_MS;
    const data = write({ 'BTC.csv': csv(waveBars(days * 24)) });
    const opened = await openConfigured(config({ data, from, speed: 36_000 }), QUIET);
    const { market, clock } = opened.ok ? opened.value : undefined!;
    const host = await testHost(market, clock);
    await host.start();
    const lastDay = START + (days - 1) * 24 * HOUR_MS;
    const seen = async (): Promise<unknown> =>
      (await host.server.inject('/api/v1/indicators/signum-rgg')).json<{ items: { computed_from: number }[] }>()
        .items[0]!.computed_from;
    await vi.waitFor(async () => expect(await seen()).toBe(lastDay));
    expect(clock.now()).toBe(START + days * 24 * HOUR_MS + 5 * MINUTE_MS);
    await host.stop();
  });
});
