/** A port for a server that cannot choose its own. */

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** @returns a port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
