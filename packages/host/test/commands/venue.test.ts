/** `venue`: a perp venue on loopback, for hosts without internet. */

import { describe, expect, it } from 'vitest';
import { readVenueCommand } from '../../src/commands/venue.ts';
import { run } from '../../src/run.ts';
import type { VenueState } from '../../../venue/src/http.ts';

interface Life {
  readonly ended: Promise<{ readonly code: number; readonly complaints: readonly string[] }>;
  /** Printed once it listens. */
  readonly line: Promise<string>;
  readonly stop: () => void;
}

function live(...argv: readonly string[]): Life {
  const complaints: string[] = [];
  let stop = (): void => undefined;
  let print = (_: string): void => undefined;
  const line = new Promise<string>((resolve) => (print = resolve));
  const code = run({
    argv: ['venue', ...argv],
    env: {},
    print: (text) => print(text),
    complain: (text) => complaints.push(text),
    onSignal: (_, act) => (stop = act),
  });
  return { ended: code.then((value) => ({ code: value, complaints })), line, stop: () => stop() };
}

describe('venue', () => {
  it('serves until a signal, at the speed and with the faults that it was told', async () => {
    const faults = ['--fault', '{"kind":"html_403","request":"meta","for":3600000}', '--fault={"kind":"listing"}'];
    const flags = ['--port', '0', '--coins', '2', '--from', '2024-03-01', '--speed', '60', '--seed', 'other'];
    const { line, stop, ended } = live(...flags, ...faults);
    const text = await line;
    expect(text).toMatch(
      /^Barograph venue on http:\/\/127\.0\.0\.1:\d+\/perpdex - 2 perps of seed other, replay clock at 2024-03-01T00:0/,
    );
    const url = /http:\S+/.exec(text)![0];
    const ask = async (type: string) =>
      (await fetch(`${url}/info`, { method: 'POST', body: JSON.stringify({ type }) })).status;
    expect([await ask('meta'), await ask('allMids')]).toEqual([403, 200]);
    const state = (await (await fetch(url.replace('/perpdex', '/faults'))).json()) as VenueState;
    expect(state.faults.map(({ kind, coin }) => [kind, coin])).toEqual([
      ['html_403', null],
      ['listing', 'NEW1'],
    ]);
    stop();
    expect(await ended).toEqual({ code: 0, complaints: [] });
    await expect(ask('allMids')).rejects.toThrow('fetch failed');
  });

  it.each([
    [['--port', '99999'], /^port: expected an integer within 0…65535, got "99999" \(--port\)$/],
    [['--coins', '0'], /^coins: expected an integer within 1…1000, got "0"/],
    [['--speed', '5'], /^speed: expected together with from$/],
    [
      ['--from', '2020-01-01'],
      /^from: expected a moment after 2024-01-01T00:00:00.000Z, where the simulator starts, got 2020/,
    ],
    [['--from', 'soon'], /^from: expected epoch ms/],
    [['--weight-clock', 'sun'], /^weight-clock: expected machine or venue, got "sun"/],
    [['--data', 'x'], /^venue: unknown flag --data; --help lists them$/],
    [['--seed'], /^seed: expected a value after --seed$/],
    [['--fault', '{'], /^fault: expected JSON, got "\{"/],
    [['--fault', '{"kind":"flood"}'], /^fault: kind: expected one of .*disconnect, /],
    [
      ['--fault', '{"kind":"delisting","coin":"NONE"}', '--coins', '1'],
      /^fault: coin: expected a perp that trades, got "NONE"/,
    ],
  ])('%j is exit code 2 and one line', async (argv, message) => {
    expect(await live(...(argv[0] === '--port' ? [] : ['--port', '0']), ...argv).ended).toEqual({
      code: 2,
      complaints: [expect.stringMatching(message)],
    });
  });

  it('refuses a port that is taken', async () => {
    const { line, stop, ended } = live('--port', '0', '--coins', '1', '--from', '2024-02-01');
    const port = /:(\d+)\//.exec(await line)![1]!;
    expect((await live('--port', port).ended).complaints).toEqual([expect.stringMatching(/^port: cannot listen on/)]);
    stop();
    await ended;
  });

  it('is in the help, and reads its defaults', async () => {
    const printed: string[] = [];
    const io = { env: {}, print: (text: string) => printed.push(text), complain: () => 0, onSignal: () => undefined };
    expect(await run({ argv: ['venue', '--help'], ...io })).toBe(0);
    expect(printed[0]).toContain('venue [--host ADDRESS]');
    expect(readVenueCommand([])).toMatchObject({ ok: true, value: { port: 8790, speed: 1, coins: 29, faults: [] } });
  });
});
