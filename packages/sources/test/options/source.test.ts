import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createManualClock } from '../../src/clock.ts';
import { createOptionsSource } from '../../src/options/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { json, listen, onEnd } from '../upstream/test-support.ts';

const NOW = Date.UTC(2026, 8, 20, 10, 30);
const row = (time: number, close: number) => [time, close, close, close, close];

/** A source on a server that answers a path by its last part. */
async function sourceOn(answers: Readonly<Record<string, (query: URLSearchParams) => unknown>>) {
  const server = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://venue');
    const answer = answers[url.pathname.split('/').at(-1)!];
    if (answer === undefined) return json(response, { error: { code: -32_601, message: 'Method not found' } }, 400);
    json(response, { jsonrpc: '2.0', result: answer(url.searchParams) });
  });
  const source = createOptionsSource({
    url: server.baseUrl,
    clock: createManualClock(NOW),
    log: createLog('silent'),
    meter: createUpstreamMeter('options'),
  });
  await source.start();
  onEnd(async () => source.close());
  return { ...server, source, implied: source.feeds.implied!, options: source.feeds.options! };
}

describe('the options venue as a source', () => {
  it('asks for the hours of the span and gives those that had ended, at the end of each', async () => {
    const { implied, asked, source } = await sourceOn({
      get_volatility_index_data: () => ({
        data: [8, 9, 10].map((hour) => row(Date.UTC(2026, 8, 20, hour), 30 + hour)),
        continuation: null,
      }),
    });
    const answer = await implied.pull({ symbol: 'BTC', from: NOW - 2 * HOUR_MS, to: NOW, step: '1h' });
    expect(answer).toEqual({
      ok: true,
      value: {
        rows: {
          time: Float64Array.of(Date.UTC(2026, 8, 20, 9), Date.UTC(2026, 8, 20, 10)),
          implied: Float64Array.of(38, 39),
        },
        asOf: NOW,
      },
    });
    const query = new URL(asked[0]!.url, 'http://venue').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      currency: 'BTC',
      resolution: '3600',
      start_timestamp: String(Date.UTC(2026, 8, 20, 8)),
      end_timestamp: String(NOW),
    });
    expect(source.state(NOW).map(({ feed, status }) => [feed, status])).toEqual([
      ['implied', 'ok'],
      ['options', 'warming'],
    ]);
  });

  it('asks for no more rows than fit in an answer', async () => {
    const { implied, asked } = await sourceOn({ get_volatility_index_data: () => ({ data: [] }) });
    await implied.pull({ symbol: 'ETH', from: 0, to: NOW, step: '1d' });
    const start = Number(new URL(asked[0]!.url, 'http://venue').searchParams.get('start_timestamp'));
    expect(Math.floor(NOW / DAY_MS) - start / DAY_MS).toBe(1000);
  });

  it('gives the options that it can read, and says that not all could be', async () => {
    const good = { instrument_name: 'BTC-25SEP26-79000-C', mark_iv: 38, underlying_price: 78_000 };
    const { options } = await sourceOn({ get_book_summary_by_currency: () => [good, { ...good, mark_iv: 'x' }] });
    const answer = await options.pull({ symbol: 'BTC', asOf: NOW });
    expect(answer).toMatchObject({
      ok: true,
      value: { rows: { quotes: [{ strike: 79_000, impliedVolatility: 38 }] }, isStale: true },
    });
  });

  it('knows no other coin, and asks nobody about it', async () => {
    const { implied, options, asked } = await sourceOn({});
    const problem = { ok: false, error: { code: 'unknown_symbol', reason: 'the options venue has no options of SOL' } };
    expect(await implied.pull({ symbol: 'SOL', from: 0, to: NOW, step: '1d' })).toEqual(problem);
    expect(await options.pull({ symbol: 'SOL', asOf: NOW })).toEqual(problem);
    expect(asked).toEqual([]);
  });

  it('names the failure while the venue refuses, and when it is closed', async () => {
    const { options, source } = await sourceOn({});
    const refused = await options.pull({ symbol: 'BTC', asOf: NOW });
    expect(refused).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    expect(source.state(NOW)[1]).toMatchObject({ feed: 'options', status: 'unavailable' });
    await source.close();
    expect(await options.pull({ symbol: 'BTC', asOf: NOW })).toMatchObject({
      ok: false,
      error: { code: 'stale_source', reason: expect.stringContaining('the source is closed') as string },
    });
    await source.start();
  });
});
