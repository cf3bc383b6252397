/** The loopback venue as a process of its own, as an operator runs it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { built } from '../packages/store/test/built.ts';
import { ROOT } from './workspace.ts';

/** Weight that an address has spent. */
export interface Spent {
  readonly total: number;
  readonly mostInMinute: number;
  readonly requests: number;
  readonly refused: number;
}

/** A venue. */
export interface VenueProcess {
  /** Base of its requests. */
  readonly url: string;
  readonly port: number;
  /** Weight of all hosts: they share an address. */
  spent(): Promise<Spent>;
  /** Open streams. */
  sockets(): Promise<number>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

/** @param flags those of `venue`. @param port a free one when 0. @param environment added to that of this process. */
export async function startVenue(
  flags: readonly string[],
  port: number = 0,
  environment: Readonly<Record<string, string>> = {},
): Promise<VenueProcess> {
  const args = [built('packages/host/dist/main.js'), 'venue', '--port', String(port), ...flags];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise<string>((listening, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const found = /on (http:\/\/\S+\/perpdex)/.exec(printed);
        if (found !== null) listening(found[1]!);
      });
    }
    child.once('exit', (code) => failed(new Error(`the venue ended with ${code}: ${printed}`)));
  });
  const ended = once(child, 'exit');
  const json = async (path: string): Promise<unknown> => (await fetch(url.replace('/perpdex', path))).json();
  return {
    url,
    port: Number(new URL(url).port),
    spent: async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the venue's own form
      const { weight } = (await json('/perpdex/weight')) as { readonly weight: readonly Spent[] };
      if (weight.length !== 1) throw new Error(`expected one address, got ${weight.length}`);
      return weight[0]!;
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the venue's own form
    sockets: async () => ((await json('/faults')) as { readonly sockets: number }).sockets,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
