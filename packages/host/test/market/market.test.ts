import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import type { BarsRequest } from '../../../sources/src/market/bars.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { series, START, waveBars } from '../test-support.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';

const HOURS = 100;
const NOW = START + HOURS * HOUR_MS;
const WAVE = waveBars(HOURS);
const files = createFilesSource([series('BTC', 'perpdex_perp', WAVE), series('SPOT', 'cexa_spot', WAVE)]);
const simulated = createSimulatedSource(SIMULATOR_V2);
const venue = toySource(simulated, { id: 'venue' });

function ask(symbol: string, changes: Partial<BarsRequest> = {}): BarsRequest {
  const window = { kind: 'last', count: 3 } as const;
  return { symbol, venue: 'perpdex_perp', interval: '1h', window, asOf: NOW, ...changes };
}
async function from(market: Market, request: BarsRequest): Promise<string> {
  const answer = await market.read('bars', request);
  return answer.ok ? answer.value.provenance.source : answer.error.code;
}

describe('a market of several sources', () => {
  const market = openMarket([files, venue]);

  it('answers a query from the first source that has what it asks for', async () => {
    expect(await from(market, ask('BTC'))).toBe('files');
    expect(await from(market, ask('ETH'))).toBe('venue');
    expect(await from(openMarket([venue, files]), ask('BTC'))).toBe('venue');
    // The files hold hours: the minutes of the same symbol come from the venue.
    expect(await from(market, ask('BTC', { interval: '1m' }))).toBe('venue');
    expect(await from(market, ask('NO-SUCH'))).toBe('unknown_symbol');
    expect(await from(openMarket([files]), ask('BTC', { interval: '1m' }))).toBe('unavailable');
  });

  it('says of each series where it came from, when, and whether it is fresh', async () => {
    const bars = await market.read('bars', ask('BTC'));
    expect(bars.ok && bars.value.provenance).toEqual({ source: 'files', kind: 'files', asOf: NOW, isFresh: true });
    const range = { symbol: 'ETH', from: NOW - 3 * HOUR_MS, to: NOW };
    const rates = await market.read('funding', range);
    const provenance = { source: 'venue', kind: 'live', asOf: NOW, isFresh: true };
    expect(rates.ok && rates.value.provenance).toEqual(provenance);
    const stale = toySource(files);
    const feed = stale.feeds.bars!;
    const old = { ...feed, pull: async (request: BarsRequest) => lastGood(await feed.pull(request)) };
    const late = await openMarket([{ ...stale, feeds: { bars: old } }]).read('bars', ask('BTC'));
    expect(late.ok && late.value.provenance).toMatchObject({ asOf: NOW - HOUR_MS, isFresh: false });
  });

  it('keeps the source of a series that does not come now', async () => {
    const down = toySource(files, {
      wait: async () => {
        throw new SourceError('down');
      },
    });
    await expect(openMarket([down, files]).read('bars', ask('BTC'))).rejects.toThrow('down');
    const late = { ...files.feeds.bars!, pull: async () => ({ ok: false, error: STALE }) as const };
    expect(await from(openMarket([{ ...files, id: 'late', feeds: { bars: late } }, files]), ask('BTC'))).toBe(
      'stale_source',
    );
  });

  it('lists each symbol once, in order of venue and symbol', async () => {
    const both = await market.listings(NOW);
    const keys = both.map(({ venue: on, symbol }) => `${on}:${symbol}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('cexa_spot:SPOT');
    expect(both).toEqual([
      ...both.filter((one) => one.venue === 'perpdex_perp').sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
      ...both.filter((one) => one.venue === 'cexa_spot').sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    ]);
  });

  it('keeps the listings of a source that cannot list now, and throws only when nothing was ever listed', async () => {
    let isDown = true;
    const shaky = toySource(files, {
      listings: async (listed) => {
        if (isDown) throw new Error('no listings');
        return listed;
      },
    });
    const alone = openMarket([shaky]);
    await expect(alone.listings(NOW)).rejects.toThrow(SourceError);
    isDown = false;
    const listed = await alone.listings(NOW);
    isDown = true;
    expect(await alone.listings(NOW)).toEqual(listed);
    const beside = await openMarket([shaky, simulated]).listings(NOW);
    expect(beside.length).toBeGreaterThan(0);
  });

  it('has a feed where one source has it, observed as often as is needed', async () => {
    expect(openMarket([files]).has('funding')).toBe(false);
    expect(market.has('funding')).toBe(true);
    const slow = { ...simulated, id: 'slow', feeds: { funding: { ...simulated.feeds.funding!, every: HOUR_MS } } };
    const hourly = openMarket([files, slow]);
    const range = { symbol: 'ETH', from: NOW - HOUR_MS, to: NOW };
    expect([hourly.has('funding', MINUTE_MS), market.has('funding', MINUTE_MS)]).toEqual([false, true]);
    expect(await hourly.read('funding', { ...range, every: MINUTE_MS })).toMatchObject({
      ok: false,
      error: { code: 'unavailable', reason: 'no source of funding rates' },
    });
    const both = openMarket([files, slow, simulated]);
    expect(await both.read('funding', range)).toMatchObject({ ok: true, value: { provenance: { source: 'slow' } } });
    expect(await both.read('funding', { ...range, every: MINUTE_MS })).toMatchObject({
      ok: true,
      value: { provenance: { source: 'simulated' } },
    });
    expect(market.kinds).toEqual(['files', 'live']);
    expect(market.kind).toBe('files');
  });

  it('starts and closes every source', async () => {
    await market.start();
    expect(venue.isOpen()).toBe(true);
    await market.close();
    expect(venue.isOpen()).toBe(false);
  });

  it('refuses no source, and two of one name', () => {
    expect(() => openMarket([])).toThrow(/"sources" expected at least one, got none/);
    expect(() => openMarket([files, files])).toThrow(/"sources" expected each id once, got files, files/);
  });
});

const STALE = { code: 'stale_source', reason: 'not now' } as const;

/** The answer as the last good value of an hour ago. */
function lastGood<Answer extends Awaited<ReturnType<NonNullable<typeof files.feeds.bars>['pull']>>>(answer: Answer) {
  return answer.ok ? { ...answer, value: { ...answer.value, asOf: NOW - HOUR_MS, isStale: true as const } } : answer;
}
