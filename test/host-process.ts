/** A host as a separate process, as an operator runs it. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { built } from '../packages/store/test/built.ts';
import { ROOT } from './workspace.ts';

export interface HostProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Output before it listened: banner and, at the first embedded start, the development key. */
  readonly printed: string;
  /** Log so far, a JSON object per line. */
  readonly logged: string;
  /** Stops the host gracefully. @returns the exit code. */
  stop(): Promise<number>;
  /** Kills the host, like a power cut. */
  kill(): Promise<void>;
}

/** Arguments of Node, and its working directory. */
export interface Program {
  readonly folder: string;
  readonly args: readonly string[];
}

/** The built host. */
export const BUILT: Program = { folder: ROOT, args: [built('packages/host/dist/main.js')] };

/**
 * Starts a host.
 *
 * @param flags host flags; `--port 0` is added.
 * @param isWarm also waits for the first rows.
 */
export async function startHost(
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  { folder, args }: Program = BUILT,
  isWarm: boolean = true,
): Promise<HostProcess> {
  const child = spawn(process.execPath, [...args, '--port', '0', '--log-level', 'error', ...flags], {
    cwd: folder,
    // Test variables must go: a host warns of unknown ones.
    env: { ...process.env, BAROGRAPH_FULL: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const url = await new Promise<string>((listening, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /on (http:\/\/\S+:\d+)/.exec(printed);
      if (found !== null) listening(found[1]!);
    });
    child.once('exit', (code) => failed(new Error(`the host ended with ${code}: ${printed}${complaints}`)));
  });
  if (isWarm) while (await isWarming(url)) await setTimeout(50);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return {
    url,
    child,
    get printed() {
      return printed;
    },
    get logged() {
      return complaints;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0] ?? -1;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Whether the first rows are still missing. */
export async function isWarming(url: string): Promise<boolean> {
  const { body } = await call(`${url}/api/v1/health`);
  return !(typeof body === 'object' && body !== null && 'status' in body && body.status !== 'warming');
}

/** Flags of a host without a nowcast, whose first refresh would take longer than all the rest of a start. */
export const NO_MODEL: readonly string[] = ['--models', 'none'];

/** Flags of a host that does not follow accounts of the simulator either, which is a third of its start. */
export const NO_ACCOUNTS: readonly string[] = [...NO_MODEL, '--positioning', 'off'];

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends one request; a JSON body is parsed. */
export async function call(url: string, key?: string, init: RequestInit = {}): Promise<Reply> {
  const headers = { ...(key === undefined ? {} : { 'x-api-key': key }), ...(init.headers as Record<string, string>) };
  const answer = await fetch(url, { ...init, headers });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
}
