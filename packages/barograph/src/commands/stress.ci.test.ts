import { DAY_MS, HOUR_MS, resample, type Candles } from '@barograph/core';
import { createMarket, createOutlook, SIMULATOR_V2 } from '@barograph/simulator';
import { HEALTH_COMPONENTS } from '@barograph/stress';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, lines, parse, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
const { start } = SIMULATOR_V2;
const END = start + 250 * DAY_MS;
/** Three days: an ordinary one, the day after the largest hack, and one within a depeg that is in the files. */
const moments: number[] = [];
const COINS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'AVAX', 'LINK', 'ADA', 'DOT', 'LTC'];
const SCRIPT = fileURLToPath(new URL('../../../../test/oracle/rederive_scores.py', import.meta.url));
const python = spawnSync('python3', ['--version']).status === 0 ? undefined : 'no python3';

const table = (header: string, rows: Iterable<readonly (string | number)[]>): string =>
  `${[header, ...Array.from(rows, (row) => row.join(','))].join('\n')}\n`;

/** A folder of reference data and bars, made of the simulated market. */
function writeFiles(): void {
  const market = createMarket();
  const outlook = createOutlook(market);
  for (const folder of ['data', 'data/macro', 'data/sentiment', 'data/stablecoins', 'data/events', 'bars'])
    mkdirSync(path(folder));
  mkdirSync(path('data/ohlcv_1h/stablecoins_binance_spot'), { recursive: true });
  for (const symbol of COINS) {
    const hours: Candles = market.candles(symbol, 'perpdex_perp', '1h', start, END);
    put(`bars/${symbol}.csv`, csv(symbol === 'BTC' ? hours : resample(hours, '1h', '1d').bars));
  }
  const mood = outlook.fearGreed(start, END);
  put('data/sentiment/fear_greed_alternative_me_1d.csv', table('timestamp,value', Array.from(mood.time, (at, i) => [at, mood.value[i]!]))); // prettier-ignore
  const macro = outlook.macro(0, END);
  const names = ['dollar_index', 'gold_usd', 'us_10y', 'nasdaq100'] as const;
  put('data/macro/macro_1d.csv', table(`timestamp,${names.join(',')}`, Array.from(macro.get('us_10y')!.time, (at, i) => [at - 21 * HOUR_MS, ...names.map((name) => macro.get(name)!.value[i]!)]))); // prettier-ignore
  const { total, coins } = outlook.supplies(0, END);
  put('data/stablecoins/total.csv', table('timestamp,total_stablecoin_usd', Array.from(total.time, (at, i) => [at, total.value[i]!]))); // prettier-ignore
  put('data/stablecoins/by_coin.csv', table(`timestamp,${[...coins.keys()].join(',')}`, Array.from(total.time, (at, i) => [at, ...[...coins.values()].map(({ value }) => value[i]!)]))); // prettier-ignore
  for (const [symbol, { time, value }] of outlook.pegs(start, END)) {
    const rows = Array.from(time, (at, i) => [at, value[i]!] as const).filter(([at]) => at % HOUR_MS === 0);
    const bars = rows.map(([at, price]) => [at - HOUR_MS, price, price, price, price, 1]);
    if (symbol !== 'USDT') put(`data/ohlcv_1h/stablecoins_binance_spot/${symbol}USDT.csv`, table('timestamp,open,high,low,close,volume', bars)); // prettier-ignore
  }
  const hacks = outlook.hacks(start, END).map(({ time, lossUsd, name }) => [Math.floor(time / DAY_MS) * DAY_MS, name, lossUsd ?? '', '', '', '']); // prettier-ignore
  put('data/events/hacks_defillama.csv', table('timestamp,name,loss_usd,classification,technique,chain', hacks));
  put('data/macro_calendar.csv', table('time,print,name,publisher,expected_move_bp', outlook.releases(start, END + 60 * DAY_MS).map(({ time, print, name, expectedMoveBp }) => [time, print, name, 'simulated', expectedMoveBp ?? '']))); // prettier-ignore
  const late = start + 235 * DAY_MS;
  const largest = outlook.hacks(late, END - 2 * DAY_MS).reduce((a, b) => ((b.lossUsd ?? 0) > (a.lossUsd ?? 0) ? b : a));
  const depeg = outlook.depegs(start, END - 2 * DAY_MS).at(-1)!;
  moments.push(END - DAY_MS + HOUR_MS, (Math.floor(largest.time / DAY_MS) + 1) * DAY_MS + HOUR_MS, depeg.worstAt + HOUR_MS); // prettier-ignore
}

beforeAll(() => {
  make();
  writeFiles();
});
afterAll(remove);

const reference = (): string[] => ['--reference', path('data')];
const at = (moment: number): string[] => ['--at', String(Math.floor(moment)), '--format', 'json'];
async function answer(args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await run(args);
  if (code !== 0) throw new Error(err);
  return parse(out);
}

const DATA = '../shared/data';
const noData = existsSync(DATA) ? undefined : `no ${DATA}`;

describe('on real data', () => {
  it('USDC off its peg and the theft from FTX stand out for what they were', async ({ skip }) => {
    skip(noData !== undefined, noData);
    const rows = async (what: string, from: string, to: string) =>
      lines((await run(['stress', what, '--reference', DATA, '--rows', 'all', '--from', from, '--at', to, '--format', 'ndjson'])).out).map(parse); // prettier-ignore
    const security = await rows('security', '2022-11-01', '2023-03-20');
    const on = (day: string) => security.find((row) => new Date(Number(row['as_of'])).toISOString().startsWith(day))!;
    expect(on('2022-11-12')['sub_scores.hack']).toBeLessThan(70);
    expect(on('2022-11-13')['sub_scores.hack']).toBeGreaterThan(85);
    expect(on('2023-03-10')['sub_scores.depeg']).toBeLessThan(20);
    expect(on('2023-03-12')['sub_scores.depeg']).toBeGreaterThan(50);
    expect(on('2023-03-12')['sub_scores.flow']).toBeNull();
    const event = await rows('event', '2023-03-09', '2023-03-14');
    expect(Math.max(...event.map((row) => Number(row['sub_scores.depeg'])))).toBeGreaterThan(50);
    expect(event[0]).toMatchObject({ 'sub_scores.depeg': 0, 'sub_scores.unlock': null });
  });
});

describe('barograph stress and health', () => {
  it('give scores with everything that they are made of: a second script recomputes three days from the answers', async ({
    skip,
  }) => {
    skip(python !== undefined, python);
    const files: string[] = [];
    for (const [i, moment] of moments.entries()) {
      for (const what of ['event', 'security', 'policy']) {
        const file = path(`${what}-${i}.json`);
        const args = ['stress', what, ...reference(), '--bars', path('bars/BTC.csv'), ...at(moment), '--out', file];
        expect(await run(args)).toMatchObject({ code: 0 });
        files.push(file);
      }
      const file = path(`health-${i}.json`);
      expect(await run(['health', path('bars'), ...reference(), ...at(moment), '--out', file])).toMatchObject({
        code: 0,
      });
      files.push(file);
    }
    const same = spawnSync('python3', [SCRIPT, ...files], { encoding: 'utf8' });
    expect([same.stdout, same.status]).toEqual([expect.stringMatching(/^12 answers, \d{3} numbers, 0 differ\n$/), 0]);
    // It would notice: a point more of one part.
    const security = parse(readFileSync(files[5]!, 'utf8'));
    expect(security).toMatchObject({ inputs_available: { hack: true, flow: false, depeg: true } });
    writeFileSync(files[5]!, JSON.stringify({ ...security, composite: Number(security['composite']) + 0.1 }));
    const other = spawnSync('python3', [SCRIPT, ...files], { encoding: 'utf8' });
    expect(other.status).toBe(1);
    expect(other.stdout).toContain('security at');
  });

  it('knows nothing of what is dated later, and answers as the files grow', async () => {
    const moment = moments[1]!;
    const args = ['stress', 'security', ...reference(), ...at(moment)];
    const before = await answer(args);
    const file = path('data/events/hacks_defillama.csv');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}${Math.ceil(moment / DAY_MS) * DAY_MS},Later,5e9,,,\n`);
    try {
      expect(await answer(args)).toEqual(before);
    } finally {
      writeFileSync(file, text);
    }
    expect(before['sub_scores']).toMatchObject({ flow: null });
    expect((before['sub_scores'] as { hack: number }).hack).toBeGreaterThan(20);
  });

  it('has a depeg that is in the files in event and in security', async () => {
    const event = await answer(['stress', 'event', ...reference(), ...at(moments[2]!)]);
    const security = await answer(['stress', 'security', ...reference(), ...at(moments[2]!)]);
    expect((event['sub_scores'] as { depeg: number }).depeg).toBeGreaterThan(0);
    expect((security['sub_scores'] as { depeg: number }).depeg).toBeGreaterThan(0);
    expect(event['inputs_available']).toEqual({ unlock: false, macro: true, depeg: true });
  });

  it('has a row per day at five past midnight, as the moments say', async () => {
    const from = END - 9 * DAY_MS;
    const options = [...reference(), '--rows', 'all', '--from', String(from), '--at', String(END)];
    const all = await run(['health', path('bars'), ...options, '--format', 'ndjson']);
    const rows = lines(all.out).map(parse);
    expect(rows.map((row) => Number(row['as_of']) % DAY_MS)).toEqual(rows.map(() => 300_000));
    expect(rows).toHaveLength(9);
    const alone = await answer(['health', path('bars'), ...reference(), ...at(Number(rows[4]!['as_of']))]);
    expect(rows[4]).toMatchObject({ total_score: alone['total_score'], long_term_score: alone['long_term_score'] });
    const components = alone['components'] as Record<string, { score: number | null; available: boolean }>;
    for (const name of HEALTH_COMPONENTS) expect(rows[4]![`components.${name}`]).toBe(components[name]!.score);
    // Files have no taker volume and no perps.
    const missing = Object.keys(components).filter((name) => !components[name]!.available);
    expect(missing).toEqual(['volume_quality', 'derivatives']);
    const table = await run(['stress', 'policy', ...options, '--bars', path('bars/BTC.csv'), '--format', 'csv']);
    expect(lines(table.out)[0]).toBe(
      'as_of,window_days,composite,band,partial,sub_scores.gdelt,sub_scores.cross_asset,sub_scores.rate,policy_tilt',
    );
    expect(lines(table.out)).toHaveLength(10);
  });

  it('scores a composite of one’s own over the published numbers', async () => {
    put(
      'mine.json',
      JSON.stringify({
        version: 'mine/1',
        inputs: ['event_composite', 'market_health_total'],
        parts: {
          risk: { value: 'max(event_composite, 100 - market_health_total)', knots: [[0, 0], [100, 100]], weight: 1 }, // prettier-ignore
        },
      }),
    );
    const mine = await answer([
      'stress',
      path('mine.json'),
      ...reference(),
      '--bars',
      path('bars'),
      ...at(moments[0]!),
    ]);
    const { event_composite: event, market_health_total: health } = mine['inputs'] as Record<string, number>;
    expect(mine['score']).toBeCloseTo(Math.max(event!, 100 - health!), 0);
    expect(mine['config_version']).toBe('mine/1');
  });

  it.each([
    [['stress', 'event'], '--reference: expected a folder of reference data, got nothing'],
    [['stress', 'nothing.json', '--reference', 'x'], 'nothing.json: expected event, security, policy or a JSON file'],
    [['stress', 'security', '--reference', 'x', '--window', '11'], '--window: expected 1…10 of security, got 11'],
    [['stress', 'policy', '--reference', 'x', '--window', '0'], 'expected a whole number within 1…45.'],
    [['stress', 'toString', '--reference', 'x'], 'toString: expected event, security, policy or a JSON file'],
    [['health', 'nowhere.csv'], '--reference: expected a folder of reference data, got nothing'],
  ])('%j is refused in one line', async (args, message) => {
    const { code, err } = await run(args);
    expect([code, lines(err)]).toEqual([2, [expect.stringContaining(message)]]);
  });

  it('refuses a composite with an unknown input or a position in an expression', async () => {
    const config = { version: 'mine/1', inputs: ['nothing'], parts: { a: { value: 'nothing', knots: [[0, 0]], weight: 1 } } }; // prettier-ignore
    put('bad.json', JSON.stringify(config));
    expect((await run(['stress', path('bad.json'), ...reference()])).err).toContain('got nothing');
    put('bad.json', JSON.stringify({ ...config, parts: { a: { ...config.parts.a, value: 'nothing + import' } } }));
    expect((await run(['stress', path('bad.json'), ...reference()])).err).toMatch(/at character \d+/);
  });
});
