import { existsSync } from 'node:fs';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventsReader, STABLECOIN_BARS, type EventRows } from './events-rows.ts';
import { isSameHack, mergedHacks, type FileHack } from './hack-rows.ts';
import { readReference } from './read-reference.ts';
import { parseTextTable } from './text-table.ts';

const SHARED = new URL('../../../../shared/data', import.meta.url).pathname;
const NOW = Date.UTC(2026, 0, 1);
const DAY = Date.UTC(2024, 2, 22);

/** Rows of files `[folder, name, text]`. */
function rowsOf(...files: readonly (readonly [folder: string, name: string, text: string])[]): EventRows {
  const reader = createEventsReader(NOW);
  for (const [folder, name, text] of files) {
    const table = parseTextTable(text);
    if (!table.ok) throw new Error(JSON.stringify(table.error));
    expect(reader.add(folder, name, table.value)).toBe(true);
  }
  return reader.rows();
}

describe('files of stablecoins', () => {
  it('have supplies that are known when their day has ended, and prices when their hour has', () => {
    const { stablecoinTotal, stablecoinSupplies, stablecoinPrices, dropped } = rowsOf(
      ['stablecoins', 'total.csv', `timestamp,total_stablecoin_usd,defi_tvl_usd\n${DAY},5e10,1\n${DAY - DAY_MS},,1\n`],
      [
        'stablecoins',
        'caps.csv',
        `timestamp,DAI,USDC\n${DAY},,7\n${DAY - DAY_MS},3,6\n${DAY},,8\n${DAY + DAY_MS},-1,x\n`,
      ],
      [
        STABLECOIN_BARS,
        'USDCUSDT.csv.gz',
        `timestamp,open,high,low,close,volume\n${DAY},1,4,0.2,0.99,5\n${DAY + HOUR_MS},1,4,0.2,3.99,5\nx,1,1,1,1,1\n${NOW + 1},1,1,1,1,1\n`,
      ],
    );
    expect([...stablecoinTotal!.time, ...stablecoinTotal!.value]).toEqual([DAY + DAY_MS, 5e10]);
    expect(stablecoinSupplies.map(({ symbol, time, value }) => [symbol, [...time], [...value]])).toEqual([
      ['DAI', [DAY], [3]],
      ['USDC', [DAY, DAY + DAY_MS], [6, 7]],
    ]);
    expect(
      stablecoinPrices.map(({ symbol, publisher, time, value }) => [symbol, publisher, ...time, ...value]),
    ).toEqual([['USDC', 'USDC/USDT', DAY + HOUR_MS, 0.99]]);
    expect(dropped).toEqual({
      'stablecoins DAI out_of_range': 1,
      'stablecoins USDC duplicate': 1,
      'stablecoins USDC not_a_number': 1,
      'pegs USDC out_of_range': 1,
      'pegs USDC not_a_time': 1,
      'pegs USDC in_the_future': 1,
    });
  });
});

describe('files of hacks and headlines', () => {
  it('are known when their day has ended; losses that cannot be are left out, titles keep no text of the article', () => {
    const { hacks, headlines, dropped } = rowsOf(
      [
        'events',
        'own.csv',
        `timestamp,name,loss_usd\n${DAY},AVault,5\n${DAY},B,6e9\n${DAY},AVault,5\n${DAY + 5000},C,\n`,
      ],
      [
        'events',
        'more.csv',
        `timestamp,name,loss_usd_parsed\n${DAY + DAY_MS},AVault V2,7\n${DAY},Paper,9e8\n${DAY},Dee,2\n`,
      ],
      ['sentiment', 'news.csv', `timestamp,headline,description\n${DAY + 1},"SEC, again ",long text\n${DAY + 2}, ,x\n`],
      ['events', 'rekt.csv', `timestamp,title,url\n${DAY},Dee - Rekt,https://x.org/dee\n`],
    );
    expect(hacks!.map(({ name, time, lossUsd }) => [name, time - DAY, lossUsd])).toEqual([
      ['C', 5000, null],
      ['AVault', DAY_MS, 5],
      ['Dee', DAY_MS, 2],
    ]);
    expect(headlines).toEqual([
      { title: 'SEC, again', time: DAY + 1, publisher: 'news' },
      { title: 'Dee - Rekt', url: 'https://x.org/dee', time: DAY + DAY_MS, publisher: 'rekt' },
    ]);
    expect(dropped).toEqual({ 'hacks out_of_range': 2, 'hacks duplicate': 1, 'headlines not_a_text': 1 });
  });

  it('of two lists are counted once: all of the first, and of the second what is new', () => {
    const hack = fc.record({
      name: fc.constantFrom('Euler V1', 'EulerFinance', 'Nomad', 'Nomad Bridge', 'Poly', 'X'),
      day: fc.nat(30).map((day) => DAY + day * DAY_MS),
      lossUsd: fc.option(fc.integer({ min: 1, max: 5e8 })),
    });
    const list = fc.array(hack.map((hack): FileHack => ({ ...hack, time: hack.day + DAY_MS })));
    fc.assert(
      fc.property(list, list, (first, second) => {
        const merged = mergedHacks(first, second);
        const added = merged.filter((hack) => !first.includes(hack));
        expect(merged).toHaveLength(first.length + added.length);
        for (const hack of added) expect(first.some((other) => isSameHack(hack, other))).toBe(false);
        // Nothing is lost: what is not there has its like.
        for (const hack of second) expect(merged.some((other) => other === hack || isSameHack(hack, other))).toBe(true);
        expect(merged.map(({ time }) => time)).toEqual(merged.map(({ time }) => time).toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a table of texts', () => {
  it('is the same with and without quotes around its cells', () => {
    const cells = fc.array(fc.stringMatching(/^[a-z0-9. -]{0,6}$/), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', ''), (rows, end) => {
        const written = (cell: (text: string) => string): string =>
          ['a,b,c', ...rows.map((row) => row.map(cell).join(','))].join('\n') + end;
        const plain = parseTextTable(written((text) => text));
        const quoted = parseTextTable(written((text) => `"${text}"`));
        if (!plain.ok || !quoted.ok) throw new Error('expected two tables');
        expect(plain.value.length).toBe(quoted.value.length);
        for (let row = 0; row < rows.length; row++) {
          for (const name of ['a', 'b', 'c']) expect(plain.value.cell(row, name)).toBe(quoted.value.cell(row, name));
        }
      }),
    );
  });
});

describe.skipIf(!existsSync(SHARED))('the data set of this project (needs ../shared/data)', () => {
  it('has stablecoins, hacks of two lists and headlines, and what was left out of them', async () => {
    const read = await readReference(SHARED);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { stablecoinTotal, stablecoinSupplies, stablecoinPrices, hacks, headlines, dropped } = read.value;
    expect(stablecoinTotal!.time.length).toBeGreaterThan(2700);
    expect(stablecoinSupplies.map(({ symbol }) => symbol)).toEqual(['DAI', 'FDUSD', 'USDC', 'USDT']);
    const names = ['BUSD', 'FDUSD', 'PAX', 'SUSD', 'TUSD', 'USDC', 'USDP', 'USTC', 'UST'];
    expect(stablecoinPrices.map(({ symbol }) => symbol)).toEqual(names);
    // 2023-03-11: the worst hourly close of USDC.
    const usdc = stablecoinPrices.find(({ symbol }) => symbol === 'USDC')!;
    const usdcWorst = Math.min(
      ...usdc.value.filter((_, i) => usdc.time[i]! > Date.UTC(2023, 2, 10) && usdc.time[i]! < Date.UTC(2023, 2, 13)),
    );
    const ust = stablecoinPrices.find(({ symbol }) => symbol === 'UST')!;
    const figures = {
      usdcWorst,
      ustLast: ust.value.at(-1),
      hacks: hacks!.length,
      withLoss: hacks!.filter(({ lossUsd }) => lossUsd !== null).length,
      headlines: headlines.length,
      dropped: Object.fromEntries(
        Object.entries(dropped).filter(([name]) => /^(?:pegs|stablecoins|hacks|headlines)/.test(name)),
      ),
    };
    expect(figures).toMatchInlineSnapshot(`
      {
        "dropped": {
          "hacks duplicate": 1,
          "hacks out_of_range": 1,
        },
        "hacks": 947,
        "headlines": 396,
        "usdcWorst": 0.9128,
        "ustLast": 0.363505,
        "withLoss": 720,
      }
    `);
    // The largest ones once, under the name of the first list.
    const euler = hacks!.filter(
      ({ name, day }) => /euler/i.test(name) && Math.abs(day - Date.UTC(2023, 2, 13)) < 7 * DAY_MS,
    );
    expect(euler.map(({ name }) => name)).toEqual(['Euler V1']);
  });
});
