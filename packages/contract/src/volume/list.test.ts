import { describe, expect, it } from 'vitest';
import type { Asked, Context } from '../context.ts';
import type { Encoded } from '../published.ts';
import { volumeList } from './list.ts';
import type { VolumeRowWire } from './row.ts';

const row = (symbol: string, change: Partial<VolumeRowWire> = {}): VolumeRowWire => ({
  symbol,
  volume_24h: 1,
  avg_volume_30d: null,
  median_volume_30d: null,
  multiplier: null,
  multiplier_median: null,
  band: 'unknown',
  volume_change_24h: null,
  spark_7d: [],
  change_24h: null,
  config_version: 'volume/1',
  ...change,
});
const records = [
  row('C', { multiplier: 2, band: 'elevated', volume_24h: 10, change_24h: -1 }),
  row('A', { multiplier: 2, band: 'elevated', volume_24h: 30, change_24h: 4 }),
  row('B', { volume_24h: 20 }),
  row('D', { multiplier: 0, band: 'dormant', volume_24h: 0, change_24h: 0 }),
].map((value): Encoded<VolumeRowWire> => ({ value, json: JSON.stringify(value) }));
const view = { asOf: 1, head: { warming: ['OLD'], days: {} }, records, dataSource: 'files', universeSize: 4 };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list asks nothing else of its context
const context = { latest: () => view } as unknown as Context;

async function ask(query: object): Promise<{ readonly items: readonly VolumeRowWire[] } & Record<string, unknown>> {
  const asked = { path: {}, query: { sort: 'multiplier', limit: 250, ...query }, body: {}, headers: {} };
  const answer = await volumeList.answer(context, { ...asked, caller: undefined, sees: () => true } as Asked);
  if (!answer.ok || answer.value.kind !== 'text') throw new Error('expected a text');
  return JSON.parse(answer.value.text) as Awaited<ReturnType<typeof ask>>;
}
const symbols = async (query: object): Promise<string> => (await ask(query)).items.map(({ symbol }) => symbol).join('');

describe('the list of the volume scanner', () => {
  it('takes one of the seven bands, unknown among them', async () => {
    expect([await symbols({ band: 'elevated' }), await symbols({ band: 'unknown' })]).toEqual(['AC', 'B']);
  });

  it('drops rows below a least multiplier and rows without one, also at a least of 0', async () => {
    const found = await Promise.all([2, 2.01, 0].map(async (least) => symbols({ min_multiplier: least })));
    expect(found).toEqual(['AC', '', 'ACD']);
  });

  it('is largest first, symbols A to Z; rows without the sort value last, ties by symbol', async () => {
    const sorts = ['multiplier', 'volume_24h', 'symbol', 'change_24h'];
    const orders = await Promise.all(sorts.map(async (sort) => symbols({ sort })));
    expect(orders).toEqual(['ACDB', 'ABCD', 'ABCD', 'ADCB']);
    expect(Object.keys(volumeList.query.properties)).not.toContain('order');
  });

  it('has this envelope, without a direction', async () => {
    const { items, ...envelope } = await ask({ sort: 'change_24h', limit: 1 });
    expect(items).toEqual([records[1]!.value]);
    expect(JSON.stringify(envelope)).toBe(
      '{"count":1,"total":4,"universe_size":4,"limit":1,"sort":"change_24h","warming":["OLD"],"as_of":1,"data_source":"files","source":"files"}',
    );
  });
});
