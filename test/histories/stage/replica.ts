/** A replica: the built host as a process, at a fixed port, that can be killed, stopped and started again. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Build } from './versions.ts';

/** Parts of a replica. */
export interface ReplicaParts {
  readonly name: string;
  readonly port: number;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Folder of the run. */
  readonly folder: string;
  /** Build of the next start. */
  readonly build: () => Build;
  /** Start of the run on the monotonic clock of the machine, ms. */
  readonly began: number;
}

/** A replica. */
export interface Replica {
  readonly name: string;
  readonly url: string;
  /** Name of the build that it runs. */
  readonly version: () => string;
  /** Its log so far. */
  readonly logged: () => string;
  start(): void;
  /** Whether it answers as a host that serves. */
  serves(): Promise<boolean>;
  kill(): Promise<void>;
  /** Asks it to end, as an upgrade does. @throws {Error} when it has not ended after a minute. */
  end(): Promise<void>;
  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Moves its wall clock. @param ahead ms before the machine's. */
  step(ahead: number): void;
  /** Ends that nobody asked for, after it had served: a code or a signal, and the last line of the log. */
  readonly ends: readonly string[];
}

/** Pause of the supervisor. */
const RESTART_MS = 1000;
/** A replica that is asked to end has ended by then, on a busy machine. */
const END_MS = 60_000;

/** A replica that is not started. */
export function createReplica(parts: ReplicaParts): Replica {
  const { name, port, flags, environment, folder, build, began } = parts;
  const offset = join(folder, `${name}.offset`);
  writeFileSync(offset, '0');
  const setup = new URL('replica-setup.mjs', import.meta.url).href;
  let child: ChildProcess | undefined;
  let logged = '';
  let version = '';
  /** Between `start` and `kill` it is started again when it ends, as a supervisor does. */
  let isWanted = false;
  let hasServed = false;
  const ends: string[] = [];
  const url = `http://127.0.0.1:${port}`;
  const launch = (): void => {
    const { name: built, root, edits } = build();
    version = built;
    const main = join(root, 'packages', 'host', 'dist', 'main.js');
    hasServed = false;
    const fresh = spawn(process.execPath, [main, '--port', String(port), '--log-level', 'warn', ...flags], {
      cwd: root,
      env: {
        ...process.env,
        ...environment,
        NODE_OPTIONS: `--import=${setup}`,
        HISTORIES_OFFSET: offset,
        HISTORIES_BEGAN: String(began),
        HISTORIES_EDITS: JSON.stringify(edits),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = fresh;
    fresh.stderr.setEncoding('utf8').on('data', (text: string) => (logged += text));
    fresh.once('exit', (code, signal) => {
      if (!isWanted) return;
      if (hasServed) ends.push(`${name} ended with ${code ?? signal}: ${logged.trim().split('\n').at(-1)}`);
      setTimeout(() => {
        if (isWanted && child === fresh) launch();
      }, RESTART_MS);
    });
  };
  const stop = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    isWanted = false;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const isOver = new AbortController();
    await Promise.race([ended, wait(END_MS, undefined, { signal: isOver.signal }).catch(() => undefined)]);
    isOver.abort();
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await ended;
      throw new Error(`expected ${name} to end within ${END_MS} ms of ${signal}`);
    }
  };
  return {
    name,
    url,
    version: () => version,
    logged: () => logged,
    ends,
    start: () => {
      isWanted = true;
      launch();
    },
    serves: async () => {
      try {
        const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2000) });
        await answer.text();
        hasServed ||= answer.ok;
        return answer.ok;
      } catch {
        return false;
      }
    },
    kill: async () => stop('SIGKILL'),
    end: async () => stop('SIGTERM'),
    signal: (signal) => void child?.kill(signal),
    step: (ahead) => writeFileSync(offset, String(ahead)),
  };
}

/** Waits until something holds. @throws {Error} after `ms`. */
export async function eventually(what: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + ms;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > until) throw new Error(`expected ${what} within ${ms} ms`);
    await wait(100);
  }
}
