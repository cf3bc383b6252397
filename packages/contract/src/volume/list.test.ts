import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, viewOf } from '../../test/ask.ts';
import { bareVolumeRow } from '../../test/volume-rows.ts';
import { volumeList } from './list.ts';
import type { VolumeRowWire } from './row.ts';

const row = (symbol: string, known: Partial<VolumeRowWire> = {}): VolumeRowWire =>
  bareVolumeRow(symbol, { volume_24h: 1, ...known });
const ROWS: readonly VolumeRowWire[] = [
  row('C', { multiplier: 2, band: 'elevated', volume_24h: 10, change_24h: -1 }),
  row('A', { multiplier: 2, band: 'elevated', volume_24h: 30, change_24h: 4 }),
  row('B', { volume_24h: 20 }),
  row('D', { multiplier: 0, band: 'dormant', volume_24h: 0, change_24h: 0 }),
];
const view = viewOf(ROWS, { warming: ['OLD'], days: {} });
const context = contextOf(() => view);

type Reply = { readonly items: readonly VolumeRowWire[] } & Readonly<Record<string, unknown>>;
const ask = async (query: object): Promise<Reply> => jsonOf<Reply>(volumeList, context, { query });
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
    expect(items).toEqual([ROWS[1]]);
    expect(JSON.stringify(envelope)).toBe(
      '{"count":1,"total":4,"universe_size":4,"limit":1,"sort":"change_24h","warming":["OLD"],"as_of":1,"data_source":"files","source":"files"}',
    );
  });
});
