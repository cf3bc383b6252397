/**
 * Many clients of a stream in one process. Each resumes after its last event when its connection ends. They time events by the
 * clock of the machine, and count those that come twice, and gaps between ids: the log has none, a filter leaves some.
 */

import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { tell } from '../http/process.ts';

/** The prefix of keys, their first number, and streams that share a key. */
const [url = '', prefix = 'k', first = '0', each = '1'] = process.argv.slice(2);
const { hostname, port, pathname, search } = new URL(url);
/** Connections that are opened at a time, and the longest pause before the next attempt of a client. */
const AT_ONCE = 50;
const PAUSE_MS = 1000;
const EVENT = 'id: ';
const MOMENT = '"ts":';
/** Buckets of a ms; what is later is in the last one. */
const BUCKETS = 20_001;

/** Counts of all clients since the last reset. */
const counts = { messages: 0, missed: 0, doubled: 0, ended: 0, refused: 0, cut: 0 };
let latencies = new Uint32Array(BUCKETS);

interface Client {
  readonly key: string;
  lastId: number;
  socket: Socket | undefined;
  isOpen: boolean;
}
const clients: Client[] = [];

function take(client: Client, id: number, moment: number): void {
  if (client.lastId > 0) {
    if (id <= client.lastId) counts.doubled++;
    else counts.missed += id - client.lastId - 1;
  }
  client.lastId = Math.max(id, client.lastId);
  counts.messages++;
  const late = Math.max(0, Math.round(performance.timeOrigin + performance.now() - moment));
  latencies[Math.min(late, BUCKETS - 1)]!++;
}

/** Reads the whole messages of a text. @returns what is left. */
function read(client: Client, text: string): string {
  const end = text.lastIndexOf('\n\n') + 2;
  if (end === 1) return text;
  for (let at = text.indexOf(EVENT); at !== -1 && at < end; at = text.indexOf(EVENT, at + EVENT.length)) {
    const moment = text.indexOf(MOMENT, at) + MOMENT.length;
    take(client, Number.parseInt(text.slice(at + EVENT.length, at + 24), 10), Number(text.slice(moment, moment + 13)));
  }
  if (text.includes('event: lagged')) counts.cut++;
  return text.slice(end);
}

/** One connection of a client. @returns whether it was granted; it goes on after that. */
async function attempt(client: Client): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const resume = client.lastId > 0 ? `last-event-id: ${client.lastId}\r\n` : '';
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\nx-api-key: ${client.key}\r\n${resume}\r\n`);
    client.socket = socket;
    let left = '';
    let isAnswered = false;
    socket.on('data', (chunk: Buffer) => {
      if (!isAnswered) {
        isAnswered = true;
        client.isOpen = chunk.toString('latin1', 9, 12) === '200';
        if (!client.isOpen) {
          counts.refused++;
          socket.destroy();
        }
        resolve(client.isOpen);
      }
      if (!client.isOpen) return;
      const text = left + chunk.toString('latin1');
      // The head has an id of its own.
      const head = left === '' && text.startsWith('HTTP/') ? text.indexOf('\r\n\r\n') + 4 : 0;
      left = read(client, text.slice(head));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(false);
      if (!client.isOpen) return;
      client.isOpen = false;
      counts.ended++;
      void keepOpening(client);
    });
  });
}

/** Attempts that may begin, and clients that wait for one. */
let free = AT_ONCE;
const waiting: (() => void)[] = [];
async function keepOpening(client: Client): Promise<void> {
  for (;;) {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    const isGranted = await attempt(client);
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
    if (isGranted) return;
    await wait(Math.random() * PAUSE_MS);
  }
}

const openNow = (): number => clients.reduce((sum, { isOpen }) => sum + Number(isOpen), 0);

tell({ url }, async (asked) => {
  if (asked['open'] !== undefined) {
    const added = Array.from({ length: Number(asked['open']) }, (_, i): Client => {
      const key = `${prefix}${Number(first) + Math.floor((clients.length + i) / Number(each))}`;
      return { key, lastId: 0, socket: undefined, isOpen: false };
    });
    clients.push(...added);
    await Promise.all(added.map(keepOpening));
  }
  if (asked['reset'] === true) {
    latencies = new Uint32Array(BUCKETS);
    for (const name of Object.keys(counts)) counts[name as keyof typeof counts] = 0;
  }
  if (asked['drop'] === true) for (const { socket } of clients) socket?.destroy();
  if (asked['reads'] !== undefined) {
    for (const { socket } of clients) {
      if (asked['reads'] === true) socket?.resume();
      else socket?.pause();
    }
  }
  const late = [...latencies.entries()].filter(([, count]) => count > 0);
  const lastIds = clients.map(({ lastId }) => lastId);
  return { ...counts, open: openNow(), late, least: Math.min(...lastIds), most: Math.max(...lastIds) };
});
process.once('SIGTERM', () => process.exit());
