import type { HeatmapRow } from '@barograph/indicators';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, viewOf } from '../../test/ask.ts';
import { heatmapEngine } from './engine.ts';
import { heatmapList } from './list.ts';
import { heatmapRow } from './row.ts';

const row: HeatmapRow = {
  configVersion: 'heatmap/1',
  symbol: 'BTC',
  source: 'perpdex_perp',
  pegged: false,
  price: 100,
  pct1h: 1,
  pct4h: -2.5,
  pct24h: 0,
  pct4hBar: 3,
  signum: 'green',
  daysInColor: 4,
  adx: 31,
  signum4h: 'red',
  barsInColor4h: 5,
  notional30: 6e9,
  aboveSma200: true,
  distFrom200Pct: 12,
};
const bare: HeatmapRow = {
  ...row,
  price: null,
  pct1h: null,
  pct4h: null,
  pct24h: null,
  pct4hBar: null,
  signum: null,
  daysInColor: null,
  adx: null,
  signum4h: null,
  barsInColor4h: null,
  notional30: null,
  aboveSma200: null,
  distFrom200Pct: null,
};
/** 2023-11-14 22:13:20 UTC. */
const ASKED = 1_700_000_000_000;

const table = async (rows: readonly HeatmapRow[]): Promise<unknown> => {
  const view = viewOf(
    rows.flatMap((row) => heatmapEngine.encode(row) ?? []),
    {},
    ASKED,
  );
  return jsonOf(
    heatmapList,
    contextOf(() => view),
  );
};

describe('the heatmap item on the wire', () => {
  it('is exactly this JSON [#564]', () => {
    expect(JSON.stringify(heatmapRow.encode(row))).toBe(
      '{"symbol":"BTC","source":"perpdex_perp","price":100,"pct_1h":1,"pct_4h":-2.5,"pct_24h":0,"pct_4h_bar":3,"signum":"green","days_in_color":4,"adx":31,"signum_4h":"red","bars_in_color_4h":5,"notional_30":6000000000,"above_sma200":true,"dist_from_200_pct":12,"config_version":"heatmap/1"}',
    );
  });

  it('has null for what is not measurable', () => {
    const { symbol, source, config_version, ...rest } = heatmapRow.encode(bare);
    expect([symbol, source, config_version]).toEqual(['BTC', 'perpdex_perp', 'heatmap/1']);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    expect(Object.keys(rest).length).toBe(13);
  });

  it('[#569] is none for a pegged coin', () => {
    expect(heatmapEngine.encode({ ...row, pegged: true })).toBeUndefined();
  });
});

describe('the heatmap on the wire', () => {
  it('[#563] says when it is of: the last full hour, the last closed 4h bar, and when it was made', async () => {
    expect(await table([row, bare])).toEqual({
      items: [heatmapRow.encode(row), heatmapRow.encode(bare)],
      count: 2,
      total: 2,
      universe_size: 2,
      interval: '4h',
      as_of: Date.UTC(2023, 10, 14, 22),
      bar_4h_as_of: Date.UTC(2023, 10, 14, 20),
      moves: { up: 0, down: 1, flat: 0, median_pct: -2.5, p10: -2.5, p90: -2.5 },
      timestamp: ASKED,
      data_source: 'files',
      source: 'files',
    });
  });

  it('is valid under the schema of its reply, also without rows', async () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(heatmapList.reply);
    expect(validate(await table([row, bare])), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(await table([])), JSON.stringify(validate.errors)).toBe(true);
    expect(await table([])).toMatchObject({ moves: { up: 0, median_pct: null, p10: null, p90: null } });
  });
});

const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);

describe.skipIf(!existsSync(SCHEMAS))('the heatmap against the schema of the contract (needs ../shared/spec)', () => {
  it('holds with and without values', async () => {
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8')) as object;
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(read('heatmap_item.json'));
    const validate = ajv.compile(read('heatmap.json'));
    expect(validate(await table([row, bare])), JSON.stringify(validate.errors)).toBe(true);
  });
});
