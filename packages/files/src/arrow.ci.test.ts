/// <reference types="node" />

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { library } from '../../../test/apart.ts';
import { readArrowBars } from './arrow-bars.ts';
import type { ArrowLibrary } from './arrow-rows.ts';
import { BarRows } from './bar-rows.ts';

interface Arrow extends ArrowLibrary {
  readonly Table: new (columns: Readonly<Record<string, unknown>>) => unknown;
  readonly TimestampMicrosecond: new () => unknown;
  readonly tableToIPC: (table: unknown, format: 'file') => Uint8Array;
  readonly vectorFromArray: (values: readonly unknown[], type?: unknown) => unknown;
}

const arrow = await library<Arrow>('.ci/peers', 'apache-arrow');
const T = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

async function bars(bytes: Uint8Array) {
  const rows = new BarRows(false);
  const { problem } = await readArrowBars(new Uint8Array(bytes), rows, {}, async () => arrow);
  if (problem !== undefined) throw new Error(JSON.stringify(problem));
  return rows.tables()[0]!.columns;
}

describe('Arrow IPC by apache-arrow', () => {
  it('is read whatever its times are', async () => {
    const prices = Object.fromEntries(
      ['open', 'high', 'low', 'close', 'volume'].map((name) => [name, arrow.vectorFromArray([1, 2])]),
    );
    for (const date of [
      arrow.vectorFromArray([T, T + DAY], new arrow.TimestampMicrosecond()),
      arrow.vectorFromArray([BigInt(T), BigInt(T + DAY)]),
      arrow.vectorFromArray([T / 1000, T / 1000 + 86_400]),
      arrow.vectorFromArray(['2024-01-01', '2024-01-02']),
    ]) {
      const { time, close } = await bars(arrow.tableToIPC(new arrow.Table({ date, ...prices }), 'file'));
      expect([...time, ...close]).toEqual([T, T + DAY, 1, 2]);
    }
  });

  const FEATHER = '../shared/cases/formats/01-feather/BTCUSDT.feather';
  it.skipIf(!existsSync(FEATHER))(
    'case formats/01: 48 hours, first close 41957.01 (needs ../shared/cases)',
    async () => {
      const { time, close } = await bars(readFileSync(FEATHER));
      expect([time.length, close[0]]).toEqual([48, 41957.01]);
    },
  );
});
