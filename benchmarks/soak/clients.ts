/** Clients of the soak test: streams that open and close, and concurrent calls, each with its waiting time. */

import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Counts and waits of all clients. */
export interface Tally {
  connects: number;
  /** Streams that were not granted, by status; 0 is a connection that broke before an answer. */
  readonly refused: Map<number, number>;
  /** Streams that ended before their client left. */
  ended: number;
  calls: number;
  readonly failed: Map<number, number>;
  /** Waits for the first byte, ms. */
  readonly connectMs: number[];
  readonly callMs: number[];
  /** Waits above a second, with their client. */
  readonly slow: string[];
}

/** Creates an empty tally. */
export function newTally(): Tally {
  return {
    connects: 0,
    refused: new Map(),
    ended: 0,
    calls: 0,
    failed: new Map(),
    connectMs: [],
    callMs: [],
    slow: [],
  };
}

const count = (map: Map<number, number>, status: number): void => void map.set(status, (map.get(status) ?? 0) + 1);
const SLOW_MS = 1000;

function waited(tally: Tally, what: string, into: number[], began: number): void {
  const ms = performance.now() - began;
  into.push(ms);
  if (ms > SLOW_MS) tally.slow.push(`${new Date().toISOString()} ${what}: ${ms.toFixed(0)} ms`);
}

/** Opens a stream, stays for a while, and leaves. */
export async function visit(url: string, key: string, stayMs: number, tally: Tally): Promise<void> {
  const began = performance.now();
  tally.connects++;
  await new Promise<void>((done) => {
    let isAnswered = false;
    const request = get(`${url}/api/v1/stream`, { headers: { 'x-api-key': key }, agent: false }, (answer) => {
      isAnswered = true;
      const status = answer.statusCode ?? 0;
      waited(tally, `stream, ${status}`, tally.connectMs, began);
      if (status !== 200) {
        count(tally.refused, status);
        answer.resume().once('end', done);
        return;
      }
      let isLeaving = false;
      answer.resume();
      answer.once('close', () => {
        if (!isLeaving) tally.ended++;
        done();
      });
      void wait(stayMs).then(() => {
        isLeaving = true;
        return request.destroy();
      });
    });
    request.once('error', () => {
      if (isAnswered) return;
      count(tally.refused, 0);
      done();
    });
  });
}

/** One call. */
export async function ask(url: string, path: string, key: string, tally: Tally): Promise<void> {
  const began = performance.now();
  tally.calls++;
  try {
    const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } });
    await answer.arrayBuffer();
    if (answer.status !== 200) count(tally.failed, answer.status);
  } catch {
    count(tally.failed, 0);
  }
  waited(tally, path, tally.callMs, began);
}
