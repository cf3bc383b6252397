/** Derivatives across venues: rules of blocks, names, units, and answers while venues are away. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { OTHER_VENUES_V1 } from '../../../../runtime/src/producers/venues/config.ts';
import { movedDeadlines, settled } from '../../../../sources/test/deadlines.ts';
import { askVenues, NOW, switched } from './test-support.ts';

const pass = movedDeadlines();

interface BlockWire {
  readonly status: string;
  readonly reason: string | null;
  readonly as_of: number | null;
  readonly symbol: string | null;
  readonly current_rate: number | null;
  readonly interval_hours: number | null;
  readonly annualized_pct: number | null;
  readonly next_funding_time: number | null;
  readonly history_status: string;
  readonly history_count: number;
  readonly history_available: boolean;
  readonly history: readonly unknown[];
  readonly open_interest_usd: number | null;
}
type Blocks = Readonly<Record<'perpdex' | 'cexa' | 'dexb', BlockWire>> & {
  readonly coin: string;
  readonly total_usd: number;
  readonly venues_counted: readonly string[];
};

const { asks } = askVenues(switched().market);
const funding = async (coin: string, over = asks): Promise<Blocks> =>
  over.json<Blocks>('derivatives.funding_rates', { tier: 'free', query: { coin } });

async function problemOf(over: typeof asks, id: string, query: Record<string, unknown>) {
  const done = await over.outcome(id, { tier: 'free', query });
  if (done.ok) return undefined;
  const { status, body } = done.error;
  const detail = (body as { detail: { error: string; suggestions?: string[] } }).detail;
  return { status, error: detail.error, suggestions: detail.suggestions ?? [] };
}

describe('funding of a coin across venues', () => {
  it('has the rate of each venue with its interval, one coin per call [#205] [#208] [#214]', async () => {
    const { coin, perpdex, cexa, dexb } = await funding('btc');
    expect(coin).toBe('BTC');
    for (const [block, hours] of [
      [perpdex, 1],
      [cexa, 8],
      [dexb, 8],
    ] as const) {
      expect(block).toMatchObject({ status: 'ok', reason: null, interval_hours: hours });
      expect(block.annualized_pct! / ((block.current_rate! / hours) * 24 * 365 * 100)).toBeCloseTo(1, 9);
      expect(block.next_funding_time! - NOW).toBeLessThanOrEqual(hours * HOUR_MS);
      expect(block.next_funding_time! % (hours * HOUR_MS)).toBe(0);
    }
    expect(perpdex).toMatchObject({ history_status: 'ok', history_available: true, history_count: 26 });
    expect(perpdex.history).toHaveLength(26);
  });

  it('of one venue alone is 200, and the other blocks say why they have nothing [#209]', async () => {
    const { perpdex, cexa } = await funding('OP');
    expect(perpdex).toMatchObject({ status: 'ok', symbol: 'OP' });
    expect(cexa).toMatchObject({ status: 'unavailable', reason: 'cexa has no perp of OP', current_rate: null });
    expect(cexa.as_of).not.toBeNull();
    const other = await funding('TRX');
    expect(other.perpdex).toMatchObject({ status: 'unavailable', current_rate: null, history_status: 'unavailable' });
    expect(other.cexa).toMatchObject({ status: 'ok', symbol: 'TRXUSDT' });
  });

  it.each(['1000PEPEUSDT', 'kPEPE', 'KPEPE', 'kpepe-perp'])('finds the coin that is written %s', async (name) => {
    const { coin, cexa } = await funding(name);
    expect([coin, cexa.symbol]).toEqual(['kPEPE', '1000PEPEUSDT']);
  });

  it.each([
    ['derivatives.funding_rates', 'coin', 'BTCC', 'BTC'],
    ['derivatives.open_interest', 'coin', 'SOLL', 'SOL'],
    ['derivatives.summary', 'coin', 'DOGEE', 'DOGE'],
    ['derivatives.cexa.funding_rates', 'symbol', 'BTCUDST', 'BTCUSDT'],
    ['derivatives.cexa.open_interest', 'symbol', 'ETHUST', 'ETHUSDT'],
    ['derivatives.cexa.long_short_ratio', 'symbol', 'XXRPUSDT', 'XRPUSDT'],
    ['derivatives.cexa.summary', 'symbol', 'ADAUSDD', 'ADAUSDT'],
    ['derivatives.cexa.history', 'symbol', 'LINKUSTD', 'LINKUSDT'],
  ])('%s refuses a name that no venue lists, and names what is near [#209]', async (id, parameter, name, near) => {
    const found = await problemOf(asks, id, { [parameter]: name });
    expect(found).toMatchObject({ status: 400, error: 'unknown_coin' });
    expect(found!.suggestions).toContain(near);
  });
});

describe('a perp of the large exchange', () => {
  it('has its last settlements, with the interval of each [#199]', async () => {
    interface Wire extends BlockWire {
      readonly count: number;
      readonly history: readonly { readonly timestamp: number; readonly funding_rate: number; readonly interval_hours: number }[]; // prettier-ignore
      readonly current: { readonly interval_hours: number };
    }
    const of = async (symbol: string, limit?: number): Promise<Wire> =>
      asks.json<Wire>('derivatives.cexa.funding_rates', { tier: 'free', query: { symbol, ...(limit && { limit }) } });
    const btc = await of('btcusdt');
    expect(btc).toMatchObject({ symbol: 'BTCUSDT', coin: 'BTC', count: 30, status: 'ok' });
    expect(new Set(btc.history.map((row, i) => row.timestamp - (btc.history[i - 1]?.timestamp ?? row.timestamp)))).toEqual(new Set([0, 8 * HOUR_MS])); // prettier-ignore
    expect(btc.history.at(-1)!.timestamp).toBe(Math.floor(NOW / (8 * HOUR_MS)) * 8 * HOUR_MS);
    const crv = await of('CRV', 100);
    expect(crv).toMatchObject({ symbol: 'CRVUSDT', count: 100, current: { interval_hours: 1 } });
    expect(crv.history.every(({ interval_hours }) => interval_hours === 1)).toBe(true);
  });

  it('has open interest with a row per day and the trend of thirty [#200]', async () => {
    interface Wire extends BlockWire {
      readonly open_interest: number;
      readonly change_30d_pct: number;
      readonly trend: string;
      readonly history: readonly { readonly timestamp: number; readonly open_interest: number }[];
    }
    const wire = await asks.json<Wire>('derivatives.cexa.open_interest', { tier: 'free' });
    expect(wire).toMatchObject({ status: 'ok', symbol: 'BTCUSDT', count: 30 });
    const first = wire.history[0]!.open_interest;
    expect(wire.change_30d_pct).toBeCloseTo((wire.open_interest / first - 1) * 100, 9);
    const expected = wire.change_30d_pct > 5 ? 'rising' : wire.change_30d_pct < -5 ? 'falling' : 'flat';
    expect(wire.trend).toBe(expected);
  });

  it('has the accounts that are long and short [#201]', async () => {
    const wire = await asks.json<Readonly<Record<string, number>>>('derivatives.cexa.long_short_ratio', {
      tier: 'free',
      query: { symbol: 'ETHUSDT' },
    });
    expect(wire['long_account']! + wire['short_account']!).toBeCloseTo(1, 12);
    expect(wire['long_short_ratio']).toBeCloseTo(wire['long_account']! / wire['short_account']!, 12);
    expect(wire['count']).toBe(24);
  });

  it('is one answer of three parts [#202]', async () => {
    type Part = Readonly<Record<string, unknown>>;
    const wire = await asks.json<Readonly<Record<string, Part>>>('derivatives.cexa.summary', { tier: 'free' });
    expect(wire['perp']).toMatchObject({ status: 'ok', funding: { interval_hours: 8 } });
    expect(wire['open_interest']).toMatchObject({ status: 'ok' });
    expect(wire['long_short']).toMatchObject({ status: 'ok' });
  });

  it('that another venue alone lists is 200 without numbers [#209]', async () => {
    const query = { symbol: 'OPUSDT' };
    const rates = await asks.json<BlockWire>('derivatives.cexa.funding_rates', { tier: 'free', query });
    expect(rates).toMatchObject({ status: 'unavailable', reason: 'cexa has no perp OPUSDT', history: [] });
    const interest = await asks.json<BlockWire>('derivatives.cexa.open_interest', { tier: 'free', query });
    expect(interest).toMatchObject({ status: 'unavailable', open_interest: null, trend: null, count: 0 });
    const accounts = await asks.json<BlockWire>('derivatives.cexa.long_short_ratio', { tier: 'free', query });
    expect(accounts).toMatchObject({ status: 'unavailable', long_account: null, long_short_ratio: null });
  });
});

describe('funding of every perp', () => {
  it('is there on one scale, highest first: 8 hours and 1 hour annualise to the same [#643]', async () => {
    interface Row {
      readonly coin: string;
      readonly venue: string;
      readonly funding_rate: number;
      readonly interval_hours: number;
      readonly rate_1h: number;
      readonly annualized_pct: number;
    }
    const wire = await asks.json<{ rates: Row[]; count: number; venues: { venue: string; perps: number }[] }>(
      'market_intelligence.funding_rates',
      { tier: 'free' },
    );
    expect(wire.venues.map(({ venue }) => venue)).toEqual(['perpdex', 'cexa', 'dexb']);
    expect(wire.venues.reduce((sum, { perps }) => sum + perps, 0)).toBe(wire.count);
    expect(new Set(wire.rates.map((row) => row.interval_hours))).toEqual(new Set([1, 4, 8]));
    for (const [i, row] of wire.rates.entries()) {
      expect(row.rate_1h * row.interval_hours).toBeCloseTo(row.funding_rate, 12);
      expect(row.annualized_pct).toBeCloseTo(row.rate_1h * 24 * 365 * 100, 9);
      if (i > 0) expect(row.annualized_pct).toBeLessThanOrEqual(wire.rates[i - 1]!.annualized_pct);
    }
  });
});

describe('open interest across venues', () => {
  it('is the sum of the venues that are known, and names them [#206]', async () => {
    const wire = await asks.json<Blocks>('derivatives.open_interest', { tier: 'free' });
    const parts = [wire.perpdex, wire.cexa, wire.dexb].map((block) => block.open_interest_usd!);
    expect(wire.total_usd).toBeCloseTo(
      parts.reduce((a, b) => a + b),
      3,
    );
    expect(wire.venues_counted).toEqual(['perpdex', 'cexa', 'dexb']);
    const crv = await asks.json<Blocks>('derivatives.open_interest', { tier: 'free', query: { coin: 'CRV' } });
    expect(crv.venues_counted).toEqual(['perpdex', 'cexa']);
    expect(crv.dexb).toMatchObject({ status: 'unavailable', open_interest_usd: null });
  });
});

describe('while venues are away', () => {
  it('each block of the summary is served or says why not, one venue after the other [#10] [#207]', async () => {
    const { market, away } = switched();
    const { asks: over, clock } = askVenues(market);
    const note = async (): Promise<string> => {
      const done = await over.outcome('derivatives.summary', { tier: 'free', query: { format: 'markdown' } });
      return done.ok ? done.value.json.toString() : expect.fail(JSON.stringify(done.error));
    };
    const all = await note();
    expect(all).toMatch(/^# BTC perpetuals, 2024-04-10 05:07 UTC\n\n\*\*Price\.\*\* \$/);
    for (const word of ['Price', 'Funding', 'Open interest', 'Accounts']) expect(all).toContain(`**${word}.**`);
    expect(all).not.toContain('Missing');
    expect(all).not.toMatch(/NaN|null|undefined|Infinity/);

    const heard = '2024-04-10 05:07 UTC';
    away.add('dexb');
    clock.put(NOW + MINUTE_MS);
    const two = await note();
    expect(two).toContain(`**Missing.** dexb is unavailable (it was switched off, last heard ${heard}).`);
    expect(two.match(/ on dexb/g)).toBeNull();

    away.add('cexa');
    clock.put(NOW + 2 * MINUTE_MS);
    const one = await note();
    expect(one).toContain('on perpdex');
    expect(one).not.toContain('**Accounts.**');
    expect(one).not.toMatch(/ on cexa/);
    const wire = await over.json<Readonly<Record<string, Blocks>>>('derivatives.summary', { tier: 'free' });
    expect(wire['funding']!.perpdex).toMatchObject({ status: 'ok' });
    expect(wire['funding']!.cexa).toMatchObject({ status: 'unavailable', current_rate: null, symbol: 'BTCUSDT' });
    expect(wire['open_interest']!.venues_counted).toEqual(['perpdex']);

    away.add('perpdex');
    clock.put(NOW + 3 * MINUTE_MS);
    const none = await note();
    expect(none).toContain('perpdex is unavailable');
    expect(none).not.toContain('**Price.**');
    expect(none).not.toMatch(/NaN|null|undefined|Infinity/);

    away.clear();
    clock.put(NOW + 4 * MINUTE_MS);
    expect(await note()).not.toContain('Missing');
  });

  it('a name is still known by what the venues listed before, and otherwise nobody can say', async () => {
    const { market, away } = switched();
    const { asks: over, clock } = askVenues(market);
    await funding('BTC', over);
    for (const venue of ['perpdex', 'cexa', 'dexb'] as const) away.add(venue);
    clock.put(NOW + MINUTE_MS);
    const { cexa } = await funding('TRX', over);
    expect(cexa).toMatchObject({ status: 'unavailable', symbol: 'TRXUSDT' });
    expect(await problemOf(over, 'derivatives.funding_rates', { coin: 'NOPE' })).toMatchObject({ status: 400 });
    const blind = askVenues(market).asks;
    expect(await problemOf(blind, 'derivatives.funding_rates', { coin: 'BTC' })).toMatchObject({
      status: 503,
      error: 'source_unavailable',
    });
    expect(await problemOf(blind, 'market_intelligence.funding_rates', {})).toMatchObject({ status: 503 });
  });

  it('asks a venue once for callers within ten seconds', async () => {
    const { market, asked } = switched();
    const { asks: over, clock } = askVenues(market);
    await Promise.all([funding('BTC', over), funding('ETH', over), funding('SOL', over)]);
    expect(asked.filter((one) => one === 'venuePerps cexa')).toHaveLength(1);
    clock.put(NOW + 10_000);
    await funding('BTC', over);
    expect(asked.filter((one) => one === 'venuePerps cexa')).toHaveLength(2);
  });
});

describe('a venue that is late', () => {
  it('is away for who asked, and its answer serves the next caller', async () => {
    const { market, asked } = switched();
    let bring = (): void => undefined;
    const late = new Promise<void>((resolve) => (bring = resolve));
    const slow: typeof market = {
      ...market,
      read: async (name, query) => {
        if (name === 'venuePerps') await late;
        return market.read(name, query);
      },
    };
    const { asks: over } = askVenues(slow, { config: OTHER_VENUES_V1 });
    await market.read('contexts', { asOf: NOW });
    const answer = funding('BTC', over);
    await pass(OTHER_VENUES_V1.waitMs);
    const { cexa, perpdex } = await answer;
    expect(perpdex.status).toBe('ok');
    expect(cexa).toMatchObject({ status: 'unavailable', reason: 'the source did not answer in time', as_of: null });
    bring();
    await market.read('venuePerps', { venue: 'cexa', asOf: NOW });
    await settled();
    expect((await funding('BTC', over)).cexa.status).toBe('ok');
    expect(asked.filter((one) => one === 'venuePerps cexa').length).toBeLessThanOrEqual(2);
  });
});

describe('before there is anything', () => {
  it('says that no venue can tell', async () => {
    const { asks: over } = askVenues(switched().market, {}, SIMULATOR_V2.start - DAY_MS);
    expect(await problemOf(over, 'derivatives.funding_rates', { coin: 'BTC' })).toMatchObject({ status: 503 });
  });
});
