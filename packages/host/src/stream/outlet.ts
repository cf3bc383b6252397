/** Output of a stream: the object that it writes to. */

import type { ServerResponse } from 'node:http';

/** The subset of `Writable` that a stream uses. */
export interface Outlet {
  readonly destroyed: boolean;
  /** @returns false when the next write should wait for `drain`. */
  write(bytes: Buffer): boolean;
  end(farewell?: Buffer): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'error' | 'close', listener: () => void): unknown;
}

/**
 * Writes directly to the connection of a response whose head is sent and whose body is not chunked: the response would
 * add nothing to a frame. Its own `write` corks the connection and uncorks it in a separate tick, which costs more than
 * the write (`benchmarks/sse.bench.ts`). End and errors remain those of the response.
 */
export function outletOf(response: ServerResponse): Outlet {
  const { socket } = response;
  // A response queued behind another answer of the connection buffers its writes until then.
  if (socket === null || response.chunkedEncoding) return response;
  return {
    get destroyed() {
      return response.destroyed;
    },
    write: (bytes) => socket.write(bytes),
    end: (farewell) => (farewell === undefined ? response.end() : response.end(farewell)),
    destroy: () => response.destroy(),
    // A response emits `drain` for its own writes only.
    on: (event, listener) => (event === 'drain' ? socket : response).on(event, listener),
  };
}
