import { floatRowRecord, supplyBoard } from '@barograph/contract';
import { readReference } from '@barograph/files';
import { coinOfProtocol, coinTable } from '@barograph/stress';
import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, parse, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
beforeEach(() => {
  make();
  mkdirSync(path('data'));
  put('data/coins.csv', COINS);
  put('data/unlocks.csv', UNLOCKS);
});
afterEach(remove);

const COINS = `date,coingecko_id,symbol,name,current_price_usd,market_cap_usd,market_cap_rank,circulating_supply,total_supply,max_supply
2026-04-01,arbitrum,ARB,Arbitrum,0.2,1.2e9,1,6e9,1e10,1e10
2026-04-01,evil,EVIL,"=HYPERLINK(""x"")",2,6e8,2,3e8,3e8,
2026-04-01,small,SMALL,Small,0,1e6,3,1e6,1e7,
2026-04-02,arbitrum,ARB,Arbitrum,0.4,2.4e9,1,6e9,1e10,1e10
`;
const UNLOCKS = `timestamp,protocol,kind,section,category,amount
${Date.UTC(2026, 3, 16, 1)},arbitrum,cliff,Team,,1000000
${Date.UTC(2026, 3, 16, 5)},arbitrum,cliff,Investors,,500000
-5,arbitrum,cliff,Bad,,1
`;

/** The rows of the service at a moment. */
async function board(asOf: number) {
  const read = await readReference(path('data'));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const table = read.value.tables.findLast(({ knownAt }) => knownAt <= asOf)!;
  const schedules = read.value.schedules.map((schedule) => ({ ...schedule, coin: coinOfProtocol(schedule.protocol) }));
  return supplyBoard(coinTable(table.rows).coins, schedules, asOf);
}

describe('barograph float', () => {
  it('[#600] has the rows of the service, from a market cap of 500 million on, and says what it left out', async () => {
    const { code, out, err } = await run(['float', '--reference', path('data'), '--format', 'json']);
    const { rows } = await board(Date.UTC(2026, 3, 3));
    expect([code, JSON.parse(out)]).toEqual([0, rows.filter(({ market_cap: cap }) => (cap ?? 0) >= 5e8)]);
    expect(lines(err)).toEqual([`${path('data')}: left out 1 rows of schedules with numbers that cannot be`]);
    const all = await run(['float', '--reference', path('data'), '--at', '2026-04-02', '--min-market-cap', '0', '--format', 'ndjson']); // prettier-ignore
    expect(lines(all.out).map((line) => parse(line)['id'])).toEqual(['small', 'arbitrum', 'evil']);
    expect(all.err).toContain('bad_price in 1 rows of coins');
  });

  it('speaks of a moment: no later table, no later schedule', async () => {
    const at = async (moment: string): Promise<Record<string, unknown>> =>
      parse(
        (await run(['float', '--reference', path('data'), '--symbol', 'arb', '--at', moment, '--format', 'ndjson']))
          .out,
      );
    expect(await at('2026-04-02')).toMatchObject({ price: 0.2, unlock_coverage: 'not_tracked', next_unlock: null });
    expect(await at('2026-04-03')).toMatchObject({ price: 0.4, unlock_coverage: 'tracked' });
    const early = await run(['float', '--reference', path('data'), '--at', '2026-04-01T12:00:00Z']);
    expect([early.code, early.err]).toEqual([
      2,
      'error: --at: expected a moment at which a table of coins was known, got the first, known from 2026-04-02T00:00:00.000Z on\n',
    ]);
  });

  it('is a table for people, CSV without formulas, and Parquet', async () => {
    const table = lines((await run(['float', '--reference', path('data')])).out);
    expect(table[0]).toMatch(/^symbol +id +name +rank +price/);
    expect(table[0]).toContain('next_unlock.date');
    const csv = lines((await run(['float', '--reference', path('data'), '--at', '2026-04-02', '--format', 'csv'])).out);
    expect(csv[0]!.split(',')).toHaveLength(floatRowRecord.columns.length + 3);
    expect(csv.find((line) => line.startsWith('EVIL'))).toContain(`,"'=HYPERLINK(""x"")",`);
    const out = path('float.parquet');
    expect(await run(['float', '--reference', path('data'), '--format', 'parquet', '--out', out])).toMatchObject({
      code: 0,
    });
  });

  it.each([
    [['float'], 'error: --reference: expected a folder of reference data, got nothing'],
    [['float', '--reference', 'nowhere'], 'error: nowhere: expected a folder, got no such folder'],
    [['float', '--reference', 'x', '--max-float-pct', '2'], 'expected 0…1.'],
    [['unlocks', '--reference', 'x', '--window-days', '0'], 'expected a whole number within 1…3650.'],
  ])('%j is refused in one line', async (args, message) => {
    const { code, err } = await run(args);
    expect([code, lines(err)]).toEqual([2, [expect.stringContaining(message)]]);
  });
});

describe('barograph unlocks', () => {
  it('[#601] [#606] has the calendar of the service', async () => {
    const args = ['unlocks', '--reference', path('data'), '--at', '2026-04-10', '--format', 'json'];
    expect(JSON.parse((await run(args)).out)).toEqual((await board(Date.UTC(2026, 3, 10))).unlocks);
    const table = lines((await run(['unlocks', '--reference', path('data'), '--at', '2026-04-10'])).out);
    expect(table[1]).toMatch(/^ARB +arbitrum +2026-04-16 +2026-04-16T01:00:00Z/);
    expect(
      lines((await run([...args.slice(0, 4), '2026-04-10', '--window-days', '5', '--format', 'csv'])).out),
    ).toHaveLength(1);
  });

  it('takes later schedules with --hindsight alone', async () => {
    const args = ['unlocks', '--reference', path('data'), '--at', '2026-04-02', '--format', 'ndjson'];
    expect((await run(args)).out).toBe('');
    expect(parse((await run([...args, '--hindsight'])).out)).toMatchObject({ symbol: 'ARB', tokens: 1.5e6, usd: 3e5 });
  });
});
