/** Servers as processes of their own, which tell what processor time they used. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';

/** A server that listens on loopback. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Fields that it printed beside its address. */
  readonly said: Readonly<Record<string, unknown>>;
  /** Processor time so far, in microseconds. */
  cpu(): Promise<number>;
  /** Has it do something. @returns its answer. */
  ask(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** In the server: says where it listens, and answers for its processor time, and to what else it is asked. */
export function tell(
  said: Readonly<Record<string, unknown>> & { readonly url: string },
  answer: (message: Readonly<Record<string, unknown>>) => Promise<unknown> = async () => null,
): void {
  process.on('message', (message: 'cpu' | Readonly<Record<string, unknown>>) => {
    if (message !== 'cpu') {
      void answer(message).then((result) => process.send?.({ result }));
      return;
    }
    const { user, system } = process.cpuUsage();
    process.send?.({ result: user + system });
  });
  // A run that was killed leaves nobody behind.
  process.once('disconnect', () => process.exit());
  process.send?.(said);
}

/** Starts a TypeScript file that calls {@link tell}. */
export async function start(file: string, ...args: readonly string[]): Promise<Running> {
  const flags = ['--import', 'tsx', ...(process.env['PROFILE'] === file ? ['--cpu-prof'] : [])];
  const child = spawn(process.execPath, [...flags, `benchmarks/${file}`, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`)));
  ended.catch(() => {});
  const next = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return message;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `tell` sends first
  const said = (await next()) as { url: string };
  const ask = async (message: object | 'cpu'): Promise<unknown> => {
    child.send(message);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `tell` answers
    return ((await next()) as { result: unknown }).result;
  };
  return {
    url: said.url,
    pid: child.pid!,
    said,
    ask,
    cpu: async () => Number(await ask('cpu')),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** One answer as it came, packed or not. */
export async function get(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end();
  });
}
