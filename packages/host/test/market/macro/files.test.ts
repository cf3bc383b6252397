/** Macro series, moods and releases from files as feeds, and the sources requested in addition. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { HostConfig } from '../../../src/host-config.ts';
import { askingOf, openConfigured, openSources } from '../../../../sources/src/configured.ts';
import { createSystemClock } from '../../../../sources/src/clock.ts';
import { macroAddresses } from '../../../../sources/src/macro/definition.ts';
import { readReference } from '../../../../sources/src/files/reference.ts';
import { QUIET } from '../../../../store/test/test-support.ts';
import { START, waveBars } from '../../test-support.ts';

const root = mkdtempSync(join(tmpdir(), 'barograph-outlook-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}
function config(fields: Partial<HostConfig>): HostConfig {
  const asked = readConfig({ argv: [], env: {}, readFile: () => '' });
  if (!asked.ok || asked.value.kind !== 'serve') throw new Error('no defaults');
  return { ...asked.value.config, ...fields };
}
const dates = ['2024-08-02', '2024-08-05', '2024-08-06'];
const REFERENCE = write('reference', {
  'macro/rates.csv': `date,us10y_yield,dxy\n${dates.map((date, i) => `${date},${[3.8, 3.7, 3.6][i]},${i === 2 ? 5000 : 103}`).join('\n')}\n`,
  'sentiment/fear_greed_alternative_me_1d.csv': `timestamp,value\n${dates.map((date, i) => `${Date.parse(date)},${50 - i}`).join('\n')}\n`,
  'sentiment/fear_greed_coinmarketcap_1d.csv': `timestamp,score\n${[0, 1, 30].map((hour) => `${Date.parse(dates[0]!) + hour * HOUR_MS},${60 + hour}`).join('\n')}\n`,
});

describe('files of what surrounds the market', () => {
  it('say nothing before it was known, one reading a day, and what was left out [#192] [#196]', async () => {
    const read = await readReference(REFERENCE, Date.UTC(2026, 0));
    const { source, skipped, lastKnownAt } = read.ok ? read.value : expect.fail(read.error);
    expect(Object.keys(source.feeds)).toEqual(['fearGreed', 'macro']);
    expect(skipped).toEqual([`${REFERENCE}: 1 rows of dollar_index left out, out of range`]);
    expect(source.upstreams!()[0]!.dropped).toEqual({ 'dollar_index out of range': 1 });
    expect(lastKnownAt).toBe(Date.parse('2024-08-07'));
    const at = async (asOf: number) => {
      const [macro, mood] = await Promise.all([
        source.feeds.macro!.pull({ from: 0, asOf }),
        source.feeds.fearGreed!.pull({ from: 0, asOf }),
      ]);
      return {
        macro: macro.ok ? macro.value.rows.series.map(({ name, value }) => [name, ...value]) : macro.error.reason,
        mood: mood.ok ? mood.value.rows.indices.map(({ value }) => [...value]) : mood.error.code,
      };
    };
    expect(await at(Date.parse('2024-08-01'))).toEqual({
      macro: 'no macro series was known; the first is from 2024-08-03T00:00:00.000Z',
      mood: 'unavailable',
    });
    // In the evening of the first day neither its yield is known nor a reading of the next day.
    expect(await at(Date.parse('2024-08-02') + 20 * HOUR_MS)).toMatchObject({ mood: [[50], [61]] });
    expect((await at(Date.parse('2024-08-06') - 1)).macro).toEqual([
      ['us_10y', 3.8],
      ['dollar_index', 103],
    ]);
    expect(await at(Date.parse('2024-08-07'))).toEqual({
      macro: [
        ['us_10y', 3.8, 3.7, 3.6],
        ['dollar_index', 103, 103],
      ],
      mood: [
        [50, 49, 48],
        [61, 90],
      ],
    });
  });

  it('stand beside bars with the shipped calendar, or with their own', async () => {
    const { length, time, open, high, low, close, volume } = waveBars(48);
    const rows = Array.from({ length }, (_, i) => [time[i], open[i], high[i], low[i], close[i], volume[i]].join(','));
    const data = write('bars', { 'BTC.csv': `timestamp,open,high,low,close,volume\n${rows.join('\n')}\n` });
    const own = write('own', {
      'macro_calendar.csv': `time,print,name,publisher,expected_move_bp\n${new Date(START + 2 * DAY_MS).toISOString()},FOMC,Decision,desk,-25\n`,
    });
    const prints = async (reference: string | undefined): Promise<readonly string[]> => {
      const opened = await openConfigured(config({ data, reference, from: START + DAY_MS }), QUIET);
      const { market } = opened.ok ? opened.value : expect.fail(opened.error);
      const answer = await market.read('macroCalendar', { from: START, asOf: START + DAY_MS });
      await market.close();
      return answer.ok ? answer.value.releases.map(({ publisher }) => publisher) : [];
    };
    expect(await prints(REFERENCE)).not.toContain('desk');
    expect((await prints(undefined)).length).toBeGreaterThan(10);
    expect(await prints(own)).toContain('desk');
  });

  it('are not asked for elsewhere; nobody is with a venue at another address, and one without a key never', () => {
    const live = config({ live: true });
    const all = macroAddresses(live, askingOf(live, 'live'));
    expect(all.treasuryUrl).toBe('https://home.treasury.gov');
    expect(all.goldUrl).toBe('https://api.binance.com');
    const held = macroAddresses(live, askingOf(live, 'live', new Set(['macro'])));
    expect({ ...held, fredApiUrl: undefined }).toEqual({});
    expect(held.fredApiUrl).toBe('https://api.stlouisfed.org');
    const moods = (taken: readonly 'fearGreed'[]): number => {
      const parts = { ...askingOf(live, 'live', new Set(taken)), clock: createSystemClock(), log: QUIET };
      const opened = openSources(live, parts);
      return (opened.ok ? opened.value : expect.fail(opened.error)).filter(({ id }) => id === 'fear_greed').length;
    };
    expect([moods([]), moods(['fearGreed'])]).toEqual([1, 0]);
    const elsewhere = config({ perpdexUrl: 'http://x', ecbUrl: 'http://y' });
    expect(macroAddresses(elsewhere, askingOf(elsewhere, 'live'))).toEqual({ ecbUrl: 'http://y' });
  });
});
