/** TCP proxy between a replica and a server, which can be slow, silent or cut. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** State of a way; `silent` keeps connections open and carries nothing, `slow` delays each piece. */
export type Weather = 'clear' | 'slow' | 'silent' | 'cut';

/** Proxy. */
export interface Proxy {
  readonly port: number;
  set(weather: Weather): void;
  close(): Promise<void>;
}

const SLOW_MS = 300;

/** Carries bytes one way, in order, as the weather allows; resumes what waits when it clears. */
function carry(from: Socket, to: Socket, weather: () => Weather): () => void {
  let isSlow = false;
  const later = (): void => {
    isSlow = false;
    from.resume();
  };
  from.on('data', (bytes: Buffer) => {
    const now = weather();
    if (now === 'cut') return;
    if (now === 'clear' && to.write(bytes)) return;
    from.pause();
    if (now === 'silent') {
      from.unshift(bytes);
      return;
    }
    if (now === 'clear') return void to.once('drain', later);
    isSlow = true;
    setTimeout(() => {
      to.write(bytes);
      later();
    }, SLOW_MS);
  });
  from.on('end', () => to.end());
  return () => {
    if (!isSlow && !to.writableNeedDrain) from.resume();
  };
}

/** @param target port on this machine, asked before each connection: a server may come back elsewhere. */
export async function startProxy(target: () => number): Promise<Proxy> {
  let weather: Weather = 'clear';
  const ways = new Set<{ readonly sockets: readonly Socket[]; readonly resume: () => void }>();
  const server = createServer({ noDelay: true }, (incoming) => {
    if (weather === 'cut') return void incoming.destroy();
    const outgoing = connect({ port: target(), host: '127.0.0.1', noDelay: true });
    const resumed = [carry(incoming, outgoing, () => weather), carry(outgoing, incoming, () => weather)];
    const way = { sockets: [incoming, outgoing], resume: () => resumed.forEach((resume) => resume()) };
    ways.add(way);
    for (const socket of way.sockets) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        ways.delete(way);
        for (const other of way.sockets) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = (): void => ways.forEach(({ sockets }) => sockets.forEach((socket) => socket.destroy()));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      weather = next;
      if (next === 'cut') destroyAll();
      else if (next !== 'silent') ways.forEach(({ resume }) => resume());
    },
    close: async () => {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
