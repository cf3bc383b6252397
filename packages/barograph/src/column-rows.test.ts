/** Pieces of columns as bytes: memory that they share, and files of them. */

import { useKernels } from '@barograph/core';
import { KERNELS } from '@barograph/kernels';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { columnBytes, columnRows, type ColumnPart } from './column-rows.ts';
import { writeWhole } from './whole-file.ts';

const NAMES = ['time', 'value', 'label', 'none'];
const LENGTH = 5_000;

/** Parts of numbers that need all their digits, with a text that needs marks. */
function* parts(count: number): Generator<ColumnPart> {
  for (let part = 0; part < count; part++) {
    const column = (valueAt: (i: number) => number): Float64Array =>
      Float64Array.from({ length: LENGTH }, (_, i) => valueAt(i));
    yield {
      length: LENGTH,
      columns: {
        time: column((i) => 1.6e12 + 60_000 * (part * LENGTH + i)),
        value: column((i) => (i % 9 === 0 ? NaN : Math.sin(i) * 10 ** (i % 40) * 1e-20)),
        label: { codes: Int8Array.from({ length: LENGTH }, (_, i) => (i % 3) - 1), texts: ['a,"b"', `of ${part}`] },
      },
    };
  }
}

/** Text that cells have by themselves. */
function expected(count: number): string {
  let text = '';
  for (const row of columnRows(parts(count))) {
    const label = row['label'] === null ? '' : row['label'] === 'a,"b"' ? '"a,""b"""' : String(row['label']);
    text += `${String(row['time'])},${String(row['value'] ?? '')},${label},\n`;
  }
  return text;
}

describe.each([
  ['the kernel', KERNELS],
  ['JavaScript', undefined],
])('pieces by %s', (_, kernels) => {
  it('are good until the one after the next is asked for', () => {
    const before = useKernels(kernels);
    onTestFinished(() => void useKernels(before));
    let text = '';
    let last: Buffer | undefined;
    let count = 0;
    for (const piece of columnBytes(NAMES, columnRows(parts(2)))) {
      text += last?.toString() ?? '';
      last = piece;
      count++;
    }
    expect(count).toBeGreaterThan(3);
    expect(text + last!.toString()).toBe(expected(2));
  });

  it('become a file while the next ones are made; one that cannot be made leaves none', async () => {
    const before = useKernels(kernels);
    const folder = mkdtempSync(join(tmpdir(), 'barograph-columns-'));
    onTestFinished(() => {
      useKernels(before);
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'rows.csv');
    await writeWhole(path, columnBytes(NAMES, columnRows(parts(2))));
    expect(readFileSync(path, 'utf8')).toBe(expected(2));
    function* broken(): Generator<Uint8Array> {
      yield* columnBytes(NAMES, columnRows(parts(1)));
      throw new Error('of the piece');
    }
    await expect(writeWhole(join(folder, 'other.csv'), broken())).rejects.toThrow('of the piece');
    expect(readdirSync(folder)).toEqual(['rows.csv']);
  });
});

it('rows of more columns than the kernel has memory for are written by JavaScript', () => {
  const before = useKernels(KERNELS);
  onTestFinished(() => void useKernels(before));
  const names = Array.from({ length: 300 }, (_, i) => `c${i}`);
  const columns = Object.fromEntries(names.map((name, i) => [name, Float64Array.of(i / 3)]));
  const text = [...columnBytes(names, columnRows([{ length: 1, columns }]))].join('');
  expect(text).toBe(`${names.map((_, i) => i / 3).join(',')}\n`);
});
