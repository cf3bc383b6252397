/// <reference types="node" />

import { integerAtLeast } from '@barograph/core';
import { Command } from 'commander';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addEngine, type EngineCommand } from './engine-command.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

/** Counts bars: says which bars an engine is handed. */
const counter: EngineCommand<{ readonly version: string; readonly period: number }> = {
  name: 'count',
  summary: 'counts',
  description: 'Counts bars.',
  config: { version: 'count/1', period: 3 },
  check: (config) => {
    integerAtLeast('period', config.period, 2);
    return config;
  },
  last: (coins, _, { version, period }) =>
    coins.map(({ symbol, source, pegged, hourly, daily }) => ({
      symbol,
      source,
      pegged,
      bars: { hours: hourly.length, days: daily.length },
      period: [period],
      config_version: version,
    })),
  all: {
    columns: ['timestamp', 'close'],
    rows: ({ daily }) => Array.from(daily.time, (timestamp, i) => ({ timestamp, close: daily.close[i]! })),
  },
};

class Sink extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(...args: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const io = { stdin: Readable.from([]), stdout, stderr, isTerminal: false, now: () => 0 };
  const program = new Command('barograph').exitOverride().configureOutput({ writeErr: (text) => stderr.write(text) });
  addEngine(program, io, counter);
  await program.parseAsync(['count', ...args], { from: 'user' });
  return { out: stdout.text, err: stderr.text };
}

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-engine-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, bars: number, step = HOUR, start = START): string {
  const path = join(folder, name);
  const lines = Array.from({ length: bars }, (_, i) => `${start + i * step},100,101,99,${100 + (i % 2)},5`);
  writeFileSync(path, ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
  return path;
}

const json = (text: string): unknown => JSON.parse(text);

describe('the command of an engine', () => {
  it('hands hours and completed days of a file to the engine, under the name of the coin', async () => {
    const { out } = await run(put('ETHUSDT.csv', 50), '--format', 'json');
    expect(json(out)).toEqual({
      symbol: 'ETH',
      source: 'perpdex_perp',
      pegged: false,
      bars: { hours: 50, days: 2 },
      period: [3],
      as_of: START + 50 * HOUR,
      config_version: 'count/1',
    });
  });

  it('makes hours of minutes, and has none where the bars are longer', async () => {
    const minutes = await run(put('A.csv', 180, HOUR / 60), '--format', 'json');
    expect(json(minutes.out)).toMatchObject({ bars: { hours: 3, days: 0 } });
    const h4 = await run(put('B.csv', 12, 4 * HOUR), '--format', 'json');
    expect(json(h4.out)).toMatchObject({ bars: { hours: 0, days: 2 } });
  });

  it('sees nothing after the moment asked for', async () => {
    const path = put('A.csv', 80);
    const { out } = await run(path, '--format', 'json', '--at', new Date(START + 49.5 * HOUR).toISOString());
    expect(json(out)).toMatchObject({ bars: { hours: 49, days: 2 }, as_of: START + 49.5 * HOUR });
  });

  it('takes a folder for a universe: a row for each symbol at one moment', async () => {
    put('BTC.csv', 50);
    put('ETH.csv', 74);
    put('LATE.csv', 10, HOUR, START + 60 * HOUR);
    mkdirSync(join(folder, 'more'));
    const { out, err } = await run(folder, '--format', 'json', '--at', String(START + 55 * HOUR));
    expect(json(out)).toMatchObject([
      { symbol: 'BTC', bars: { hours: 50 }, as_of: START + 55 * HOUR },
      { symbol: 'ETH', bars: { hours: 55 }, as_of: START + 55 * HOUR },
    ]);
    expect(err).toMatch(/ignored more\n.*LATE.csv: no bar had closed by then, left out/s);
  });

  it('opens records and lists up for CSV', async () => {
    put('BTC.csv', 50);
    const { out } = await run(folder, '--format', 'csv');
    expect(out).toBe(
      'symbol,source,pegged,bars.hours,bars.days,period_1,config_version,as_of\n' +
        `BTC,perpdex_perp,false,50,2,3,count/1,${START + 50 * HOUR}\n`,
    );
  });

  it('has a row for every completed day, with the symbol where there are several', async () => {
    const path = put('BTC.csv', 50);
    expect((await run(path, '--rows', 'all', '--format', 'csv')).out).toBe(
      `timestamp,close\n${START},101\n${START + 24 * HOUR},101\n`,
    );
    expect((await run(folder, '--rows', 'all', '--format', 'ndjson')).out.split('\n')[0]).toBe(
      `{"symbol":"BTC","timestamp":${START},"close":101}`,
    );
  });

  it('takes other numbers from a file, says so in the version, and refuses impossible ones', async () => {
    const path = put('BTC.csv', 50);
    const config = join(folder, 'config.json');
    writeFileSync(config, '{"period":5}');
    expect(json((await run(path, '--format', 'json', '--config', config)).out)).toMatchObject({
      period: [5],
      config_version: 'count/custom',
    });
    writeFileSync(config, '{"period":1}');
    await expect(run(path, '--config', config)).rejects.toThrow(
      `${config} field "period": expected an integer ≥ 2, got 1`,
    );
  });

  it('refuses bars longer than a day, an empty folder, and a moment before every bar', async () => {
    await expect(run(put('W.csv', 3, 7 * 24 * HOUR, Date.UTC(2024, 0, 1)))).rejects.toThrow(
      /W.csv: expected bars of 1d or shorter, got a step of 604800000 ms/,
    );
    mkdirSync(join(folder, 'none'));
    await expect(run(join(folder, 'none'))).rejects.toThrow(/none: expected bar files .*, got an empty folder/);
    await expect(run(put('A.csv', 5), '--at', String(START))).rejects.toThrow(
      /--at: expected a time after the first bar closed/,
    );
  });
});
