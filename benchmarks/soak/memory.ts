/**
 * Memory of a process: heaps of its threads, as each reports after a collection, and resident pages by kind of
 * mapping (Linux). Such a thread runs {@link threadEntry} around its own file.
 */

import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel } from 'node:worker_threads';

/** Memory of one thread, bytes. */
export interface ThreadMemory {
  /** Objects of its heap. */
  readonly used: number;
  /** Pages of its heap that are in memory. */
  readonly held: number;
  /** Buffers, columns and WebAssembly memories. */
  readonly outside: number;
}

/** Resident memory by kind of mapping, bytes. */
export interface Resident {
  readonly total: number;
  /** Files: the binary, native modules. */
  readonly files: number;
  /** The heap of `malloc` of the first thread. */
  readonly malloc: number;
  /** Arenas of `malloc` that other threads have. */
  readonly arenas: number;
  /** Other pages: heaps of V8, its code, large buffers, stacks. */
  readonly anonymous: number;
}

/** Channel of memory requests to threads. */
const CHANNEL = 'barograph-memory';

/** Module that reports the memory of its thread and otherwise runs the given module. */
export const threadEntry = (entry: URL): URL => {
  const source = `
    import { memoryUsage } from 'node:process';
    import { getHeapStatistics, setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm';
    import { BroadcastChannel } from 'node:worker_threads';
    import ${JSON.stringify(entry.href)};
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc');
    const channel = new BroadcastChannel(${JSON.stringify(CHANNEL)});
    channel.onmessage = ({ data }) => {
      if (data !== 'ask') return;
      gc();
      gc();
      const { used_heap_size: used, total_physical_size: held } = getHeapStatistics();
      const { external } = memoryUsage();
      channel.postMessage({ used, held, outside: external });
    };
    channel.unref();`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
};

/** Memory of this thread, without a collection. */
export function ownMemory(): ThreadMemory {
  const { used_heap_size: used, total_physical_size: physical } = getHeapStatistics();
  return { used, held: physical, outside: process.memoryUsage().external };
}

/** Memory of each of some threads after a collection. */
export async function memoryOfThreads(count: number): Promise<readonly ThreadMemory[]> {
  const channel = new BroadcastChannel(CHANNEL);
  const answers: ThreadMemory[] = [];
  await new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a channel of threads, whose types have no other way
    channel.onmessage = (event) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent by the module above
      answers.push((event as { readonly data: ThreadMemory }).data);
      if (answers.length === count) resolve();
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of threads, which has no origin
    channel.postMessage('ask');
  });
  channel.close();
  return answers;
}

/** Arenas of glibc begin at multiples of it. */
const ARENA = 64 * 2 ** 20;

/** Resident memory of this process by kind. */
export function resident(): Resident {
  const sizes = { total: 0, files: 0, malloc: 0, arenas: 0, anonymous: 0 };
  let kind: keyof Resident = 'anonymous';
  for (const line of readFileSync('/proc/self/smaps', 'latin1').split('\n')) {
    const head = /^([0-9a-f]+)-[0-9a-f]+ \S+ \S+ \S+ (\d+)\s*(.*)$/.exec(line);
    if (head !== null) {
      const [, from, inode, name] = head;
      if (name === '[heap]') kind = 'malloc';
      else if (inode !== '0') kind = 'files';
      else kind = Number(BigInt(`0x${from!}`) % BigInt(ARENA)) === 0 ? 'arenas' : 'anonymous';
      continue;
    }
    const size = /^Rss:\s+(\d+) kB/.exec(line);
    if (size === null) continue;
    sizes[kind] += Number(size[1]) * 1024;
    sizes.total += Number(size[1]) * 1024;
  }
  return sizes;
}
