/// <reference types="node" />

import { signum, SIGNUM_V1 } from '@barograph/indicators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, daily, lines, parse, run, type Run, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

describe('--config', () => {
  const score = async (config: unknown): Promise<Run> => {
    const path = put('config.json', typeof config === 'string' ? config : JSON.stringify(config));
    return run(['signum', put('X.csv', csv(daily)), '--rows', 'all', '--format', 'csv', '--config', path]);
  };

  it('puts its fields over the default and keeps the others', async () => {
    const { code, out } = await score({ adx: { period: 10, seed: 'talib' }, enter: 30 });
    expect(code).toBe(0);
    const config = { ...SIGNUM_V1, adx: { ...SIGNUM_V1.adx, period: 10, seed: 'talib' as const }, enter: 30 };
    const expected = signum(daily, config);
    expect(lines(out).at(-1)).toBe(
      [daily.time, expected.adx, expected.plusDi, expected.minusDi, expected.color, expected.barsInColor, daily.close]
        .map((column) => String(column.at(-1)))
        .join(','),
    );
    expect(expected.adx.at(-1)).not.toBe(signum(daily).adx.at(-1));
  });

  it('gives other numbers another version', async () => {
    const file = put('X.csv', csv(daily));
    const version = async (config: unknown): Promise<unknown> => {
      const args = ['signum', file, '--format', 'json', '--config', put('config.json', JSON.stringify(config))];
      return parse((await run(args)).out)['config_version'];
    };
    expect(await version({ enter: 30 })).toBe('signum/custom');
    expect(await version({ enter: 25 })).toBe('signum/2');
    expect(await version({ enter: 30, version: 'signum/mine' })).toBe('signum/mine');
  });

  it.each<[unknown, string]>([
    [{ entry: 30 }, 'field "entry": expected one of version, adx, enter, exit, '],
    [{ adx: { length: 10 } }, 'field "adx.length": expected one of period, seed, onFlat, got "length"'],
    [{ enter: '30' }, 'field "enter": expected a number, got "30"'],
    [{ adx: 14 }, 'field "adx": expected an object, got 14'],
    [{ exit: 26 }, 'field "exit": expected at most "enter" 25, got 26'],
    [{ adx: { period: 1 } }, 'field "period": expected an integer ≥ 2, got 1'],
    [{ adx: { seed: 'sma' } }, 'field "seed": expected one of wilder, talib, got "sma"'],
    [[1], 'expected an object, got an array of 1'],
    ['{', 'expected JSON, got "{"'],
  ])('%j is refused by name', async (config, message) => {
    const { code, out, err } = await score(config);
    expect([code, out]).toStrictEqual([2, '']);
    expect(lines(err)).toHaveLength(1);
    expect(err).toContain(`config.json`);
    expect(err).toContain(message);
  });

  it('that is not there is said', async () => {
    const { code, err } = await run(['signum', 'X.csv', '--config', folder.path('nowhere.json')]);
    expect([code, err]).toStrictEqual([
      2,
      `error: ${folder.path('nowhere.json')}: expected a config file, got no such file\n`,
    ]);
  });
});
