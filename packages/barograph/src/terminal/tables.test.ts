/// <reference types="node" />

/**
 * Frozen tables: what an engine says of six simulated coins on terminals of 80 and 120 columns. A changed line is on purpose,
 * or a fault: `npm run accept` rewrites them, and the diff of `fixtures/goldens/terminal` is then part of the change.
 */

import { HOUR_MS, DAY_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import stringWidth from 'string-width';
import { beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../test-support.ts';

const FOLDER = new URL('../../../../fixtures/goldens/terminal/', import.meta.url);
const isWriting = process.env['BAROGRAPH_GOLDENS'] === 'write';
const ON_PURPOSE = 'run npm run accept, then read the diff';

const COINS = ['BTC', 'ETH', 'SOL', 'DOGE', 'kPEPE', 'LINK'];
/** LINK ends five days before the others. */
const STALE = 'LINK';
const DAYS = 215;
/** The nowcast reads every hour with its model: some seconds. */
const IS_WHOLE = isWriting || process.env['BAROGRAPH_FULL'] === '1';
const ENGINES = ['signum', 'volatility', 'volume', 'technical', 'heatmap', 'meme', ...(IS_WHOLE ? ['nowcast'] : [])];

/** All coins in one long file, sorted by coin, and BTC alone: from standard input no worker has to start. */
let PANEL = '';
let BTC = '';

beforeAll(() => {
  const market = createMarket(SIMULATOR_V2);
  const from = SIMULATOR_V2.start;
  const header = 'timestamp,symbol,open,high,low,close,volume\n';
  const texts = COINS.map((coin) => {
    const days = coin === STALE ? DAYS - 5 : DAYS;
    const { time, open, high, low, close, volume } = market.candles(
      coin,
      'perpdex_perp',
      '1h',
      from,
      from + days * DAY_MS,
    );
    let text = '';
    for (const [i, at] of time.entries())
      text += `${at},${coin},${open[i]},${high[i]},${low[i]},${close[i]},${volume[i]}\n`;
    return text;
  });
  PANEL = header + texts.join('');
  BTC = header + texts[0]!;
});

class Screen extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number;

  constructor(columns: number) {
    super();
    this.isTTY = columns > 0;
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

interface Shown {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command on a terminal so wide; 0 is a pipe. */
async function show(
  args: readonly string[],
  columns: number,
  env: Readonly<Record<string, string>> = {},
  stdin = PANEL,
): Promise<Shown> {
  const [stdout, stderr] = [new Screen(columns), new Screen(0)];
  const io = { stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr, isTerminal: false, env, now: () => 0 };
  const code = await runMain(args, io);
  return { code, out: stdout.text, err: stderr.text };
}

const command = (engine: string): readonly string[] => [
  engine,
  '-',
  ...(engine === 'signum' ? ['--interval', '1d'] : []),
];
const lines = (text: string): readonly string[] => text.split('\n').slice(0, -1);
const PLAIN = { NO_COLOR: '1' };
const ESCAPE = '\u{1B}';

describe('tables on a terminal', () => {
  it.each(ENGINES)('of %s are as frozen at 80 and 120 columns, and no line is wider', async (engine) => {
    for (const columns of [80, 120]) {
      const { code, out } = await show(command(engine), columns, PLAIN);
      expect(code).toBe(0);
      for (const line of lines(out)) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      const file = new URL(`${engine}-${columns}.txt`, FOLDER);
      if (isWriting) writeFileSync(file, out);
      expect(out, ON_PURPOSE).toBe(readFileSync(file, 'utf8'));
    }
  });

  it('have colours but for NO_COLOR and TERM=dumb, and with FORCE_COLOR in a pipe too', async () => {
    const plain = (await show(command('heatmap'), 80, PLAIN)).out;
    expect(plain).not.toContain(ESCAPE);
    const colored = (await show(command('heatmap'), 80)).out;
    expect(colored).toContain(`${ESCAPE}[32m`);
    // oxlint-disable-next-line eslint/no-control-regex -- the escapes are what is taken away
    expect(colored.replaceAll(/\u{1B}\[\d+m/gu, '')).toBe(plain);
    expect((await show(command('heatmap'), 80, { TERM: 'dumb' })).out).toBe(plain);
    const pipe = [...command('heatmap'), '--format', 'table'];
    expect((await show(pipe, 0)).out).not.toContain(ESCAPE);
    expect((await show(pipe, 0, { FORCE_COLOR: '1' })).out).toContain(ESCAPE);
    expect((await show(command('heatmap'), 80, { FORCE_COLOR: '0' })).out).toBe(plain);
  });

  it('have stale coins last whatever the order, marked, and a line that says why', async () => {
    for (const flags of [[], ['--sort', 'symbol'], ['--sort', 'symbol:desc']]) {
      const out = lines((await show([...command('signum'), ...flags], 80, PLAIN)).out);
      expect(out.at(-3)).toMatch(/^LINK\* /);
      expect(out.at(-2)).toBe('* stale: the last bars are missing');
    }
  });

  it('are sorted, cut and chosen as asked, in every format', async () => {
    const flags = ['--sort', 'adx', '--limit', '2', '--columns', 'symbol,adx'];
    const csv = lines((await show([...command('signum'), ...flags, '--format', 'csv'], 0)).out);
    expect(csv[0]).toBe('symbol,adx');
    expect(csv).toHaveLength(3);
    const json = JSON.parse((await show([...command('signum'), ...flags, '--format', 'json'], 0)).out) as object[];
    expect(json.map((row) => Object.values(row).join(','))).toEqual(csv.slice(1));
    const all = lines((await show([...command('signum'), '--format', 'ndjson'], 0)).out).map((line) => JSON.parse(line) as { adx: number; stale: boolean }); // prettier-ignore
    const greatest = all.filter(({ stale }) => !stale).map(({ adx }) => adx).toSorted((a, b) => b - a); // prettier-ignore
    expect(csv.slice(1).map((line) => Number(line.split(',')[1]))).toEqual(greatest.slice(0, 2));
    const table = lines((await show([...command('signum'), ...flags], 80, PLAIN)).out);
    expect(table[0]).toMatch(/^symbol +adx$/);
    expect(table.slice(2).map((line) => line.split(/ +/)[0])).toEqual(csv.slice(1).map((line) => line.split(',')[0]));
    const days = await show(['volatility', '-', '--rows', 'all', '--sort', 'rv_gk_30:asc', '--limit', '3', '--format', 'csv'], 0); // prettier-ignore
    const column = lines(days.out)[0]!.split(',').indexOf('rv_gk_30');
    const values = lines(days.out).slice(1).map((line) => Number(line.split(',')[column])); // prettier-ignore
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values).toHaveLength(3);
  });

  it('show every column with --wide, however wide, and in a pipe cut nothing', async () => {
    const wide = lines((await show([...command('technical'), '--wide'], 80, PLAIN)).out);
    expect(Math.max(...wide.map((line) => stringWidth(line)))).toBeGreaterThan(300);
    expect(wide.join('\n')).not.toContain('--wide');
    const pipe = (await show([...command('technical'), '--format', 'table'], 0)).out;
    expect(pipe).toContain('sma_50');
    expect(pipe).not.toContain('more columns');
    const named = (await show([...command('technical'), '--format', 'table'], 0, { COLUMNS: '80' })).out;
    expect(Math.max(...lines(named).map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
  });

  it('are what they were where nobody watches and nothing is asked for', async () => {
    const [head, ...rows] = lines((await show(command('volume'), 0)).out);
    expect(head).toMatch(/^symbol +volume_24h +avg_volume_30d +median_volume_30d +multiplier/);
    expect(rows).toHaveLength(COINS.length);
  });

  it.each([
    [['--columns', 'symbol,adz'], /^error: --columns: expected one of symbol, color, .*, got "adz"\n$/],
    [['--sort', 'adz'], /^error: --sort: expected one of .*, got "adz"\n$/],
    [['--sort', 'adx:up'], /column:asc or column:desc/],
    [['--limit', '0'], /expected a whole number from 1 on/],
    [
      ['--columns', 'price=Close'],
      /expected one of time, open, high, low, close, volume, symbol before =, got "price"/,
    ],
    [['--columns', 'close='], /expected a column after close=/],
  ])('refuse %j in one line', async (flags, says) => {
    const { code, out, err } = await show([...command('signum'), ...flags], 80);
    expect([code, out]).toEqual([2, '']);
    const errors = lines(err).filter((line) => !line.startsWith('stdin: 6 coins'));
    expect(errors).toHaveLength(1);
    expect(`${errors[0]}\n`).toMatch(says);
  });

  it('fit one row too: a value that is too wide is cut', async () => {
    const { out } = await show(['technical', '-'], 80, PLAIN, BTC);
    for (const line of lines(out)) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    expect(out).toMatch(/^dist_from_200_pct +\S+ %$|^rsi_1d +\S+ 0…100$/m);
    expect(out).toMatch(/^sr +.*…$/m);
    const few = await show(['technical', '-', '--columns', 'rsi_1d,price'], 80, PLAIN, BTC);
    expect(lines(few.out).map((line) => line.split(/ +/)[0])).toEqual(['rsi_1d', 'price']);
  });
});

describe('files of others on the command line', () => {
  const bar = (day: number, symbol: string): string =>
    `${new Date(Date.UTC(2024, 0, 1 + day)).toISOString()},${symbol},${100 + day},${102 + day},${99 + day},${101 + day},10`;
  const long = (symbols: readonly string[], header = 'Datetime,Ticker,Open,High,Low,Last,Volume'): string =>
    [header, ...Array.from({ length: 60 }, (_, day) => symbols.map((symbol) => bar(day, symbol))).flat()].join('\n');

  it('a mapping, a long file and what was assumed, from standard input', async () => {
    const args = ['signum', '-', '--columns', 'time=Datetime,close=Last,symbol,color,days_in_color', '--format', 'csv'];
    const { code, out, err } = await show(args, 0, {}, long(['BTC-USD', 'ETH-USD']));
    expect([code, err.split('\n')]).toEqual([
      0,
      [
        'stdin: assumed: time is "Datetime", close is "Last" (--columns name=Column says it otherwise)',
        'stdin: 2 coins, by its column of symbols',
        '',
      ],
    ]);
    expect(lines(out)).toEqual(['symbol,color,days_in_color', 'BTC,green,32', 'ETH,green,32']);
  });

  it('the column of symbols of a long file is named like any other', async () => {
    const text = long(['BTC', 'ETH'], 'Datetime,Contract,Open,High,Low,Close,Volume');
    const args = ['signum', '-', '--columns', 'symbol=Contract,symbol,color', '--format', 'csv'];
    expect(lines((await show(args, 0, {}, text)).out)).toEqual(['symbol,color', 'BTC,green', 'ETH,green']);
    const { code, err } = await show(args.toSpliced(2, 2), 0, {}, text);
    expect([code, err]).toEqual([2, expect.stringContaining('if these are several coins, --columns symbol=NAME')]);
  });

  it('one that is refused asks for the flag', async () => {
    const { code, err } = await show(['signum', '-'], 0, {}, long(['BTC-USD']));
    expect(code).toBe(2);
    expect(err).toMatch(
      /^error: stdin column "close": expected a header with .*, or --columns close=NAME, got "Datetime/,
    );
  });

  it('says nothing of a file with our own names', async () => {
    expect((await show(['signum', '-', '--interval', '1d'], 0, {}, BTC)).err).toBe('');
  });

  it('hostile names of coins are refused, and reach no terminal: no escape, no mark of direction, no line of their own', async () => {
    const hostile = [`${ESCAPE}[2J${ESCAPE}]0;owned\u{7}`, 'US\u{202E}DT', 'a\u{9B}31mb', 'x\u{200B}y', '"new\nline"'];
    const text = long(hostile, 'timestamp,symbol,open,high,low,close,volume');
    for (const format of [[], ['--format', 'table'], ['--format', 'csv'], ['--format', 'json'], ['--rows', 'all']]) {
      const { code, out, err } = await show(['signum', '-', ...format], 80, PLAIN, text);
      expect([code, out]).toEqual([2, '']);
      // oxlint-disable-next-line eslint/no-control-regex -- they are what must not be there
      expect(err).not.toMatch(/[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}\u{200B}\u{202E}]/u);
    }
    const { err } = await show(['signum', '-'], 80, PLAIN, text);
    expect(err).toContain(String.raw`\u001b[2J\u001b]0;owned\u0007`);
    const broken = await show(['signum', '-'], 80, PLAIN, text.replace(',103,', `,${ESCAPE}[31m,`));
    expect(broken.code).toBe(2);
    expect(broken.err).not.toContain(ESCAPE);
  });

  it('is one series where the symbols are left out', async () => {
    const text = long(['MATIC'], 'timestamp,symbol,open,high,low,close,volume');
    const both = text.replaceAll(/^(2024-02.*),MATIC,/gm, '$1,POL,');
    const { out } = await show(
      ['signum', '-', '--columns', 'symbol=', '--format', 'json', '--symbol', 'POL'],
      0,
      {},
      both,
    );
    expect(JSON.parse(out)).toMatchObject({ symbol: 'POL', days_in_color: 32 });
  });
});

describe('progress', () => {
  it('is of coins, once a second has passed, and only where somebody watches', async () => {
    let now = 0;
    const run = async (isTerminal: boolean): Promise<string> => {
      const stderr = new Screen(isTerminal ? 80 : 0);
      const stdout = new Screen(0);
      const io = {
        stdin: Readable.from([Buffer.from(PANEL)]),
        stdout,
        stderr,
        isTerminal,
        env: {},
        now: () => (now += HOUR_MS),
      };
      expect(await runMain(command('volatility'), io)).toBe(0);
      return stderr.text;
    };
    expect(await run(false)).toBe('stdin: 6 coins, by its column of symbols\n');
    const seen = await run(true);
    expect(seen).toContain('reading');
    expect(seen).toContain('computing');
  });
});
