import type { QuantExplainWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import {
  breadthAt,
  breadthOutlook,
  DIRECTION_EVIDENCE_V2,
  fundingOutlook,
  HYSTERESIS_V1,
  hysteresis,
  openInterestOutlook,
  REGIMES,
} from '@barograph/nowcast';
import { createDerivatives, createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shippedModels } from '../shipped-models.ts';
import { csv, hourly, lines, market, parse, run, START, temporaryFolder } from '../test-support.ts';

const folder = temporaryFolder();
beforeEach(folder.make);
afterEach(folder.remove);

const bars = (): string => folder.put('BTC_1h.csv', csv(hourly));

describe('barograph nowcast --rows all', () => {
  it('has the columns of the history file, and the label', async () => {
    const { code, out } = await run(['nowcast', bars(), '--rows', 'all', '--format', 'csv']);
    const [head, ...rows] = lines(out);
    expect(code).toBe(0);
    const named = (name: string): string => REGIMES.map((regime) => `${name}_${regime}`).join();
    const names = ['p_now', 'p_4h', 'p_24h'];
    expect(head).toBe(`timestamp,label,confidence,close,${names.map(named).join()}`);
    expect(rows).toHaveLength(hourly.length);
    expect(rows[0]).toBe(`${START}${','.repeat(3)}${hourly.close[0]}${','.repeat(18)}`);
  });

  it('has probabilities that sum to 1, and from which the labels follow', async () => {
    const { out } = await run(['nowcast', bars(), '--rows', 'all', '--format', 'ndjson']);
    const rows = lines(out).map(parse);
    const machine = hysteresis(HYSTERESIS_V1);
    let state = machine.initial;
    let compared = 0;
    for (const row of rows) {
      if (row['label'] === null) continue;
      const probabilities = (name: string): number[] => REGIMES.map((regime) => Number(row[`${name}_${regime}`]));
      for (const name of ['p_now', 'p_4h', 'p_24h']) {
        expect(probabilities(name).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
      }
      const step = machine.step(state, { time: Number(row['timestamp']), posterior: probabilities('p_now') });
      state = step.state;
      expect(row['label']).toBe(REGIMES[step.output.label]);
      compared++;
    }
    expect(compared).toBe(hourly.length - 167);
  });
});

describe('barograph nowcast, the last block', () => {
  it('is the last row of the history', async () => {
    const path = bars();
    const last = parse((await run(['nowcast', path, '--format', 'json'])).out);
    const rows = lines((await run(['nowcast', path, '--rows', 'all', '--format', 'ndjson'])).out);
    const row = parse(rows.at(-1)!);
    expect(last).toMatchObject({
      symbol: 'BTC',
      bar_timestamp: row['timestamp'],
      as_of: Number(row['timestamp']) + HOUR_MS,
      regime: { label: row['label'], confidence: row['confidence'] },
      p_next: REGIMES.map((regime) => row[`p_24h_${regime}`]),
    });
    expect(parse((await run(['nowcast', path, '--format', 'ndjson'])).out)).toEqual(last);
    expect(parse((await run(['nowcast', path, '--format', 'json', '--symbol', 'X'])).out)['symbol']).toBe('X');
  });

  it('has the same figures as a table and as CSV', async () => {
    const path = bars();
    const block = parse((await run(['nowcast', path, '--format', 'json'])).out);
    const [head, cells] = lines((await run(['nowcast', path, '--format', 'csv'])).out).map((line) => line.split(','));
    const cell = (name: string): string | undefined => cells![head!.indexOf(name)];
    const simulated = block['monte_carlo'] as Record<string, number>;
    expect(cell('p_drawdown_5_raw')).toBe(String(simulated['p_drawdown_5_raw']));
    expect(cell('p_visit_vol_spike')).toBe(String(simulated['p_visit_vol_spike']));
    expect(cell('p_next.squeeze')).toBe(String((block['p_next'] as number[])[5]));
    const { out } = await run(['nowcast', path]);
    expect(out).toContain(`p_drawdown_5_raw`);
    expect(out).toContain((block['regime'] as Record<string, string>)['label']);
  });

  it('simulates the next day at 24h, and not at 4h', async () => {
    const path = bars();
    const day = parse((await run(['nowcast', path, '--format', 'json'])).out);
    const hours = parse((await run(['nowcast', path, '--format', 'json', '--horizon', '4h'])).out);
    const simulated = day['monte_carlo'] as { return_quantiles: { share: number }[]; p_visit_vol_spike: number };
    expect(simulated.return_quantiles.map(({ share }) => share)).toEqual([0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]);
    expect(simulated.p_visit_vol_spike).toBeGreaterThan(0);
    expect(hours).not.toHaveProperty('monte_carlo');
    expect(hours['horizon']).toBe('4h');
  });

  it('speaks of a moment as if nothing had come after it', async () => {
    const count = 30 * 24;
    const [long, short] = [market(60 * 24, HOUR_MS), market(count, HOUR_MS)];
    const at = String(START + 30 * DAY_MS);
    const then = await run([
      'nowcast',
      folder.put('long.csv', csv(long)),
      '--symbol',
      'BTC',
      '--format',
      'json',
      '--at',
      at,
    ]);
    const now = await run(['nowcast', folder.put('BTC.csv', csv(short)), '--format', 'json']);
    expect(then.out).toBe(now.out);
  });

  it('has no label before a week of hours', async () => {
    const path = folder.put('new.csv', csv(market(100, HOUR_MS)));
    const { code, out } = await run(['nowcast', path, '--scope', 'market', '--format', 'json']);
    expect(code).toBe(0);
    expect(parse(out)).toMatchObject({ regime: null, p_now: null, p_next: null, monte_carlo: null, new_listing: true });
  });
});

describe('the scope of barograph nowcast', () => {
  const eth = (): string => folder.put('ETHUSDT.csv', csv(hourly));
  interface CoinBlock {
    readonly symbol: string;
    readonly horizons: Readonly<Record<'4h' | '24h', Readonly<Record<string, Record<string, unknown>>>>>;
    readonly recent_regimes: readonly unknown[];
    readonly explain: QuantExplainWire;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the block of a coin
  const coinOf = (out: string): CoinBlock => JSON.parse(out) as CoinBlock;

  it('is the market for Bitcoin, and a coin for every other file', async () => {
    expect(parse((await run(['nowcast', bars(), '--format', 'json'])).out)).toMatchObject({ scope: 'market' });
    const coin = coinOf((await run(['nowcast', eth(), '--format', 'json'])).out);
    expect(coin).toMatchObject({ scope: 'coin', scope_reason: "ETH is not BTC, whose bars are the market's" });
    expect(coin.symbol).toBe('ETH');
    expect(coin.recent_regimes).toHaveLength(48);
    expect(coin.explain.transition_mixture_weights).toMatchObject({ coin: 0, pooled: 1 });
  });

  it.each([
    'XBTUSD_60.csv',
    'XXBTZUSD.csv',
    'BINANCE_BTCUSDT, 60.csv',
    'BTCUSDT-1h-2025-07.csv',
    'Binance_BTCUSDT_1h.csv',
    'BTC_USDT_USDT-1h-futures.csv',
    'btc-usd.csv',
    'BTC-EUR.csv',
  ])('is the market for %s', async (name) => {
    const { out, err } = await run(['nowcast', folder.put(name, csv(hourly)), '--format', 'json']);
    expect(parse(out)).toMatchObject({ scope: 'market' });
    expect(err).not.toContain('scope');
  });

  it('of a name without a coin is said, in every format', async () => {
    const path = folder.put('my bars.csv', csv(hourly));
    const reason = `the name "my bars" says no coin; --symbol BTC or --scope market reads them as the market's`;
    const { out, err } = await run(['nowcast', path, '--format', 'json']);
    expect(parse(out)).toMatchObject({ symbol: 'my bars', scope: 'coin', scope_reason: reason });
    expect(err).toBe(`${path}: scope coin: ${reason}\n`);
    const table = await run(['nowcast', path, '--format', 'csv']);
    expect(table.out).toContain(reason.replaceAll('"', '""'));
    const explained = await run(['nowcast', 'explain', path]);
    expect(explained.err).toContain(reason);
    const named = await run(['nowcast', path, '--symbol', 'BTCUSDT', '--format', 'json']);
    expect([parse(named.out)['scope'], named.err]).toEqual(['market', '']);
  });

  it('of a coin has a mapped drawdown of its own, in any format, and none under a model without a map for coins', async () => {
    const path = eth();
    const market = parse((await run(['nowcast', path, '--scope', 'market', '--format', 'json'])).out);
    expect(market['monte_carlo']).toMatchObject({ p_drawdown_5: expect.any(Number) as number });
    const coin = coinOf((await run(['nowcast', path, '--format', 'json'])).out);
    const { p_drawdown_5: mapped } = coin.horizons['24h']['monte_carlo'] as { readonly p_drawdown_5: number };
    expect(mapped).toBeGreaterThan(0);
    expect(market['monte_carlo']).not.toMatchObject({ p_drawdown_5: mapped });
    const { out } = await run(['nowcast', path, '--format', 'csv']);
    expect(out).toMatch(/p_drawdown_5,p_drawdown_5_raw/);
    const before = await run(['nowcast', path, '--model', '2026.11.0', '--format', 'json']);
    expect(coinOf(before.out).horizons['24h']['monte_carlo']).toMatchObject({ p_drawdown_5: null });
  });

  it('leaves out the recalibration where it is switched off, and nothing else changes but the day ahead', async () => {
    const path = eth();
    const on = coinOf((await run(['nowcast', path, '--format', 'json'])).out);
    const off = coinOf((await run(['nowcast', path, '--no-recalibration', '--format', 'json'])).out);
    expect(on.explain).toHaveProperty('recalibration.version', 'recalibration/1');
    expect(off.explain).not.toHaveProperty('recalibration');
    const [own, plain] = [on, off].map(({ horizons }) => horizons['24h']['monte_carlo']) as [object, object];
    expect(plain).not.toEqual(own);
    const without = (block: typeof on) => ({
      ...block,
      explain: { ...block.explain, recalibration: null },
      horizons: { ...block.horizons, '24h': { ...block.horizons['24h'], monte_carlo: null } },
    });
    expect(without(off)).toEqual(without(on));
    const page = await run(['nowcast', 'explain', path]);
    expect(page.out).toMatch(/^Learnt {3}\d+ outcomes move the quantiles of the next day/m);
    expect((await run(['nowcast', 'explain', path, '--no-recalibration'])).out).not.toContain('Learnt');
  });

  it('withholds the direction of a coin, and of the market at 24 hours', async () => {
    const path = eth();
    const coin = coinOf((await run(['nowcast', path, '--format', 'json'])).out);
    expect(coin.horizons['24h']['direction_status']).toMatchObject({
      status: 'unavailable',
      reason: 'no_measured_skill',
    });
    expect(coin.horizons['24h']['direction']).toEqual(DIRECTION_EVIDENCE_V2.baseRates.coin.h24);
    expect(coin.explain.heads_provenance['direction']).toMatchObject({ source: null, reason: 'no_measured_skill' });
    expect(coin.horizons['4h']['direction_status']).toMatchObject({ status: 'unavailable' });
    const market = parse((await run(['nowcast', bars(), '--format', 'json'])).out);
    expect(market['direction_status']).toMatchObject({ status: 'unavailable', reason: 'no_measured_skill' });
    const soon = parse((await run(['nowcast', bars(), '--horizon', '4h', '--format', 'json'])).out);
    expect(soon['direction_status']).toMatchObject({ status: 'available', reason: null });
  });

  it('may be named, but for a folder, where it is a coin each or the market by name', async () => {
    const coin = coinOf((await run(['nowcast', bars(), '--scope', 'coin', '--format', 'json'])).out);
    expect(coin).toHaveProperty('horizons');
    mkdirSync(folder.path('bars'));
    folder.put('bars/BTC.csv', csv(hourly));
    folder.put('bars/ETH.csv', csv(hourly));
    const { out } = await run(['nowcast', folder.path('bars'), '--format', 'csv']);
    const [head, ...rows] = lines(out).map((line) => line.split(','));
    expect(rows.map((row) => row[head!.indexOf('scope')])).toEqual(['market', 'coin']);
    const refused = await run(['nowcast', folder.path('bars'), '--scope', 'market']);
    expect(refused).toMatchObject({ code: 2, err: 'error: --scope: expected a file of bars, got a folder\n' });
  });
});

describe('barograph nowcast explain', () => {
  it('says of the hour that had closed by then what stands between its features and its label', async () => {
    const path = folder.put('ETH.csv', csv(hourly));
    const at = START + 20 * DAY_MS;
    const { code, out } = await run(['nowcast', 'explain', path, '--at', String(at)]);
    expect(code).toBe(0);
    const block = parse((await run(['nowcast', path, '--format', 'json', '--at', String(at)])).out);
    const { label } = block['regime'] as { label: string };
    expect(out).toMatch(new RegExp(`^2024-01-20T23:00Z  ETH as a coin: ${label}\n`));
    expect(out).toContain('480 h since its windows began; warmingUp, insufficientHistory, unsettled');
    for (const part of ['trend24', 'Latent states', 'Labels, now and in 24h', 'Pending', 'no_measured_skill']) {
      expect(out).toContain(part);
    }
  });

  it('says so where nothing is published, and refuses a folder', async () => {
    const path = folder.put('new.csv', csv(market(100, HOUR_MS)));
    const { code, out } = await run(['nowcast', 'explain', path]);
    expect(code).toBe(0);
    expect(out).toContain('no regime is published');
    expect(out).toContain('undefined');
    expect(await run(['nowcast', 'explain', folder.path()])).toMatchObject({
      code: 2,
      err: 'error: explain: expected a file of bars, got a folder\n',
    });
  });
});

describe('barograph nowcast with funding, open interest and a panel', () => {
  const PERPS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'AVAX', 'LINK', 'ADA', 'DOT'];
  const HOURS = 900;
  const END = SIMULATOR_V1.start + HOURS * HOUR_MS;
  const simulated = createMarket(SIMULATOR_V1);
  const panel = PERPS.map((symbol) => simulated.candles(symbol, 'perpdex_perp', '1h', 0, END));
  const { time, fundingRate, openInterest } = createDerivatives(SIMULATOR_V1)('BTC', 0, END);
  const seriesText = (values: Float64Array): string =>
    `timestamp,value\n${Array.from(values, (value, i) => `${time[i]! + HOUR_MS},${value}`).join('\n')}\n`;

  /** The market in files, and the flags that name them. */
  function files(): readonly string[] {
    mkdirSync(folder.path('perps'));
    for (const [k, symbol] of PERPS.entries()) folder.put(`perps/${symbol}_1h.csv`, csv(panel[k]!));
    const funding = folder.put('funding.csv', seriesText(fundingRate));
    const interest = folder.put('interest.csv', seriesText(openInterest));
    return ['--funding', funding, '--open-interest', interest, '--panel', folder.path('perps')];
  }
  /** Reasons why additional heads are null; null when they have values. */
  const lacking = ({ explain }: Record<string, unknown>): Record<string, unknown> => {
    const heads = (explain as Pick<QuantExplainWire, 'heads_provenance'>).heads_provenance;
    const names = ['liquidation_risk', 'funding', 'breadth', 'open_interest'];
    return Object.fromEntries(names.map((name) => [name, heads[name]!.reason]));
  };
  const btc = (): string => folder.put('BTC_1h.csv', csv(panel[0]!));

  it('says what the engine says of the same inputs, at both horizons', async () => {
    const [path, flags] = [btc(), files()];
    for (const [horizon, name] of [
      ['h4', '4h'],
      ['h24', '24h'],
    ] as const) {
      const { out } = await run(['nowcast', path, ...flags, '--horizon', name, '--format', 'json']);
      const row = parse(out);
      const values = (field: string): unknown => Object.values(row[field] as object);
      expect(values('funding')).toEqual(fundingOutlook(fundingRate, horizon).probabilities);
      expect(values('open_interest')).toEqual(openInterestOutlook(openInterest, horizon).probabilities);
      expect(values('breadth')).toEqual(breadthOutlook(breadthAt(panel, END - HOUR_MS), horizon).probabilities);
      expect(row['liquidation_risk']).toBeNull();
      expect(lacking(row)).toEqual({
        liquidation_risk: 'no source of depth',
        funding: null,
        breadth: null,
        open_interest: null,
      });
    }
  });

  it('looks at nothing that was known later', async () => {
    const [path, flags] = [btc(), files()];
    const hour = 850;
    const { out } = await run(['nowcast', path, ...flags, '--format', 'json', '--at', String(time[hour]! + HOUR_MS)]);
    const row = parse(out);
    const values = (field: string): unknown => Object.values(row[field] as object);
    expect(values('funding')).toEqual(fundingOutlook(fundingRate.slice(0, hour + 1), 'h24').probabilities);
    expect(values('open_interest')).toEqual(openInterestOutlook(openInterest.slice(0, hour + 1), 'h24').probabilities);
    expect(values('breadth')).toEqual(breadthOutlook(breadthAt(panel, time[hour]!), 'h24').probabilities);
  });

  it('says what is lacking without them, and refuses them for whole histories', async () => {
    const path = btc();
    expect(lacking(parse((await run(['nowcast', path, '--format', 'json'])).out))).toEqual({
      liquidation_risk: 'no source of depth',
      funding: 'no source of funding rates',
      breadth: 'no panel of perps',
      open_interest: 'no source of open interest',
    });
    const { code, err } = await run(['nowcast', path, '--rows', 'all', '--panel', folder.path()]);
    expect(code).toBe(2);
    expect(err).toContain('--panel: expected --rows last, got all');
    const missing = await run(['nowcast', path, '--funding', folder.path('none.csv')]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain('none.csv');
  });
});

describe('the model of barograph nowcast', () => {
  it('is refused when one byte is another, and both hashes are told', async () => {
    const models = folder.path('models');
    cpSync(shippedModels(), models, { recursive: true });
    const entries = JSON.parse(readFileSync(join(models, 'manifest.json'), 'utf8')) as {
      id: string;
      file: string;
      sha256: string;
    }[];
    const entry = entries.findLast(({ id }) => id === 'nowcast');
    const path = join(models, entry!.file);
    const bytes = readFileSync(path);
    bytes[100]! ^= 1;
    writeFileSync(path, bytes);
    const { code, err } = await run(['nowcast', bars(), '--models', models]);
    expect(code).toBe(2);
    const [, expected, got] = err.match(/sha256 ([0-9a-f]{64}).* sha256 ([0-9a-f]{64})/)!;
    expect(expected).toBe(entry!.sha256);
    expect(got).not.toBe(expected);
  });

  it.each([
    [['--model', '1999.01.0'], /--model: expected one of .*, got "1999\.01\.0"/],
    [['--models', '/nowhere'], /--model: expected one of no models \(\/nowhere\)/],
  ])('%j is refused with what there is', async (flags, message) => {
    const { code, err } = await run(['nowcast', bars(), ...flags]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('is refused where the manifest is no list', async () => {
    folder.put('manifest.json', '{}');
    const { code, err } = await run(['nowcast', bars(), '--models', folder.path()]);
    expect(code).toBe(2);
    expect(err).toContain('expected a list of models');
  });
});

it('bars that are longer than an hour are refused', async () => {
  const { code, err } = await run(['nowcast', folder.put('BTC_1d.csv', csv(market(300, DAY_MS)))]);
  expect(code).toBe(2);
  expect(err).toContain('--interval: expected 1d or longer');
});

describe('[12.18] barograph nowcast of a folder', () => {
  it('has the block of each file, and every hour under its symbol', async () => {
    mkdirSync(folder.path('bars'));
    const files = ['AAA', 'BBB'].map((name, i) => folder.put(`bars/${name}.csv`, csv(market(400 + i, HOUR_MS))));
    const { code, out } = await run(['nowcast', folder.path('bars'), '--format', 'json']);
    expect(code).toBe(0);
    const alone = await Promise.all(
      files.map(async (file) => parse((await run(['nowcast', file, '--format', 'json'])).out)),
    );
    const blocks = JSON.parse(out) as Readonly<Record<string, unknown>>[];
    expect(blocks.map(({ symbol }) => symbol)).toEqual(['AAA', 'BBB']);
    expect(blocks).toEqual(alone);
    const all = lines((await run(['nowcast', folder.path('bars'), '--rows', 'all', '--format', 'csv'])).out);
    expect(all[0]).toMatch(/^symbol,timestamp,label,/);
    expect(all).toHaveLength(1 + 801);
    const table = lines((await run(['nowcast', folder.path('bars'), '--format', 'csv'])).out);
    expect(table.map((line) => line.split(',')[0])).toEqual(['symbol', 'AAA', 'BBB']);
  });

  it('refuses the inputs of one coin', async () => {
    mkdirSync(folder.path('bars'));
    folder.put('bars/AAA.csv', csv(market(400, HOUR_MS)));
    expect(await run(['nowcast', folder.path('bars'), '--funding', 'x.csv'])).toEqual({
      code: 2,
      out: '',
      err: 'error: --funding: expected a file of bars beside it, got a folder\n',
    });
  });
});
