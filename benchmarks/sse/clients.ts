/** Many clients of one stream in one process. They count message ends and report when all have arrived. */

import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { tell } from '../http/process.ts';

/** The prefix of keys, their first number, and streams that share a key. */
const [url = '', count = '0', prefix = 'k', first = '0', each = '1'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const END = Buffer.from('}\n\n');

let messages = 0;
let expected = 0;
let done = (): void => {};

/** Message ends in a chunk, including an end that is split between two chunks. */
function endsIn(chunk: Buffer, before: Buffer): number {
  let found = 0;
  for (let at = chunk.indexOf(END); at !== -1; at = chunk.indexOf(END, at + END.length)) found++;
  const seam = Buffer.concat([before.subarray(-2), chunk.subarray(0, 2)]);
  return found + Number(before.length > 0 && seam.includes(END));
}

/** Attempts of a stream: a machine with too much else to do answers some by 503. */
const TRIES = 20;

async function open(i: number, tries = TRIES): Promise<void> {
  const status = await attempt(i);
  if (status === '200') return;
  if (status !== '503' || tries === 1) throw new Error(`stream ${i} expected 200, got ${status}`);
  await wait(500);
  return open(i, tries - 1);
}

/** @returns the status of the answer; the stream stays open when it is 200. */
async function attempt(i: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nhost: x\r\nx-api-key: ${prefix}${Number(first) + Math.floor(i / Number(each))}\r\n\r\n`,
      ),
    );
    let before: Buffer = Buffer.alloc(0);
    socket.on('error', reject).once('data', (chunk: Buffer) => {
      const status = chunk.toString('latin1', 9, 12);
      resolve(status);
      if (status !== '200') socket.removeAllListeners('data').destroy();
    });
    socket.on('data', (chunk: Buffer) => {
      messages += endsIn(chunk, before);
      before = chunk;
      if (messages >= expected) done();
    });
  });
}

for (let i = 0; i < Number(count); i += 100) {
  await Promise.all(Array.from({ length: Math.min(100, Number(count) - i) }, async (_, k) => open(i + k)));
}
tell({ url }, async ({ more }) => {
  const all = new Promise<void>((resolve) => (done = resolve));
  expected = messages + Number(more);
  const began = performance.now();
  await all;
  done = () => {};
  return { ms: performance.now() - began, over: messages - expected };
});
