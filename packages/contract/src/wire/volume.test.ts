import { volumeRow, type VolumeRow } from '@barograph/volatility';
import { candlesOf } from '@barograph/core';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeVolumeDays, encodeVolumeDetail, VolumeDetailWire } from './volume-detail.ts';
import { joinVolumeList, VolumeListWire } from './volume-list.ts';
import { encodeVolumeRow, volumeItem } from './volume-row.ts';

const row: VolumeRow = {
  configVersion: 'volume/1',
  symbol: 'BTC',
  source: 'perpdex_perp',
  volume24h: 720,
  avgVolume30d: 240,
  medianVolume30d: 180,
  multiplier: 3,
  multiplierMedian: 4,
  band: 'surging',
  volumeChange24h: -0,
  spark7d: [1, 2],
  change24h: -1.5,
  days: [
    { time: 0, notional: 1 },
    { time: 86_400_000, notional: 2 },
  ],
};
const item = volumeItem(encodeVolumeRow(row))!;
const valid = (schema: object, value: unknown): unknown =>
  new Ajv({ allowUnionTypes: true }).compile(schema)(value) ? true : 'invalid';

describe('the volume row on the wire', () => {
  it('is exactly this JSON [#395]', () => {
    expect(JSON.stringify(item)).toBe(
      '{"symbol":"BTC","volume_24h":720,"avg_volume_30d":240,"median_volume_30d":180,"multiplier":3,"multiplier_median":4,"band":"surging","volume_change_24h":0,"spark_7d":[1,2],"change_24h":-1.5,"config_version":"volume/1"}',
    );
  });

  it('has null for what is not measurable, and is no item without a rolling volume', () => {
    const empty = candlesOf([]);
    const bare = encodeVolumeRow(
      volumeRow({ symbol: 'NEW', source: 'perpdex_perp', hourly: empty, daily: empty, asOf: 0 }),
    );
    expect(bare).toEqual({
      symbol: 'NEW',
      volume_24h: null,
      avg_volume_30d: null,
      median_volume_30d: null,
      multiplier: null,
      multiplier_median: null,
      band: 'unknown',
      volume_change_24h: null,
      spark_7d: [],
      change_24h: null,
      config_version: 'volume/1',
    });
    expect(volumeItem(bare)).toBeUndefined();
  });
});

describe('the volume detail on the wire', () => {
  it('is the row and its days [#400]', () => {
    const history = encodeVolumeDays(row.days);
    const wire = encodeVolumeDetail({ row: item, history, asOf: 5, dataSource: 'files' });
    expect(wire).toEqual({
      ...item,
      history: [
        { timestamp: 0, notional: 1 },
        { timestamp: 86_400_000, notional: 2 },
      ],
      as_of: 5,
      data_source: 'files',
    });
    expect(valid(VolumeDetailWire, wire)).toBe(true);
  });
});

describe('the volume list on the wire', () => {
  it('joins the texts of rows, and is valid under the schema of its reply', () => {
    const text = joinVolumeList([JSON.stringify(item)], {
      count: 1,
      total: 3,
      universeSize: 20,
      query: { limit: 1, sort: 'change_24h' },
      warming: ['OLD'],
      asOf: 1_700_000_000_000,
      dataSource: 'simulated',
    });
    const list: unknown = JSON.parse(text);
    expect(list).toEqual({
      items: [item],
      count: 1,
      total: 3,
      universe_size: 20,
      limit: 1,
      sort: 'change_24h',
      warming: ['OLD'],
      as_of: 1_700_000_000_000,
      data_source: 'simulated',
      source: 'simulated',
    });
    expect(valid(VolumeListWire, list)).toBe(true);
  });
});

const SCHEMA = new URL('../../../../../shared/spec/schemas/volume_scanner_row.json', import.meta.url);

describe.skipIf(!existsSync(SCHEMA))('volume rows against the schema of the contract (needs ../shared/spec)', () => {
  it.each([item, { ...item, multiplier: null, multiplier_median: null, band: 'unknown' }])('%j holds', (one) => {
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
    expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
  });
});
