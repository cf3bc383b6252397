/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, HOUR, market, parse, run, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

describe('the command line', () => {
  it('tells its version and its help', async () => {
    expect(await run(['--version'])).toStrictEqual({ code: 0, out: '1.2.3\n', err: '' });
    const help = await run(['signum', '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const text of ['--rows', '--format', '--interval', '--config', '--out', '--repair', 'Examples:']) {
      expect(help.out).toContain(text);
    }
  });

  it.each<[string[], RegExp]>([
    [['signum', 'X.csv', '--formt', 'csv'], /^error: unknown option '--formt'\n$/],
    [['signum', 'X.csv', '--format', 'xml'], /^error: option '--format <format>' argument 'xml' is invalid.*\n$/],
    [['signum', 'X.csv', '--interval', '2h'], /^error: option '--interval <interval>' argument '2h' is invalid.*\n$/],
    [['signum'], /^error: missing required argument 'file'\n$/],
    [['signum', 'a', 'b'], /^error: too many arguments.*\n$/],
    [['signal', 'X.csv'], /^error: unknown command 'signal'\n$/],
  ])('%j is code 2 and one line', async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toMatch(message);
  });
});

describe('the progress bar', () => {
  const slow = (): (() => number) => {
    let time = 0;
    return () => (time += 700);
  };

  it('is shown to a terminal when the work takes over a second, and taken away', async () => {
    const path = put('X.csv', csv(market(20_000, HOUR)));
    const { code, out, err } = await run(['signum', path, '--format', 'json'], { isTerminal: true, now: slow() });
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
    expect((await run(['signum', path], { isTerminal: true })).err).toBe('');
    expect((await run(['signum', path], { now: slow() })).err).toBe('');
  });
});
