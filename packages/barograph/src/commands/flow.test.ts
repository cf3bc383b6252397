import { takerMinutes, takerRows, universeFlow } from '@barograph/positioning';
import { readTrades } from '@barograph/files';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, parse, run, temporaryFolder } from '../test-support.ts';

const folder = temporaryFolder();
beforeEach(folder.make);
afterEach(folder.remove);

const START = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const HEADER = 'time,side,price,size,id\n';

/** A trade every seven seconds for 90 minutes, none in the fiftieth; every hundredth is large. */
function trades(): string {
  let text = HEADER;
  for (let i = 0; i * 7_000 < 90 * MINUTE; i++) {
    const time = START + i * 7_000;
    if (Math.floor((time - START) / MINUTE) === 50) continue;
    text += `${time},${i % 3 === 0 ? 'sell' : 'buy'},${100 + (i % 11)},${i % 100 === 0 ? 300 : (i % 5) + 0.5},${i}\n`;
  }
  return text;
}

const WHOLE = ['--from', '2024-01-01', '--to', '2024-01-01T01:30'];
const objects = (text: string): readonly Record<string, unknown>[] => lines(text).map(parse);

describe('barograph flow', () => {
  it('has a row for every minute, as the library says [#340][#341][#342][#343][#347][#348][#349]', async () => {
    const file = folder.put('BTCUSDT_trades.csv.gz', gzipSync(trades()));
    const { code, out } = await run(['flow', file, '--symbol', 'BTC', '--rows', 'all', '--format', 'ndjson', ...WHOLE]);
    const read = await readTrades(file);
    if (!read.ok) return expect.fail(JSON.stringify(read.error));
    const sealed = takerMinutes('BTC', read.value.trades, { from: START, to: START + 90 * MINUTE });
    const rows = takerRows(sealed, 'BTC', 90);
    const found = objects(out);
    expect([code, found.length]).toEqual([0, 90]);
    const nan = (value: number): number | null => (Number.isNaN(value) ? null : value);
    let cvd = 0;
    for (const [i, row] of rows.entries()) {
      cvd += row.buyNotional - row.sellNotional;
      expect(found[i]).toEqual({
        time: START + i * MINUTE,
        coin: 'BTC',
        buy_notional: row.buyNotional,
        sell_notional: row.sellNotional,
        n_trades: row.trades,
        vwap: nan(row.vwap),
        max_fill_usd: row.maxFill,
        large_fill_share: nan(row.largeFillShare),
        partial: false,
        cvd_usd: cvd,
      });
    }
    expect(found[50]).toMatchObject({ buy_notional: 0, sell_notional: 0, n_trades: 0, vwap: null, partial: false });
    expect(found.filter((row) => row['large_fill_share'] !== null)).toHaveLength(8);
  });

  it('takes the first and the last minute for partial unless told', async () => {
    const file = folder.put('BTC.csv', trades().replace(`${START},sell`, `${START + 1},sell`));
    const { out } = await run(['flow', file, '--rows', 'all', '--format', 'csv']);
    const [header, ...rows] = lines(out);
    expect(header).toBe(
      'time,coin,buy_notional,sell_notional,n_trades,vwap,max_fill_usd,large_fill_share,partial,cvd_usd',
    );
    expect(rows[0]).toBe(`${START},BTC,,,,,,,true,0`);
    expect(rows.filter((row) => row.includes('true'))).toHaveLength(2);
    expect(rows.at(-1)).toMatch(new RegExp(`^${START + 89 * MINUTE},BTC,,,,,,,true,`));
  });

  it('has a row per coin over the window before the end, the biggest first [#352][#353][#354]', async () => {
    const row = (coin: string, minute: number, size: number, id: number) =>
      JSON.stringify({ coin, side: 'B', px: '10', sz: String(size), time: START + minute * MINUTE + id, tid: id });
    const text = [row('ETH', 0, 1, 1), row('BTC', 70, 2, 2), row('kPEPE', 80, 3000, 3), row('BTC', 85, 9, 4)].join(
      '\n',
    );
    const file = folder.put('hl.ndjson', text);
    const { code, out } = await run(['flow', file, '--format', 'json', ...WHOLE]);
    const shared = {
      sell_notional: 0,
      taker_buy_ratio: 1,
      partial_minutes: 0,
      window: '1h',
      as_of: START + 90 * MINUTE,
    };
    expect([code, parse(out)]).toEqual([
      0,
      [
        { ...shared, coin: 'kPEPE', buy_notional: 30_000, n_trades: 1, large_fill_share: 1 },
        { ...shared, coin: 'BTC', buy_notional: 110, n_trades: 2, large_fill_share: null },
      ],
    ]);
    const { out: hours } = await run(['flow', file, '--window', '4h', '--format', 'csv', ...WHOLE]);
    expect(lines(hours).map((line) => line.split(',')[0])).toEqual(['coin', 'kPEPE', 'BTC', 'ETH']);
    expect(lines(hours)[1]).toContain(',150,4h,');
  });

  it('reads standard input, and shows a table with times for people', async () => {
    const { out } = await run(['flow', '-', '--symbol', 'SOL', '--rows', 'all', ...WHOLE], {
      stdin: [Buffer.from(trades())],
    });
    expect(lines(out)[1]).toMatch(/^2024-01-01T00:00:00Z {2}SOL /);
  });

  it('writes a file of Parquet', async () => {
    const [file, target] = [folder.put('BTC.csv', trades()), folder.path('flow.parquet')];
    const { code } = await run(['flow', file, '--rows', 'all', '--format', 'parquet', '--out', target]);
    expect([code, readFileSync(target).subarray(0, 4).toString()]).toEqual([0, 'PAR1']);
    const { err } = await run(['flow', file, '--format', 'parquet']);
    expect(err).toBe('error: --format parquet: expected --rows all, got the last row\n');
  });

  it('takes another threshold from a file', async () => {
    const config = folder.put('config.json', '{"largeFillUsd":100}');
    const file = folder.put('BTC.csv', trades());
    const { out } = await run(['flow', file, '--config', config, '--format', 'ndjson', ...WHOLE]);
    const read = await readTrades(file);
    if (!read.ok) return expect.fail(JSON.stringify(read.error));
    const standard = universeFlow(
      takerMinutes('BTC', read.value.trades, { from: START, to: START + 90 * MINUTE }),
      '1h',
    )!;
    expect(objects(out)[0]!['large_fill_share']).toBeGreaterThan(standard.rows[0]!.largeFillShare);
    const bad = folder.put('bad.json', '{"sealAfterMs":-1}');
    const { code, err } = await run(['flow', file, '--config', bad]);
    expect([code, err]).toEqual([2, `error: ${bad} field "sealAfterMs": expected an integer ≥ 0, got -1\n`]);
  });

  it('mends what it is asked to mend, and says what it left out', async () => {
    const [first, ...rest] = trades().trim().split('\n').slice(1);
    const text = [HEADER.trim(), ...rest, first, first, `${START},buy,10,0,zero`].join('\n');
    const file = folder.put('BTC.csv', text);
    const { code, err, out } = await run(['flow', file, '--repair', '--format', 'ndjson', ...WHOLE]);
    expect([code, lines(err)]).toEqual([
      0,
      [
        `${file}: ${rest.length + 3} rows, sorted; left out 1 bad and 1 duplicate`,
        `  left out ${file} row ${rest.length + 3} column "size": expected a size within 1e-100…1e+100, got "0"`,
      ],
    ]);
    const { out: sound } = await run(['flow', folder.put('BTC.csv', trades()), '--format', 'ndjson', ...WHOLE]);
    expect(out).toBe(sound);
  });

  it.each([
    [`${START},buy,10,0,a`, 'row 1 column "size": expected a size within 1e-100…1e+100, got "0"'],
    [`${START},buy,NaN,1,a`, 'row 1 column "price": expected a price within 1e-100…1e+100, got "NaN"'],
    [`${START},buy,1,1,a\n${START},buy,1,1,a`, 'row 2 column "id": expected an id that was not there before, got "a"'],
    [
      `${START},buy,1,1,a\n${START - 1},buy,1,1,b`,
      `row 2 column "time": expected a time not before that of the row above, ${START}, got ${START - 1}`,
    ],
    [
      `1,buy,1,1,a\n${START},buy,1,1,b`,
      'row 2 column "time": expected an epoch number like the first, until the year 9999',
    ],
    [`${START},buy,1,1,a\n${2 * START},buy,1,1,b`, 'expected trades within 5270400 minutes, got times over'],
  ])('refuses %j with the place', async (rows, message) => {
    const file = folder.put('BTC.csv', `${HEADER}${rows}\n`);
    const { code, err, out } = await run(['flow', file]);
    expect([code, out, lines(err).length]).toEqual([2, '', 1]);
    expect(err).toContain(`error: ${file}`);
    expect(err).toContain(message);
  });

  it('refuses a span that does not hold the trades, and a window without a whole minute of them', async () => {
    const file = folder.put('BTC.csv', `${HEADER}${START + 1},buy,1,1,a\n`);
    expect((await run(['flow', file])).err).toBe(
      'error: --window 1h: expected a whole minute with trades in it, got none\n',
    );
    expect((await run(['flow', file, '--from', '2024-01-02'])).err).toBe(
      'error: --from: expected at most the first trade, 2024-01-01T00:00:00.001Z, got 2024-01-02T00:00:00.000Z\n',
    );
    expect((await run(['flow', file, '--to', '2024-01-01'])).err).toBe(
      'error: --to: expected at least the last trade, 2024-01-01T00:00:00.001Z, got 2024-01-01T00:00:00.000Z\n',
    );
    expect((await run(['flow', 'nowhere.csv'])).err).toBe('error: nowhere.csv: expected a file, got no such file\n');
  });
});
