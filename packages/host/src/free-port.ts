/** Checks the port before anything is opened, so that a busy port is reported at once. */

import { err, ok, type Result } from '@barograph/core';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @returns one line with the reason when the port cannot be listened on. Port 0 is always free. */
export async function checkPort(host: string, port: number): Promise<Result<void, string>> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return ok(undefined);
  } catch (error) {
    return err(`port: cannot listen on ${host}:${port}: ${String(error)}`);
  }
}
