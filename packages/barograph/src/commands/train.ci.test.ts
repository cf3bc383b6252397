/** A model from bars to card, and its walk-forward, small. */

import { HOUR_MS } from '@barograph/core';
import { artifactText, loadModel } from '@barograph/nowcast';
import { cardText, modelEntry, TRAINING_V2, TRAINING_V4, WALK_FORWARD_V2, type TestedOn } from '@barograph/lab';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, lines, parse, run, temporaryFolder } from '../test-support.ts';

const { start } = SIMULATOR_V1;
const folder = temporaryFolder();
const TRAINING = { warmUpBars: 400, betas: [], maxIterations: 2, occupancyRows: 600, leastOccupancy: 0 };

let bars = '';
let config = '';
const out = (version: string): string => folder.path('models', 'nowcast', version);
const train = (version: string, ...flags: readonly string[]) =>
  run(['train', 'nowcast', '--bars', bars, '--out', out(version), '--config', config, ...flags]);
const read = (...names: readonly string[]): string => readFileSync(folder.path('models', ...names), 'utf8');

beforeAll(() => {
  folder.make();
  bars = folder.put(
    'BTC_1h.csv',
    csv(createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 2_400 * HOUR_MS)),
  );
  config = folder.put('config.json', JSON.stringify(TRAINING));
});
afterAll(folder.remove);

it.each([
  ['train', TRAINING_V4.version],
  ['walk-forward', WALK_FORWARD_V2.version],
])('barograph %s names the config of the lab in its help', async (command, version) => {
  const { code, out: help } = await run([command, 'nowcast', '--help']);
  expect(code).toBe(0);
  expect(help.replaceAll(/\s+/g, ' ')).toContain(`JSON with fields of ${version} that differ`);
});

describe('barograph train nowcast', () => {
  it('writes a model that the manifest lists and barograph nowcast opens', async () => {
    const trained = await train('1');
    expect(trained).toMatchObject({ code: 0, out: '' });
    const text = read('nowcast', '1', 'model.json');
    const [entry] = JSON.parse(read('manifest.json')) as Record<string, unknown>[];
    expect(entry).toEqual({
      id: 'nowcast',
      version: '1',
      file: 'nowcast/1/model.json',
      sha256: createHash('sha256').update(text).digest('hex'),
      bytes: Buffer.byteLength(text),
      schema: 'nowcast/3',
    });
    const now = await run(['nowcast', bars, '--models', folder.path('models'), '--format', 'json']);
    expect(parse(now.out)['model_version']).toBe('1');
  });

  it('says in the file and on the card what it was made of', async () => {
    const { training, modelVersion } = JSON.parse(read('nowcast', '1', 'model.json')) as Record<
      string,
      Record<string, unknown>
    >;
    const sha256 = createHash('sha256').update(readFileSync(bars)).digest('hex');
    expect(modelVersion).toBe('1');
    expect(training!['bars']).toEqual({ file: 'BTC_1h.csv', sha256 });
    expect(training!['version']).toBe('training/custom');
    const card = read('nowcast', '1', 'CARD.md');
    expect(card).toContain(sha256);
    expect(card).toContain('npx barograph train nowcast --bars BTC_1h.csv --config FILE --out models/nowcast/1');
    expect(card).toContain('Not tested yet');
    expect(card).toContain('| map of the drawdown | none');
  });

  it('gives the same bytes again', async () => {
    const before = read('nowcast', '1', 'model.json');
    expect((await train('1')).code).toBe(0);
    expect(read('nowcast', '1', 'model.json')).toBe(before);
    expect(JSON.parse(read('manifest.json'))).toHaveLength(1);
  });

  it('leaves a published version as it is when other bytes come of it', async () => {
    const before = read('nowcast', '1', 'model.json');
    const { code, err } = await train('1', '--to', String(start + 2_000 * HOUR_MS));
    expect(code).toBe(2);
    expect(err).toMatch(
      /nowcast 1: expected the published sha256 [0-9a-f]{64}, got [0-9a-f]{64}; a changed model is a new version/,
    );
    expect(read('nowcast', '1', 'model.json')).toBe(before);
  });

  it('writes nothing of a fit that loses its labels', async () => {
    const strict = folder.put('strict.json', JSON.stringify({ ...TRAINING, leastAnchored: 13 }));
    const { code, err } = await run(['train', 'nowcast', '--bars', bars, '--out', out('2'), '--config', strict]);
    expect(code).toBe(2);
    expect(err).toMatch(/2: expected a fit that keeps its labels, got: \d+ of 12 states/);
    expect(existsSync(out('2'))).toBe(false);
  });

  it('says how many rows it lacks', async () => {
    const { code, err } = await train('3', '--to', String(start + 500 * HOUR_MS));
    expect(code).toBe(2);
    expect(err).toMatch(/--bars: expected at least 600 rows, got \d+/);
  });
});

const panelSum = (rows: readonly string[]): string => createHash('sha256').update(rows.join('')).digest('hex');

describe('barograph train nowcast --panel', () => {
  let coins = '';
  const put = (coin: string, step: '1h' | '1m', hours: number): string => {
    const file = join(coins, `${coin}USDT.csv`);
    writeFileSync(
      file,
      csv(createMarket(SIMULATOR_V1).candles(coin, 'perpdex_perp', step, start, start + hours * HOUR_MS)),
    );
    return file;
  };

  beforeAll(() => {
    coins = folder.path('panel');
    mkdirSync(coins);
    for (const coin of ['ETH', 'SOL']) put(coin, '1h', 2_400);
  });

  it('learns from the coins of a folder too, and says from which files', async () => {
    expect(await train('4', '--panel', coins)).toMatchObject({ code: 0, out: '' });
    const { training, coinScope, hmm } = JSON.parse(read('nowcast', '4', 'model.json')) as Record<
      string,
      Record<string, unknown>
    >;
    const sha256 = (coin: string): string =>
      createHash('sha256')
        .update(readFileSync(join(coins, `${coin}USDT.csv`)))
        .digest('hex');
    expect(training!['panel']).toEqual({
      coins: 2,
      rows: 2 * (2_400 - 399),
      weight: TRAINING_V2.panel.weight,
      files: ['ETH', 'SOL'].map((coin) => ({ file: `${coin}USDT.csv`, sha256: sha256(coin) })),
    });
    expect(coinScope!['version']).toBe('coin_scope/fitted');
    const alone = JSON.parse(read('nowcast', '1', 'model.json')) as Record<string, Record<string, unknown>>;
    expect(hmm!['states']).not.toEqual(alone['hmm']!['states']);
    const card = read('nowcast', '4', 'CARD.md');
    expect(card).toContain('--panel FOLDER');
    expect(card).toContain(panelSum(['ETH', 'SOL'].map((coin) => `${sha256(coin)}  ${coin}USDT.csv\n`)));
    expect(card).toContain('2 coins');
  });

  it('says which file is not of hours, and which folder is not there', async () => {
    const minutes = put('XRP', '1m', 2);
    const mixed = await train('5', '--panel', coins);
    rmSync(minutes);
    expect(mixed).toMatchObject({ code: 2 });
    expect(mixed.err).toContain('XRPUSDT.csv: expected bars of 1h, got 1m');
    const missing = await train('5', '--panel', join(coins, 'nowhere'));
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.err).toContain('nowhere');
    expect(existsSync(out('5'))).toBe(false);
  });
});

describe('barograph train nowcast --derivatives', () => {
  let derivatives = '';
  /** Settlements every 8 hours and hourly levels, starting at the first bar. */
  const series = (coin: string): readonly [funding: string, openInterest: string] => {
    const phase = coin.length;
    const rows = (step: number, value: (t: number) => number): string =>
      Array.from({ length: 2_400 / step + 1 }, (_, i) => `${start + i * step * HOUR_MS},${value(i * step)}\n`).join('');
    return [
      `timestamp,funding_rate\n${rows(8, (t) => 1e-4 * Math.sin(t / 50 + phase))}`,
      `timestamp,open_interest\n${rows(1, (t) => 1_000 + 300 * Math.sin(t / 35 + phase))}`,
    ];
  };

  beforeAll(() => {
    derivatives = folder.path('derivatives');
    for (const kind of ['funding', 'open-interest']) mkdirSync(join(derivatives, kind), { recursive: true });
    for (const coin of ['BTC', 'ETH', 'WIF']) {
      const [funding, openInterest] = series(coin);
      writeFileSync(join(derivatives, 'funding', `${coin}USDT.csv`), funding);
      if (coin !== 'WIF') writeFileSync(join(derivatives, 'open-interest', `${coin}USDT.csv`), openInterest);
    }
  });

  it('learns from coins that have both, says from which files, and leaves the rest as it was', async () => {
    expect(await train('7', '--panel', folder.path('panel'), '--derivatives', derivatives)).toMatchObject({ code: 0 });
    const [known, alone] = ['7', '4'].map(
      (version) => JSON.parse(read('nowcast', version, 'model.json')) as Record<string, Record<string, unknown>>,
    );
    const names = [
      'funding/BTCUSDT.csv',
      'open-interest/BTCUSDT.csv',
      'funding/ETHUSDT.csv',
      'open-interest/ETHUSDT.csv',
    ];
    const record = known!['training']!['derivatives'] as { series: string[]; hours: number; files: { file: string }[] };
    expect(record.series).toEqual(['market', 'ETH']);
    expect(record.hours).toBeGreaterThan(4_000);
    expect(record.files.map(({ file }) => file)).toEqual(names);
    expect(known!['heads']).toEqual(alone!['heads']);
    const { market, coins } = known!['har'] as { market: object; coins: Record<string, object> };
    expect([market, coins['ETH'], coins['SOL']].map((fit) => fit !== undefined && 'derivatives' in fit)).toEqual([
      true,
      true,
      false,
    ]);
    const card = read('nowcast', '7', 'CARD.md');
    expect(card).toContain('--panel FOLDER --derivatives FOLDER --config FILE --out');
    expect(card).toContain('hours of market, ETH, for the expected volatility');
  });

  it('uses them for the last hour of a file, and says so', async () => {
    const model = ['--models', folder.path('models'), '--model', '7', '--format', 'json'];
    const known = ['--funding', join(derivatives, 'funding/BTCUSDT.csv')];
    const both = [...known, '--open-interest', join(derivatives, 'open-interest/BTCUSDT.csv')];
    const blocks = await Promise.all([[], both].map((flags) => run(['nowcast', bars, ...model, ...flags])));
    const [alone, two] = blocks.map(({ out: text }) => parse(text));
    expect(two!['volatility']).toEqual(alone!['volatility']);
    const explained = async (...flags: readonly string[]): Promise<string> => {
      const at = ['--models', folder.path('models'), '--model', '7'];
      const { out: page } = await run(['nowcast', 'explain', bars, ...at, ...flags]);
      return page.split('\n').find((line) => line.startsWith('Expects'))!;
    };
    const [ofBars, ofOne, ofBoth] = [await explained(), await explained(...known), await explained(...both)];
    expect(ofBars).toMatch(/^Expects {2}\d+\.\d % volatility a year over the next 24 h, from bars alone$/);
    expect(ofOne).toBe(ofBars);
    expect(ofBoth).toMatch(/^Expects {2}\d+\.\d % .*, from bars, funding and open interest$/);
  });

  it('says which coin has two files, and that none has both', async () => {
    const other = join(derivatives, 'funding', 'ETH.csv');
    copyFileSync(join(derivatives, 'funding', 'ETHUSDT.csv'), other);
    const twice = await train('8', '--derivatives', derivatives);
    rmSync(other);
    expect(twice).toMatchObject({ code: 2 });
    expect(twice.err).toMatch(/expected one file for ETH, got ETH/);
    const none = await train('8', '--derivatives', folder.path('panel'));
    expect(none).toMatchObject({ code: 2 });
    expect(none.err).toContain('--derivatives: expected a coin with files in');
  });
});

const REAL = '../shared/data/ohlcv_1h';

describe.skipIf(!existsSync(REAL))('training with real perps (needs ../shared/data)', () => {
  it('learns from three of them beside Bitcoin', async () => {
    const coins = folder.path('perps');
    mkdirSync(coins);
    for (const name of ['ETHUSDT.csv.gz', 'SOLUSDT.csv.gz', 'WIFUSDT.csv.gz']) {
      copyFileSync(join(REAL, 'binance_usdm_perp', name), join(coins, name));
    }
    const flags = ['--bars', join(REAL, 'binance_spot/BTCUSDT.csv.gz'), '--panel', coins, '--out', out('6')];
    const span = ['--from', '2023-09-01', '--to', '2024-06-01', '--config', config];
    const { code, err } = await run(['train', 'nowcast', ...flags, ...span]);
    expect(err).toMatch(/model\.json: \d+ bytes/);
    expect(code).toBe(0);
    const { training, coinScope } = JSON.parse(read('nowcast', '6', 'model.json')) as Record<
      string,
      Record<string, Record<string, number>>
    >;
    expect(training!['panel']).toMatchObject({ coins: 3, rows: expect.any(Number) });
    const { concentration } = coinScope as unknown as { readonly concentration: number };
    expect(concentration).toBeGreaterThanOrEqual(50);
    expect(concentration).toBeLessThanOrEqual(1_000);
  });
});

describe('barograph walk-forward nowcast', () => {
  const ribbon = folder.path('out', 'ribbon.svg');
  const small = {
    training: TRAINING,
    heads: { stride: 8 },
    monteCarlo: { paths: 200 },
    firstHours: 1_000,
    simulationStride: 12,
    leastSimulations: 20,
  };
  const walk = (changed: object, ...flags: readonly string[]) => {
    const file = folder.put('walk.json', JSON.stringify({ ...small, ...changed }));
    const given = ['--bars', bars, '--panel', folder.path('panel'), '--config', file];
    return run(['walk-forward', 'nowcast', ...given, '--alternatives', ...flags]);
  };

  it('writes metrics, evidence, plots and the card of the model in its folder', async () => {
    const work = folder.path('work');
    const { code, err } = await walk({}, '--out', out('1'), '--ribbon', ribbon, '--work', work);
    expect(code).toBe(0);
    const metrics = parse(read('nowcast', '1', 'metrics.json'));
    expect(metrics['coins']).toMatchObject({ version: 'coin_test/1', coins: 2 });
    expect(lines(err)).toHaveLength((metrics['refits'] as unknown[]).length);
    const plots = readdirSync(out('1')).filter((name) => name.endsWith('.svg'));
    expect(plots.toSorted()).toEqual([
      'dwell-by-label.svg',
      'dwell.svg',
      'pit.svg',
      'reliability-confidence.svg',
      'reliability-drawdown.svg',
      'reliability-next-regime.svg',
    ]);
    for (const text of [...plots.map((name) => read('nowcast', '1', name)), readFileSync(ribbon, 'utf8')]) {
      expect(text).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
    }
    const card = read('nowcast', '1', 'CARD.md');
    expect(card).not.toMatch(/NaN|undefined|Infinity/);
    expect(card).toMatch(/\| volatility of the day before, logistic \| 0\.\d{4} \|/);
    expect(card).toContain('The same models on 2 perps');
    expect(card).toContain('the hours until then of 2 coins');
    for (const name of plots) expect(card).toContain(`](${name})`);

    const evidence = parse(read('nowcast', '1', 'evidence.json'));
    expect(evidence).toMatchObject({
      version: 'evidence/1',
      tails: { version: 'tail_test/1' },
      alternatives: { version: 'alternatives/1', tests: 8 },
    });
    expect(JSON.stringify(evidence)).not.toMatch(/Infinity|NaN/);
    expect(card).toMatch(/points of skill are left above shuffled hours and .* above random signs/);
    expect(card).toMatch(/\| market, every 12 h \| \d+ \|/);
    expect(card).toContain('| hours shuffled | blocks of 24 hours shuffled | signs random, volatility real |');
    expect(card).toContain('### Choices made on years that are tested');
    expect(card).not.toContain('mechanical');
    // Every claim of the verdict names its test.
    const verdict = card.split('\n').filter((line) => line.startsWith('- **'));
    const claims = verdict.filter((line) => !/^- \*\*(?:Approval rule|Refits)/.test(line));
    expect(claims.length).toBeGreaterThan(5);
    for (const claim of claims) {
      expect(claim).toMatch(/bootstrap|Diebold–Mariano/);
      expect(claim).toMatch(/−?\d+\.\d+ … −?\d+\.\d+|series within|too few outcomes/);
    }
    // And so does every row about another way to find regimes.
    const chapter = card.slice(card.indexOf('### Other ways'), card.indexOf('### Choices'));
    expect(chapter).toMatch(/bootstrap of weeks[\s\S]*Diebold–Mariano/);
    const rows = chapter.split('\n').filter((line) => /^\| (?:statistical jump|semi-Markov)/.test(line));
    expect(rows).toHaveLength(16);
    for (const row of rows) expect(row).toMatch(/−?\d+\.\d+ (?:% )?\(−?\d+\.\d+ … −?\d+\.\d+\)/);
  });

  it('says what funding and open interest add, by the work that was kept', async () => {
    const { code, err } = await walk(
      {},
      '--out',
      out('7'),
      '--work',
      folder.path('work'),
      '--derivatives',
      folder.path('derivatives'),
    );
    // the tests below begin with the steps of a run without derivatives
    for (const name of readdirSync(folder.path('work'))) {
      if (name.includes('-derivatives-')) rmSync(join(folder.path('work'), name));
    }
    expect(code, err).toBe(0);
    expect(read('nowcast', '7', 'metrics.json') === read('nowcast', '1', 'metrics.json')).toBe(true);
    const { derivatives, ...others } = parse(read('nowcast', '7', 'evidence.json'));
    const { derivatives: none, ...before } = parse(read('nowcast', '1', 'evidence.json'));
    expect(none).toBeNull();
    expect(others).toEqual(before);
    const rows = (derivatives as { rows: { series: string }[] }).rows.map(({ series }) => series);
    expect(rows).toEqual(['market', 'ETH', 'all']);
    const card = read('nowcast', '7', 'CARD.md');
    expect(card).not.toMatch(/NaN|undefined|Infinity/);
    const claim = card.split('\n').find((line) => line.startsWith('- **Funding and open interest**'));
    expect(claim).toMatch(/: in 4 h R² of .*\d … .*Diebold–Mariano/);
    expect(card).toContain('### Funding and open interest');
    expect(card).toMatch(/\| support in the last 90 days \| \d+ \|/);
    expect(card).toContain('### Tails of one model over hours that it never saw');
    expect(card).toMatch(/\| `?inputs of funding and open interest/);
  });

  it('goes on with a run that was killed, to the same bytes, and does no kept step again', async () => {
    const work = folder.path('work');
    const steps = readdirSync(work);
    const lost = steps.filter((name, i) => name !== 'run.json' && (name === steps.at(-2) || i % 3 === 0));
    expect(lost.length).toBeGreaterThan(3);
    const lastBlock = steps.findLast((name) => name.startsWith('block-'))!;
    for (const name of new Set([...lost, lastBlock])) rmSync(join(work, name));
    const kept = readdirSync(work).map((name) => [name, statSync(join(work, name)).mtimeMs] as const);
    const { code } = await walk({}, '--out', out('2'), '--work', work);
    expect(code).toBe(0);
    expect(readdirSync(work)).toEqual(steps);
    for (const [name, changed] of kept) expect(statSync(join(work, name)).mtimeMs).toBe(changed);
    for (const name of ['metrics.json', 'evidence.json', 'pit.svg']) {
      expect(read('nowcast', '2', name) === read('nowcast', '1', name)).toBe(true);
    }
  });

  it('gives the same bytes without a work folder, and no evidence where none is wanted', async () => {
    const { code } = await walk({}, '--out', out('3'), '--no-evidence');
    expect(code).toBe(0);
    expect(read('nowcast', '3', 'metrics.json') === read('nowcast', '1', 'metrics.json')).toBe(true);
    expect(existsSync(join(out('3'), 'evidence.json'))).toBe(false);
  });

  it('refuses the work folder of another run', async () => {
    const { code, err } = await walk({ simulationStride: 48 }, '--out', out('4'), '--work', folder.path('work'));
    expect(code).not.toBe(0);
    expect(err).toContain('--work: expected a folder without the steps of another run');
  });

  it.each([
    [
      [-1, 1],
      [-1, 1],
      'statistically indistinguishable from a logistic of the volatility',
      'regimes add nothing measurable',
    ],
    [[1, 2], [-1, 1], 'better than a logistic of the volatility', 'the regimes in it do not measurably'],
    [[1, 2], [1, 2], 'better than the same simulation without regimes', 'regimes add to what volatility knows'],
    [[-2, -1], [-2, -1], 'worse than the same simulation without regimes', 'regimes add nothing measurable'],
  ])('says of advantages within %j and %j: %s, %s', (overVolatility, overOthers, against, verdict) => {
    const metrics = JSON.parse(read('nowcast', '1', 'metrics.json')) as TestedOn;
    const { drawdown } = metrics.simulation;
    const within = ([low, high]: readonly number[]) => ({ ...drawdown.advantage.volatility!, low: low!, high: high! });
    const advantage = { volatility: within(overVolatility), withoutRegimes: within(overOthers) };
    const simulation = { ...metrics.simulation, drawdown: { ...drawdown, advantage } };
    const model = loadModel(read('nowcast', '1', 'model.json'));
    const { artifact } = model.ok ? model.value : expect.fail(JSON.stringify(model.error));
    const entry = modelEntry(artifact, artifactText(artifact));
    const card = cardText(artifact, entry, 'v20', { ...metrics, simulation });
    expect(card).toContain(against);
    expect(card).toContain(verdict);
  });

  it.each(['5', '0', 'x'])('--step-months %s is refused', async (months) => {
    const { code, err } = await run([
      'walk-forward',
      'nowcast',
      '--bars',
      bars,
      '--out',
      out('9'),
      '--step-months',
      months,
    ]);
    expect(code).toBe(2);
    expect(err).toContain('expected 1, 2, 3, 4, 6 or 12.');
  });
});
