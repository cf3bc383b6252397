/** Keyed calls through a balancer. Each is timed; an answer that is not 200 and a connection that breaks are errors, and the load goes on. */

import { Agent, get } from 'node:http';
import { tell } from '../http/process.ts';

const [url = '', prefix = '', keys = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const TIMEOUT_MS = 10_000;

/** A call: its moment and duration, ms, and what came instead of a 200. */
export interface Visit {
  readonly at: number;
  readonly ms: number;
  readonly error?: string;
}

let turn = 0;

async function visit(): Promise<Visit> {
  const at = Date.now();
  const began = performance.now();
  const error = await new Promise<string | undefined>((resolve) => {
    const headers = { 'x-api-key': `${prefix}${turn++ % Number(keys)}` };
    get(url, { headers, agent, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200 ? undefined : String(answer.statusCode)));
      answer.once('error', () => resolve('cut'));
    })
      .once('timeout', function timedOut(this: { destroy: () => void }) {
        this.destroy();
      })
      .once('error', (broken: NodeJS.ErrnoException) => resolve(broken.code ?? broken.message));
  });
  return { at, ms: performance.now() - began, ...(error === undefined ? {} : { error }) };
}

tell({ url }, async ({ connections, perSecond, seconds }) => {
  const [began, visits] = [performance.now(), [] as Visit[]];
  const isOver = (): boolean => performance.now() - began > Number(seconds) * 1000;
  if (connections !== undefined) {
    const loop = async (): Promise<void> => {
      while (!isOver()) visits.push(await visit());
    };
    await Promise.all(Array.from({ length: Number(connections) }, loop));
    return visits;
  }
  // At a rate, whatever becomes of those before: a slow server gets no fewer calls.
  const open: Promise<unknown>[] = [];
  const due = (): number => Math.floor(((performance.now() - began) / 1000) * Number(perSecond));
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      while (open.length < due()) open.push(visit().then((one) => visits.push(one)));
      if (!isOver()) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await Promise.all(open);
  return visits;
});
process.once('SIGTERM', () => process.exit());
