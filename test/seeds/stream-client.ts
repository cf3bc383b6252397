/** Clients of the stream: they read from one replica after another, and resume behind the last event that they received. */

import { openClient } from '../../packages/host/src/stream/client.ts';
import type { Hub } from '../../packages/host/src/stream/hub.ts';
import { EVERYTHING } from '../../packages/host/test/stream/samples.ts';
import { clockOf } from './clocks.ts';
import type { Process, World } from './parts.ts';

/** A replica that streams. */
interface Streaming {
  readonly process: Process;
  readonly hub: Hub;
}

/** Events that a client received. */
export interface StreamClient {
  readonly name: string;
  readonly ids: readonly number[];
  readonly gaps: readonly string[];
}

const CONNECTION_MS = 60;

/** A connection from a client to a replica. */
interface Connection {
  isOpen: boolean;
  /** Tells the replica that the client has gone. */
  onClose: () => void;
}

/** A client that reads for as long as the world lasts. @param living replicas that can be read from. */
export function streamClient(world: World, name: string, living: () => readonly Streaming[]): StreamClient {
  const { random } = world;
  const self: Process = { name, isAlive: true, pausedUntil: 0 };
  const ids: number[] = [];
  const gaps: string[] = [];
  const receive = (text: string): void => {
    for (const [, id] of text.matchAll(/^id: (\d+)$/gm)) ids.push(Number(id));
    for (const [, kind] of text.matchAll(/^event: (\w+)$/gm)) gaps.push(kind!);
  };
  const connect = (): void => {
    const from = random.pick([...living(), undefined]);
    if (from === undefined) return void world.at(world.now() + 1000, self, '', connect);
    const connection: Connection = { isOpen: true, onClose: () => undefined };
    const afterId = ids.at(-1) ?? 0;
    world.at(
      world.now() + random.wait(CONNECTION_MS),
      from.process,
      `opens the stream of ${name} after ${afterId}`,
      () => {
        if (connection.isOpen) open(from, connection, afterId);
      },
    );
    watch(from, connection);
  };
  /** Leaves a connection that is cut, or whose replica has died. */
  const watch = (from: Streaming, connection: Connection): void => {
    world.at(world.now() + 5000, self, '', () => {
      const isCut = !from.process.isAlive || world.goesWrong(0.02, () => `the connection of ${name} is cut`);
      if (connection.isOpen && !isCut) return watch(from, connection);
      connection.isOpen = false;
      connection.onClose();
      connect();
    });
  };
  const open = ({ process, hub }: Streaming, connection: Connection, afterId: number): void => {
    const listeners = new Map<string, () => void>();
    let arrival = 0;
    const later = (ms: number, event: 'close' | 'drain'): void =>
      void world.at(world.now() + ms, process, '', () => listeners.get(event)?.());
    const close = (): void => {
      connection.isOpen = false;
      later(1, 'close');
    };
    connection.onClose = () => later(random.wait(20_000), 'close');
    const write = (bytes: Buffer): boolean => {
      // A connection keeps the order of its bytes; what is on its way when it ends is lost.
      arrival = Math.max(arrival + 1, world.now() + random.wait(CONNECTION_MS));
      world.at(arrival, self, '', () => void (connection.isOpen && receive(bytes.toString())));
      if (random.share() > 0.1) return true;
      later(random.wait(5000), 'drain');
      return false;
    };
    const on = (event: string, listener: () => void): unknown => listeners.set(event, listener);
    const to = { destroyed: false, write, end: close, destroy: close, on };
    const wall = clockOf(world);
    openClient({ hub, to, query: EVERYTHING, afterId, wall, onPing: async () => true, onClose: () => undefined });
  };
  world.at(world.now() + random.wait(20_000), self, '', connect);
  return { name, ids, gaps };
}

/** Every event of the log, once and in order. @param lastId every client should have received it. */
export function expectStream(world: World, { name, ids, gaps }: StreamClient, lastId: number): void {
  if (gaps.length > 0) world.violate(name, `was sent ${gaps.join()} although nothing was pruned`);
  for (let i = 0; i < Math.max(ids.length, lastId); i++) {
    if (ids[i] !== i + 1)
      return world.violate(name, `expected event ${i + 1} of ${lastId}, got ${ids[i] ?? 'nothing'}`);
  }
}
