import { DAY_MS, HOUR_MS } from '@barograph/core';
import { signum } from '@barograph/indicators';
import { describe, expect, it } from 'vitest';
import { library } from '../../../test/apart.ts';
import { fromArrow, fromColumns, toArrow, toColumns, type ArrowModule } from './tables.ts';
import { daily } from './test-support.ts';

/** The parts of Arrow and Arquero in use. */
interface Arrow extends ArrowModule<Table> {
  readonly tableToIPC: (table: Table, format: 'file') => Uint8Array;
  readonly tableFromIPC: (bytes: Uint8Array) => Table;
  readonly tableFromArrays: (columns: object) => Table;
}
type Table = Omit<Parameters<typeof fromArrow>[0], 'getChild'> & {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { toString(): string }[] };
  getChild(name: string): (Vector & { readonly data: readonly { readonly values: Float64Array }[] }) | null;
  concat(other: Table): Table;
};
type Vector = NonNullable<ReturnType<Parameters<typeof fromArrow>[0]['getChild']>>;
interface ArqueroTable {
  numRows(): number;
  array(name: string): ArrayLike<number>;
  column(name: string): unknown;
  data(): Record<string, Float64Array>;
  filter(keeps: (row: { readonly color: string }) => boolean): ArqueroTable;
  getter(name: string): (row: number) => unknown;
  toArrow(): Table;
}
interface Arquero {
  readonly fromArrow: (bytes: Uint8Array) => ArqueroTable;
  readonly table: (columns: Record<string, Float64Array>) => ArqueroTable;
}

const arrow = await library<Arrow>('.ci/peers', 'apache-arrow');
const { fromArrow: arqueroFromArrow, table: arqueroTable } = await library<Arquero>('.ci/peers', 'arquero');
const colors = toColumns(signum(daily), { bars: daily });

describe('Arrow', () => {
  const bytesOf = (column: unknown): ArrayBufferLike => (column as Float64Array).buffer;

  it('vectors lie over the memory of the columns', () => {
    const table = toArrow(colors, arrow);
    expect(table.numRows).toBe(daily.length);
    for (const name of ['time', 'close', 'adx', 'plus_di']) {
      expect(table.getChild(name)!.data[0]!.values.buffer, name).toBe(bytesOf(colors[name]));
    }
    const back = fromArrow(table);
    expect(back).toEqual(colors);
    for (const name of ['time', 'close', 'adx']) expect(bytesOf(back[name]), name).toBe(bytesOf(colors[name]));
  });

  it('comes back from a file equal to the bit, and as bars without a copy', () => {
    const file = arrow.tableToIPC(
      toArrow(
        { ...toColumns(daily), flag: Array.from(daily.time, (_, i) => (i % 3 === 0 ? null : i % 2 === 0)) },
        arrow,
      ),
      'file',
    );
    const read = fromArrow(arrow.tableFromIPC(file));
    expect(fromColumns(read as Record<string, Float64Array>)).toEqual(daily);
    expect((read['flag'] as readonly (boolean | null)[]).slice(0, 3)).toEqual([null, false, true]);
  });

  it('reads timestamps, integers and nulls of others', () => {
    const table = toArrow({ time: Float64Array.of(DAY_MS, NaN), n: Int8Array.of(1, -1) }, arrow, {
      times: 'timestamp',
    });
    expect(table.schema.fields[0]!.toString()).toBe('time: Timestamp<MILLISECOND, UTC>');
    expect(fromArrow(table)).toEqual({ time: Float64Array.of(DAY_MS, NaN), n: Int8Array.of(1, -1) });
    const others = arrow.tableFromArrays({ id: BigInt64Array.of(1n, 2n), day: [new Date(0), new Date(HOUR_MS)] });
    expect(fromArrow(others)).toEqual({ id: Float64Array.of(1, 2), day: Float64Array.of(0, HOUR_MS) });
    expect(() => fromArrow(arrow.tableFromArrays({ id: BigInt64Array.of(2n ** 60n) }))).toThrow('"id" row 1 expected');
  });

  it('joins batches', () => {
    const table = toArrow({ x: Float64Array.of(1, 2) }, arrow);
    expect(fromArrow(table.concat(toArrow({ x: Float64Array.of(3) }, arrow)))).toEqual({ x: Float64Array.of(1, 2, 3) });
  });
});

describe('Arquero', () => {
  it('takes the columns as they are, and gives them back', () => {
    const table = arqueroTable(colors as Record<string, Float64Array>);
    expect(table.numRows()).toBe(daily.length);
    expect(table.getter('adx')(daily.length - 1)).toBe(colors['adx']!.at(-1));
    expect(table.column('adx')).toBe(colors['adx']);
    const greens = table.filter((row: { color: string }) => row.color === 'green').numRows();
    expect(greens).toBe((colors['color'] as readonly string[]).filter((color) => color === 'green').length);
    const bars = fromColumns(arqueroTable(toColumns(daily) as Record<string, Float64Array>).data());
    expect(bars.close).toBe(daily.close);
  });

  it('reads our Arrow file, and we read its tables', () => {
    const bytes = arrow.tableToIPC(toArrow(colors, arrow), 'file');
    const table = arqueroFromArrow(bytes);
    expect(Float64Array.from(table.array('adx'))).toEqual(colors['adx']);
    expect(Array.from(table.array('color'))).toEqual(colors['color']);
    expect(fromArrow(table.toArrow())).toEqual(colors);
  });
});
