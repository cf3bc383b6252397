import { volumeRow, type VolumeRow } from '@barograph/volatility';
import { candlesOf } from '@barograph/core';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bareVolumeRow } from '../../test/volume-rows.ts';
import { anyVolumeRow, isReady, volumeDay, volumeRow as volumeRecord, type ReadyVolumeRow } from './row.ts';

const row: ReadyVolumeRow = {
  configVersion: 'volume/2',
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
const item = volumeRecord.encode(row);
const valid = (schema: object, value: unknown): unknown =>
  new Ajv({ allowUnionTypes: true }).compile(schema)(value) ? true : 'invalid';

describe('the volume row on the wire', () => {
  it('is exactly this JSON [#395]', () => {
    expect(JSON.stringify(item)).toBe(
      '{"symbol":"BTC","volume_24h":720,"avg_volume_30d":240,"median_volume_30d":180,"multiplier":3,"multiplier_median":4,"band":"surging","volume_change_24h":0,"spark_7d":[1,2],"change_24h":-1.5,"config_version":"volume/2"}',
    );
  });

  it('has null for what is not measurable, and is no item without a rolling volume', () => {
    const empty = candlesOf([]);
    const about = { symbol: 'NEW', source: 'perpdex_perp' } as const;
    const bare: VolumeRow = volumeRow({ ...about, hourly: empty, daily: empty, asOf: 0 });
    expect(anyVolumeRow.encode(bare)).toEqual(bareVolumeRow('NEW', {}));
    expect(isReady(bare)).toBe(false);
  });

  it('is the same from both codecs when it is ready, and valid under the schema of the reply', () => {
    expect(JSON.stringify(anyVolumeRow.encode(row))).toBe(JSON.stringify(item));
    expect(valid(volumeRecord.schema, item)).toBe(true);
  });
});

it('a day of the baseline on the wire is exactly this JSON [#400]', () => {
  expect(row.days.map(volumeDay.encode)).toEqual([
    { timestamp: 0, notional: 1 },
    { timestamp: 86_400_000, notional: 2 },
  ]);
});

const SCHEMA = new URL('../../../../../shared/spec/schemas/volume_scanner_row.json', import.meta.url);

describe.skipIf(!existsSync(SCHEMA))('volume rows against the schema of the contract (needs ../shared/spec)', () => {
  it.each([item, { ...item, multiplier: null, multiplier_median: null, band: 'unknown' }])('%j holds', (row) => {
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
    expect(validate(row), JSON.stringify(validate.errors)).toBe(true);
  });
});
