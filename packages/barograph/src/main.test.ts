/// <reference types="node" />

import { kernelsInUse, useKernels, type VectorKernels } from '@barograph/core';
import { KERNELS } from '@barograph/kernels';
import { mkdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Command } from 'commander';
import { COMMANDS } from './command-list.ts';
import { loadKernels } from './load-kernels.ts';
import type { Io } from './io.ts';
import { csv, HOUR, lines, market, parse, run, show, START, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

describe('[12.18] the command line', () => {
  it('tells its version and its help', async () => {
    expect(await run(['--version'])).toStrictEqual({ code: 0, out: '1.2.3\n', err: '' });
    const help = await run(['signum', '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const text of ['--rows', '--format', '--interval', '--config', '--out', '--repair', 'Examples:']) {
      expect(help.out).toContain(text);
    }
  });

  it.each<[string[], RegExp]>([
    [['signum', 'X.csv', '--formt', 'csv'], /^error: unknown option '--formt' \(Did you mean --format\?\)\n$/],
    [['signum', 'X.csv', '--format', 'xml'], /^error: option '--format <format>' argument 'xml' is invalid.*\n$/],
    [['signum', 'X.csv', '--interval', '2h'], /^error: option '--interval <interval>' argument '2h' is invalid.*\n$/],
    [['signum'], /^error: missing required argument 'path'\n$/],
    [['signum', 'a', 'b'], /^error: too many arguments.*\n$/],
    [['signal', 'X.csv'], /^error: unknown command 'signal'( \(Did you mean signum\?\))?\n$/],
    [['tehcnical', 'X.csv'], /^error: unknown command 'tehcnical' \(Did you mean technical\?\)\n$/],
    [['train', 'nowcats'], /^error: unknown command 'nowcats' \(Did you mean nowcast\?\)\n$/],
  ])('%j is code 2 and one line', async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toMatch(message);
  });
});

describe('the help of the program', () => {
  it.each(Object.entries(COMMANDS))(
    'has the line that the module of %s states',
    async (name, { usage, summary, load }) => {
      const program = new Command();
      (await load())(program, {} as Io);
      const [command] = program.commands;
      const help = program.createHelp();
      expect(help.subcommandTerm(command!)).toBe(`${name} ${usage}`.trimEnd());
      expect(help.subcommandDescription(command!)).toBe(summary);
    },
  );

  it('is the same with every module as without one', async () => {
    const { code, out } = await run(['--help']);
    // A flag ahead of a name: commander has to tell what is asked for, so every module is loaded.
    expect(await run(['-h', 'signum'])).toEqual({ code, out, err: '' });
    expect(await run(['help'])).toEqual({ code, out, err: '' });
    expect(await run([])).toEqual({ code: 2, out: '', err: out });
    for (const [name, { usage }] of Object.entries(COMMANDS)) expect(out).toContain(`\n  ${name} ${usage}`.trimEnd());
  });

  it('of one command comes by "help" too', async () => {
    expect(await run(['help', 'meme'])).toEqual(await run(['meme', '--help']));
    expect(await run(['help', 'memes'])).toMatchObject({ code: 2 });
  });
});

describe('kernels', () => {
  let before: VectorKernels | undefined;
  beforeEach(() => (before = useKernels(undefined)));
  afterEach(() => void useKernels(before));

  it.each([
    [{}, KERNELS],
    [{ BAROGRAPH_KERNELS: 'on' }, KERNELS],
    [{ BAROGRAPH_KERNELS: 'off' }, undefined],
  ])('with %j in the environment are what a command computes with, or not', async (env, used) => {
    await loadKernels(env);
    expect(kernelsInUse()).toBe(used);
  });

  it('are asked for by "on" or "off" alone', async () => {
    expect(await show(['signum', 'X.csv'], 0, { BAROGRAPH_KERNELS: 'fast' })).toEqual({
      code: 2,
      out: '',
      err: 'error: BAROGRAPH_KERNELS: expected on or off, got fast\n',
    });
  });
});

describe('[12.18] the moment that a command speaks of', () => {
  it.each(['signum', 'technical', 'volatility', 'volume', 'heatmap', 'meme', 'nowcast', 'cycle'])(
    'is --at in the help of %s, and --as-of is not shown',
    async (name) => {
      const { out } = await run([name, '--help']);
      expect(out).toContain('--at <time>');
      expect(out).not.toContain('--as-of');
    },
  );

  it('may still be called --as-of', async () => {
    const path = put('X.csv', csv(market(400, 24 * HOUR)));
    const moment = String(START + 300 * 24 * HOUR);
    const named = await run(['technical', path, '--format', 'json', '--at', moment]);
    expect(parse(named.out)['as_of']).toBe(Number(moment));
    expect(await run(['technical', path, '--format', 'json', '--as-of', moment])).toEqual(named);
  });
});

describe('[12.10] bars that no engine can count with', () => {
  it('are one line with row and column, and code 2', async () => {
    const wide = put('X.csv', `timestamp,open,high,low,close,volume\n${START},1,1,1,1,1e301\n`);
    for (const name of ['volume', 'volatility', 'heatmap', 'meme']) {
      expect(await run([name, wide])).toEqual({
        code: 2,
        out: '',
        err: `error: ${wide} row 1 column "volume": expected a volume of at most 1e+300, got 1e+301\n`,
      });
    }
  });

  it('of two units of time are one line, repaired or not', async () => {
    const units = put('U.csv', csv(market(40, HOUR)) + `${START * 1e3},1,1,1,1,1\n`);
    for (const flags of [[], ['--repair']]) {
      const { code, err } = await run(['technical', units, ...flags]);
      expect(code).toBe(2);
      expect(err.split('\n').findLast((line) => line !== '')).toMatch(
        /^error: .*U\.csv.* column "timestamp": expected times of one unit/,
      );
    }
  });
});

describe('[12.10] bars that are far apart', () => {
  // 80 days of hours with 360 years between: 1,640 times the expected bars in hours, 410 times in four hours.
  const far = (): string => {
    const near = csv(market(24 * 40, HOUR)).trimEnd();
    const later = near
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^\d+/, (time) => String(Number(time) + YEARS)));
    return put('FAR.csv', `${[near, ...later].join('\n')}\n`);
  };
  const YEARS = 360 * 365 * 24 * HOUR;

  it('ask for --interval where the command has one, and are scored by it', async () => {
    const path = far();
    for (const flags of [[], ['--repair'], ['--interval', '1h']]) {
      const { code, out, err } = await run(['signum', path, ...flags]);
      expect([code, out]).toEqual([2, '']);
      expect(lines(err).at(-1)).toMatch(
        /^error: .*FAR\.csv.* expected times of one unit: at most 1000 steps of 3600000 ms for each bar, or --interval 4h, got /,
      );
    }
    for (const interval of ['4h', '1d']) {
      const { code, out } = await run(['signum', path, '--interval', interval, '--rows', 'all', '--format', 'csv']);
      expect([code, lines(out).length]).toEqual([0, 1 + (80 * 24 * HOUR) / (interval === '1d' ? 24 * HOUR : 4 * HOUR)]);
    }
  });

  it('are refused without a word of a flag that the command has not', async () => {
    const { code, err } = await run(['technical', far(), '--repair']);
    expect([code, err]).toEqual([2, expect.stringMatching(/at most 1000 steps of 3600000 ms for each bar, got /)]);
    expect((await run(['technical', '--help'])).out).not.toContain('--interval');
  });
});

describe('[12.9] a folder with a bad file', () => {
  it('is refused by the name of the file, or read without it with --skip-bad', async () => {
    const path = folder.path('bars');
    mkdirSync(path);
    put('bars/AAA.csv', csv(market(400, 24 * HOUR)));
    const bad = put('bars/BBB.csv', 'timestamp,open\n');
    for (const name of ['technical', 'signum']) {
      const refused = await run([name, path]);
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`error: ${bad} column "high"`)]);
      const { code, out, err } = await run([name, path, '--skip-bad', '--format', 'ndjson']);
      expect([code, lines(out).map((line) => parse(line)['symbol'])]).toEqual([0, ['AAA']]);
      expect(err).toMatch(new RegExp(`^left out ${bad} column "high": .*\n$`));
    }
  });
});

describe('the progress bar', () => {
  const slow = (): (() => number) => {
    let time = 0;
    return () => (time += 700);
  };

  it('is shown to a terminal when the work takes over a second, and taken away', async () => {
    const path = put('X.csv', csv(market(20_000, HOUR)));
    const { code, out, err } = await run(['signum', path, '--interval', '1d', '--format', 'json'], {
      isTerminal: true,
      now: slow(),
    });
    expect(code).toBe(0);
    expect(() => parse(out)).not.toThrow();
    expect(err).toContain('reading [');
    const bytes = readFileSync(path);
    const stdin = [0, 1, 2].map((third) =>
      bytes.subarray((third * bytes.length) / 3, ((third + 1) * bytes.length) / 3),
    );
    const piped = await run(['signum', '-'], { isTerminal: true, now: slow(), stdin });
    expect(piped.err).toContain(' MB');
  });

  it('is not shown for quick work, nor to a file', async () => {
    const path = put('X.csv', csv(market(20_000, HOUR)));
    const args = ['technical', path];
    expect((await run(args, { isTerminal: true })).err).toBe('');
    expect((await run(args, { now: slow() })).err).toBe('');
  });
});
