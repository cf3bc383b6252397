/** Feeds of stablecoins, hacks and headlines from files: only known entries, and the end of a list is no gap. */

import { DAY_MS } from '@barograph/core';
import type { EventRows } from '@barograph/files';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../../store/src/log.ts';
import { createSystemClock } from '../../../../sources/src/clock.ts';
import { askingOf, openSources } from '../../../../sources/src/configured.ts';
import { createEventFeeds } from '../../../../sources/src/files/events.ts';
import { configOf } from './config-of.ts';

const DAY = Date.UTC(2024, 2, 22);
const column = (...rows: readonly (readonly [time: number, value: number])[]) => ({
  time: Float64Array.from(rows, ([time]) => time),
  value: Float64Array.from(rows, ([, value]) => value),
});
const nothing: EventRows = {
  stablecoinTotal: undefined,
  stablecoinSupplies: [],
  stablecoinPrices: [],
  hacks: undefined,
  headlines: [],
  dropped: {},
};

describe('feeds of files', () => {
  it('are those that the folder has files of', () => {
    expect(Object.keys(createEventFeeds(nothing))).toEqual([]);
    const total = column([DAY, 1]);
    expect(Object.keys(createEventFeeds({ ...nothing, stablecoinTotal: total }))).toEqual(['stablecoins']);
  });

  it('have series up to the question, with the moment of their newest value', async () => {
    const stablecoinTotal = column([DAY, 5], [DAY + DAY_MS, 6], [DAY + 2 * DAY_MS, 7]);
    const stablecoinPrices = [{ symbol: 'USDC', publisher: 'USDC/USDT', ...column([DAY, 1], [DAY + 3_600_000, 0.9]) }];
    const { stablecoins, pegs } = createEventFeeds({ ...nothing, stablecoinTotal, stablecoinPrices });
    const asOf = DAY + DAY_MS + 5;
    const supplies = await stablecoins!.pull({ from: DAY, asOf });
    expect(supplies).toMatchObject({ ok: true, value: { asOf: DAY + DAY_MS } });
    expect(supplies.ok ? [...supplies.value.rows.total.value] : []).toEqual([6]);
    const prices = await pegs!.pull({ from: DAY - 1, asOf });
    expect(prices.ok ? prices.value.rows.coins.map(({ publisher, value }) => [publisher, ...value]) : []).toEqual([
      ['USDC/USDT', 1, 0.9],
    ]);
    // Long after the last price the rows are empty, and the moment says why.
    const later = await pegs!.pull({ from: DAY + 30 * DAY_MS, asOf: DAY + 40 * DAY_MS });
    expect(later).toMatchObject({ ok: true, value: { asOf: DAY + 3_600_000 } });
    expect(await pegs!.pull({ from: 0, asOf: DAY - 1 })).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });

  it('answer "nothing" between two hacks, and not after the end of the list', async () => {
    const hack = (name: string, day: number) => ({ name, day, time: day + DAY_MS, lossUsd: 1e7 });
    const hacks = [hack('LuBian', DAY - 900 * DAY_MS), hack('Curve DEX', DAY), hack('Other', DAY + 20 * DAY_MS)];
    const { hacks: feed } = createEventFeeds({ ...nothing, hacks });
    const names = async (from: number, asOf: number): Promise<unknown> => {
      const answer = await feed!.pull({ from, asOf });
      return answer.ok ? answer.value.rows.hacks.map(({ name, symbols }) => [name, ...symbols]) : answer.error.code;
    };
    expect(await names(DAY, DAY + DAY_MS)).toEqual([['Curve DEX', 'CRV']]);
    expect(await names(DAY + 5 * DAY_MS, DAY + 15 * DAY_MS)).toEqual([]);
    // Nobody knew of it before the August of 2025, and the list goes on as long as it names something.
    expect(await names(0, DAY + 30 * DAY_MS)).toEqual([['Curve DEX', 'CRV'], ['Other']]);
    expect(await names(DAY, DAY - DAY_MS)).toBe('unavailable');
    expect(await names(DAY, Date.UTC(2026, 5, 1))).toBe('unavailable');
  });

  it('have headlines with a topic by their words', async () => {
    const headline = (title: string, time: number) => ({ title, time, publisher: 'news' });
    const { headlines } = createEventFeeds({
      ...nothing,
      headlines: [
        headline('sec sues crypto exchange', DAY),
        headline('bitcoin climbs', DAY + 1),
        headline('later', DAY + 2),
      ],
    });
    const answer = await headlines!.pull({ from: DAY - 1, asOf: DAY + 1 });
    expect(answer.ok ? answer.value.rows.headlines.map(({ title, topic }) => [title, topic]) : []).toEqual([
      ['sec sues crypto exchange', 'policy'],
      ['bitcoin climbs', 'market'],
    ]);
    expect(await headlines!.pull({ from: 0, asOf: DAY + 9 * DAY_MS })).toMatchObject({
      error: { code: 'unavailable' },
    });
  });
});

describe('live sources of a configuration', () => {
  const of = (given: readonly string[], taken: readonly ('stablecoins' | 'pegs' | 'hacks' | 'headlines')[] = []) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const config = configOf(given);
    const parts = { ...askingOf(config, 'live', new Set(taken)), clock: createSystemClock(), log };
    const opened = openSources(config, parts);
    const names: ReadonlySet<string> = new Set(['stablecoins', 'hacks', 'media', 'headlines', 'news']);
    const sources = (opened.ok ? opened.value : expect.fail(opened.error)).filter(({ id }) => names.has(id));
    return { ids: sources.map(({ id }) => id), feeds: sources.flatMap(({ feeds }) => Object.keys(feeds)), lines };
  };

  it('are those of a real venue; hacks only with a key, and it says so', () => {
    const { ids, lines } = of(['--live']);
    expect(ids).toEqual(['stablecoins', 'media', 'headlines', 'news']);
    expect(lines.some((line) => line.includes('source not configured') && line.includes('defillamaKey'))).toBe(true);
    expect(of(['--live', '--defillama-key', 'k']).ids).toEqual(['stablecoins', 'hacks', 'media', 'headlines', 'news']);
    expect(of(['--perpdex-url', 'http://127.0.0.1:9']).ids).toEqual([]);
    expect(of(['--perpdex-url', 'http://127.0.0.1:9', '--media-url', 'http://127.0.0.1:8']).ids).toEqual(['media']);
  });

  it('are not asked for what files bring', () => {
    expect(of(['--live'], ['stablecoins', 'headlines']).feeds).toEqual(['pegs', 'media', 'news']);
    expect(of(['--live'], ['stablecoins', 'pegs', 'headlines']).feeds).toEqual(['media', 'news']);
  });
});
