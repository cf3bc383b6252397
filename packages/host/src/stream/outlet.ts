/** A stream's way out: what a client of the stream writes to. */

import type { ServerResponse } from 'node:http';

/** As much of a `Writable` as a stream uses. */
export interface Outlet {
  readonly destroyed: boolean;
  /** @returns false when the next write should wait for `drain`. */
  write(bytes: Buffer): boolean;
  end(farewell?: Buffer): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'error' | 'close', listener: () => void): unknown;
}

/**
 * Writes straight to the connection of a response whose head was sent and whose body is not chunked: there is nothing
 * left that the response would add to a frame. Its own `write` corks the connection and uncorks it in a tick of its
 * own, which is more work than the write (`benchmarks/sse.bench.ts`). Ends and errors stay those of the response.
 */
export function outletOf(response: ServerResponse): Outlet {
  const { socket } = response;
  // It waits behind an answer of the same connection, and keeps what is written until then.
  if (socket === null || response.chunkedEncoding) return response;
  return {
    get destroyed() {
      return response.destroyed;
    },
    write: (bytes) => socket.write(bytes),
    end: (farewell) => (farewell === undefined ? response.end() : response.end(farewell)),
    destroy: () => response.destroy(),
    // `drain` of a response tells of its own writes only.
    on: (event, listener) => (event === 'drain' ? socket : response).on(event, listener),
  };
}
