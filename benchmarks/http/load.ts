/**
 * Bounded load of one repeated request over keep-alive connections. It knows the length of the answer and only counts bytes,
 * so that the client is not the bottleneck.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Requests, and the expected answers. */
export interface Load {
  readonly url: string;
  readonly path: string;
  /** Headers of the requests; they are sent in turn. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly status: number;
  /** Status that is neither counted nor a failure, for an overloaded machine. */
  readonly passedOver?: number;
  readonly connections: number;
  /** Ends after a time or a number of answers; comparisons per call need equal numbers. */
  readonly until: { readonly ms: number } | { readonly answers: number };
  /** Whether the client sleeps between answers. @default false */
  readonly sleeps?: boolean;
}

interface Outcome {
  readonly answers: number;
  readonly perSecond: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Length of an answer with a complete head. */
function lengthOf(chunk: Buffer): number | undefined {
  const end = chunk.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, end))?.[1];
  return end + END_OF_HEAD.length + Number(length ?? 0);
}

/** Sends requests over one connection while `goesOn`. @returns the number of answers. */
async function ask(
  socket: Socket,
  next: () => Buffer,
  { status, passedOver }: Pick<Load, 'status' | 'passedOver'>,
  goesOn: () => boolean,
): Promise<number> {
  const [start, over] = [status, passedOver ?? status].map((code) => Buffer.from(`HTTP/1.1 ${code} `));
  const begins = (chunk: Buffer, line: Buffer): boolean => chunk.compare(line, 0, line.length, 0, line.length) === 0;
  let isCounted = true;
  let answers = 0;
  let open = 0;
  const send = (): void => void socket.write(next());
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`after ${answers} answers: ${why}`));
    socket.on('error', reject).on('close', () => fail('the connection was closed'));
    socket.on('data', (chunk: Buffer) => {
      if (open === 0) {
        isCounted = begins(chunk, start!);
        if (!isCounted && !begins(chunk, over!)) return fail(chunk.toString('latin1', 0, 400));
        const length = lengthOf(chunk);
        if (length === undefined) return fail('a head came in pieces');
        open = length;
      }
      open -= chunk.length;
      if (open > 0) return;
      if (open < 0) return fail('more came than was asked for');
      answers += Number(isCounted);
      if (goesOn()) return send();
      socket.removeAllListeners('close');
      socket.destroy();
      resolve(answers);
    });
    send();
  });
}

/** Runs a load. @throws when an answer differs from the expected one. */
export async function run({
  url,
  path,
  headers,
  connections,
  until,
  sleeps = false,
  ...expected
}: Load): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const requests = headers.map((each) => {
    const lines = Object.entries({ host: hostname, ...each }).map(([name, value]) => `${name}: ${value}`);
    return Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  });
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  await Promise.all(sockets.map(async (socket) => once(socket, 'connect')));
  // A client that sleeps has to be woken by each answer, at the server's cost, and only the slower server's client sleeps.
  let spinning: NodeJS.Immediate | undefined;
  const spin = (): void => void (spinning = setImmediate(spin));
  if (!sleeps) spin();
  let turn = 0;
  const next = (): Buffer => requests[turn++ % requests.length]!;
  const began = performance.now();
  const goesOn = 'ms' in until ? () => performance.now() < began + until.ms : () => turn < until.answers;
  const counts = await Promise.all(sockets.map(async (socket) => ask(socket, next, expected, goesOn)));
  clearImmediate(spinning);
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return { answers, perSecond: (1000 * answers) / (performance.now() - began) };
}
