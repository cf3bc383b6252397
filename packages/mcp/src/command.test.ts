import { describe, expect, it } from 'vitest';
import { offerFor, readCommand } from './command.ts';

describe('the flags', () => {
  it('ask for a host or a folder', () => {
    expect(readCommand(['--url', 'http://h:1', '--key=k=1'], 'other')).toEqual({
      kind: 'url',
      url: 'http://h:1',
      key: 'k=1',
      list: 'compact',
    });
    expect(readCommand(['--url=https://h'], 'k')).toEqual({ kind: 'url', url: 'https://h', key: 'k', list: 'compact' });
    expect(readCommand(['--url', 'https://h', '--tools', 'all'], 'k')).toMatchObject({ list: 'all' });
    expect(readCommand(['--data', 'bars'], 'k')).toEqual({ kind: 'data', folder: 'bars' });
    expect([readCommand(['-h'], undefined).kind, readCommand(['--version'], undefined).kind]).toEqual([
      'help',
      'version',
    ]);
  });

  it.each([
    [[], 'expected one of --url and --data'],
    [['--url', 'http://h', '--data', 'x'], 'expected one of --url and --data'],
    [['--port', '1'], 'expected --url, --key, --tools or --data, got --port'],
    [['--url'], '--url: expected a value, got none'],
    [['--url', 'h'], '--url: expected http:// or https://, got h'],
    [['--data', 'x', '--key', 'k'], '--key: only with --url'],
    [['--url', 'http://h', '--tools', 'few'], '--tools: expected compact or all, got few'],
  ])('%j are refused', (argv, problem) => {
    expect(readCommand(argv, undefined)).toEqual({ kind: 'wrong', problem });
  });
});

describe('an offer', () => {
  it('of a host has tools whose schemas name every parameter', () => {
    const { tools } = offerFor({ kind: 'url', url: 'http://h', key: undefined, list: 'all' }, '1');
    const signum = tools.find(({ name }) => name === 'indicators_signum')!;
    expect(Object.keys(signum.inputSchema.properties)).toEqual([
      'color',
      'source',
      'min_days',
      'max_days',
      'sort',
      'order',
      'limit',
      'offset',
    ]);
    expect(signum.inputSchema.properties['color']).toMatchObject({ enum: ['red', 'grey', 'green'] });
    expect(signum.description).toMatch(/hysteresis.* Needs any key\.$/);
    expect(
      JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).length,
    ).toBeLessThan(120_000);
  });
});
