import { candleColumns, candles, HOUR_MS, type Interval } from '@barograph/core';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, viewOf } from '../../test/ask.ts';
import { signumDetail } from './detail.ts';
import { signumBar, signumDay } from './history.ts';

const POINT = {
  time: 1_700_006_400_000,
  close: 2.5,
  color: 'red',
  barsInColor: 4,
  adx: 30,
  plusDi: 10,
  minusDi: 20,
} as const;
const EARLY = { ...POINT, color: null, barsInColor: null, adx: null, plusDi: NaN, minusDi: null };

describe('history points', () => {
  it('count days for days and bars for bars', () => {
    const shared = { timestamp: 1_700_006_400_000, close: 2.5, color: 'red', adx: 30, plus_di: 10, minus_di: 20 };
    expect(signumDay.encode(POINT)).toEqual({ ...shared, days_in_color: 4 });
    expect(signumBar.encode(POINT)).toEqual({ ...shared, bars_in_color: 4 });
  });

  it('are null while nothing is defined', () => {
    const nothing = { color: null, adx: null, plus_di: null, minus_di: null, days_in_color: null };
    expect(signumDay.encode(EARLY)).toEqual({ timestamp: 1_700_006_400_000, close: 2.5, ...nothing });
  });
});

type Bar = Readonly<Record<string, unknown>>;
interface Reply {
  readonly history: readonly Bar[];
  readonly intraday_history?: readonly Bar[];
  readonly intraday_as_of?: number;
  readonly h4_history?: readonly Bar[];
}

describe('the detail', () => {
  const view = viewOf([{ symbol: 'BTC', source: 'perpdex_perp' }], { warming: [], breadth: {} }, 7);
  const intervals: Interval[] = [];
  const kept: [number, string][] = [];
  const context = contextOf(() => view, {
    closedBars: async (_listing, interval) => {
      intervals.push(interval);
      const columns = candleColumns(100);
      columns.time.set(Float64Array.from({ length: 100 }, (_, i) => i * HOUR_MS));
      for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) columns[name].fill(2);
      return candles(columns);
    },
    atMostEvery: async (ms, key, make) => {
      kept.push([ms, key]);
      return make();
    },
  });
  const ask = async (query: object): Promise<Reply> => {
    intervals.length = 0;
    return jsonOf<Reply>(signumDetail, context, { path: { symbol: 'BTC' }, query });
  };

  it('[#583] carries the row at the top level and only the histories that were asked for', async () => {
    const { history, ...rest } = await ask({});
    expect(rest).toEqual({ symbol: 'BTC', source: 'perpdex_perp', as_of: 7, data_source: 'files' });
    expect([history.length, Object.keys(history[0]!).at(-1), intervals]).toEqual([60, 'days_in_color', ['1d']]);
  });

  it('[#582] adds the 1h and the 4h history, and keeps the 1h pull of a coin for 30 minutes', async () => {
    const reply = await ask({ intraday: true, h4: true });
    expect(Object.keys(reply)).toEqual([
      'symbol',
      'source',
      'history',
      'intraday_history',
      'intraday_as_of',
      'h4_history',
      'as_of',
      'data_source',
    ]);
    expect(intervals).toEqual(['1d', '1h', '4h']);
    expect([reply.intraday_history?.length, reply.intraday_as_of, reply.h4_history?.length]).toEqual([100, 7, 90]);
    expect(Object.keys(reply.h4_history![0]!).at(-1)).toBe('bars_in_color');
    expect(kept).toEqual([[30 * 60_000, 'signum-detail/1 perpdex_perp BTC']]);
  });

  it('has histories that are valid under the schema of its reply', async () => {
    const { properties } = signumDetail.reply as never as { readonly properties: Readonly<Record<string, object>> };
    const reply = await ask({ intraday: true, h4: true });
    for (const name of ['history', 'intraday_history', 'h4_history'] as const) {
      const validate = new Ajv({ allowUnionTypes: true }).compile(properties[name]!);
      expect(validate(reply[name]), JSON.stringify(validate.errors)).toBe(true);
    }
  });
});
