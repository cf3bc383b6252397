import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, outcomeOf, viewOf, withDefaults } from '../../test/ask.ts';
import { rowsOf } from '../../test/rows.ts';
import { technicalBreadth } from './engine.ts';
import { technicalList } from './list.ts';
import { technicalRow, type TechnicalItemWire } from './row.ts';

const breadth = technicalBreadth.encode({
  total: 4,
  inSqueeze: 1,
  pctInSqueeze: 25,
  historyDays: 12,
  percentile: 62.5,
});
const contextWith = (rows: readonly TechnicalItemWire[]) => {
  const view = viewOf(rows, { warming: ['NEW'], breadth }, 1_700_000_000_000);
  return contextOf(() => view);
};
const listOf = async (rows: readonly TechnicalItemWire[], query: object) =>
  jsonOf<{ readonly items: readonly TechnicalItemWire[] }>(technicalList, contextWith(rows), { query });
const symbols = async (rows: readonly TechnicalItemWire[], query: object): Promise<string> =>
  (await listOf(rows, { order: 'asc', ...query })).items.map(({ symbol }) => symbol).join('');

describe('the technical list', () => {
  it('[#586] gives exactly this JSON, valid under the schema of its reply', async () => {
    const reply = await listOf([], { limit: 2, sort: 'squeeze_days', order: 'asc' });
    expect(reply).toEqual({
      items: [],
      count: 0,
      total: 0,
      universe_size: 0,
      limit: 2,
      sort: 'squeeze_days',
      order: 'asc',
      breadth: {
        total: 4,
        in_squeeze: 1,
        pct_in_squeeze: 25,
        pct_in_squeeze_pctile_30d: 62.5,
        history_days: 12,
      },
      warming: ['NEW'],
      as_of: 1_700_000_000_000,
      data_source: 'files',
      source: 'files',
    });
    const validate = new Ajv({ allowUnionTypes: true }).compile(technicalList.reply);
    expect(validate(reply), JSON.stringify(validate.errors)).toBe(true);
  });

  it('[#587] has null for a rank and a share that are not known', () => {
    const none = { total: 0, inSqueeze: 0, pctInSqueeze: null, historyDays: 9, percentile: null };
    expect(technicalBreadth.encode(none)).toEqual({
      total: 0,
      in_squeeze: 0,
      pct_in_squeeze: null,
      pct_in_squeeze_pctile_30d: null,
      history_days: 9,
    });
  });

  it('takes these parameters', () => {
    expect(Object.keys(technicalList.query.properties)).toEqual([
      'source',
      'ma_state',
      'bb',
      'range_zone',
      'rsi',
      'min_days_in_state',
      'sort',
      'order',
      'limit',
    ]);
    expect(withDefaults(technicalList, {})).toEqual({ sort: 'symbol', order: 'desc', limit: 250 });
  });
});

describe('its filters', () => {
  const state = fc.oneof(
    fc.record({ ma_state: fc.constantFrom('above_200', 'below_200', 'breakdown_200', 'reclaim_200') }),
    fc.record({ bb: fc.constantFrom('in_squeeze', 'expanding') }),
  );

  it('[#589] lose rows and never gain any when the least days are raised', async () => {
    const rows = rowsOf<TechnicalItemWire>(technicalRow.schema);
    await fc.assert(
      fc.asyncProperty(rows, state, fc.nat({ max: 4 }), fc.nat({ max: 5 }), async (all, wanted, least, more) => {
        const passing = async (days: number) => (await listOf(all, { ...wanted, min_days_in_state: days })).items;
        const wider = new Set((await passing(least)).map(({ symbol }) => symbol));
        expect((await passing(least + more)).every(({ symbol }) => wider.has(symbol))).toBe(true);
      }),
    );
  });

  it('[#589] count the days of each state that is asked for: at the least, not one below', async () => {
    const row = { symbol: 'A', ma_state: 'above_200', days_in_state: 5, bb: 'in_squeeze', bb_days: 3 };
    const passes = async (query: object) => (await symbols([row as TechnicalItemWire], query)) === 'A';
    const days = async (wanted: object, least: readonly number[]) =>
      Promise.all(least.map(async (min_days_in_state) => passes({ ...wanted, min_days_in_state })));
    expect(await days({ ma_state: 'above_200' }, [4, 5, 6])).toEqual([true, true, false]);
    expect(await days({ bb: 'in_squeeze' }, [3, 4])).toEqual([true, false]);
    expect(await days({ ma_state: 'above_200', bb: 'in_squeeze' }, [3, 4])).toEqual([true, false]);
  });

  it('take extreme for either side, whatever the zone', async () => {
    const row = { symbol: 'A', rsi_1d_zone: 'overbought', rsi_1d_extreme: true } as TechnicalItemWire;
    const passes = async (rsi: string) => (await symbols([row], { rsi })) === 'A';
    expect([await passes('extreme'), await passes('overbought'), await passes('oversold')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  const status = async (query: object) => {
    const done = await outcomeOf(technicalList, contextWith([]), { query });
    return done.ok ? 200 : [done.error.status, done.error.body];
  };

  it.each([{}, { range_zone: 'mid' }, { rsi: 'extreme' }, { source: 'cexa_spot' }])(
    '[#589] answer 422 to min_days_in_state with %j: nothing there has days to count',
    async (others) => {
      expect(await status({ ...others, min_days_in_state: 1 })).toMatchObject([
        422,
        { detail: [{ loc: ['query', 'min_days_in_state'] }] },
      ]);
    },
  );

  it.each([{ ma_state: 'above_200' }, { bb: 'in_squeeze' }])('[#589] take it with %j', async (wanted) => {
    expect(await status({ ...wanted, min_days_in_state: 1 })).toBe(200);
  });

  it('take 0 alone: it asks for nothing', async () => {
    expect(await status({ min_days_in_state: 0 })).toBe(200);
  });
});

describe('its order', () => {
  it('by the distance to SMA-200 stands rows without it last', async () => {
    const row = (symbol: string, distance: number | null) =>
      ({ symbol, dist_from_200_pct: distance }) as TechnicalItemWire;
    const rows = [row('A', 1), row('B', null), row('C', -3), row('D', 1)];
    const by = async (order: string) => symbols(rows, { sort: 'dist_from_200', order });
    expect([await by('asc'), await by('desc')]).toEqual(['CADB', 'ADCB']);
  });

  it('by symbol descending runs Z to A: the default of the list', async () => {
    const rows = ['A', 'C', 'B'].map((symbol) => ({ symbol }) as TechnicalItemWire);
    expect([await symbols(rows, {}), await symbols(rows, { order: 'desc' })]).toEqual(['ABC', 'CBA']);
  });
});
