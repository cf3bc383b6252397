/** Finds or starts the server of a cluster. */

import { err, ok, type Result } from '@barograph/core';
import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, createClient, messageOf } from '../connection.ts';
import { asAccount, giveTo, serverAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { initialise, readPassword, USER } from './initialise.ts';
import { findPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';

export interface LaunchOptions {
  /** Folder of the cluster; its log is next to it, as `<cluster>.log`. */
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly log: Logger;
  /** Port of the previous server, so that connections find the restarted one. */
  readonly port?: number;
  /** Timeout after which an unresponsive server is restarted, ms. @default 10000 */
  readonly patienceMs?: number;
}

/** Server that accepts connections. */
export interface Server extends Postmaster {
  /** True when the server was already running, because the process that started it is gone. */
  readonly adopted: boolean;
  /** URL of one of its databases, with the password. */
  url(database: string): string;
  /** Stops the server cleanly. */
  stop(): Promise<void>;
}

const START_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 30_000;
/** Transient start failures, which are retried: another server is stopping, is starting on the same log, or took the port. */
const PASSING =
  /lock file .* already exists|pre-existing shared memory|could not bind|could not create any TCP|database system is starting up/;

/** URL of a database of an embedded cluster. */
export function urlOf(password: string, port: number, database: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()));
    });
  });
}

type Answer = 'answers' | 'silent' | { readonly refused: string };

/** Whether the server accepts a connection. A server that is starting, stopping or recovering counts as silent. */
async function ask(password: string, port: number): Promise<Answer> {
  const client = createClient(urlOf(password, port, 'postgres'));
  try {
    await client.connect();
    return 'answers';
  } catch (error) {
    const code = codeOf(error);
    const isLogin = code !== undefined && (code.startsWith('28') || code === '3D000');
    return isLogin ? { refused: messageOf(error) } : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Last log message after `offset` that explains an exit; undefined without one. */
async function lastWords(path: string, offset: number): Promise<string | undefined> {
  const lines = (await readFile(path)).subarray(offset).toString('utf8').trim().split('\n');
  const fatal = lines.findLast((line) => /(?:FATAL|PANIC|ERROR):/.test(line)) ?? lines.findLast((line) => line !== '');
  return fatal?.replace(/^.*?(?=FATAL|PANIC|ERROR)/, '');
}

type Started = { readonly kind: 'ready' } | { readonly kind: 'exited'; readonly why: string };

async function start(options: LaunchOptions, password: string, port: number, deadline: number): Promise<Started> {
  const { cluster, binaries } = options;
  const account = await serverAccount(cluster);
  if (account.uid !== undefined && (await stat(cluster)).uid !== account.uid) await giveTo(account, cluster);
  const logFile = `${cluster}.log`;
  const output = await open(logFile, 'a', 0o600);
  const { size } = await output.stat();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_checkpoints=off'];
  const flags = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  // In its own session, so that Ctrl-C reaches only the host, which stops the server at the end.
  const stdio = ['ignore', output.fd, output.fd] as const;
  const command = await asAccount(account, cluster, binaries.postgres, flags, binaries.setpriv);
  if (!command.ok) {
    await output.close();
    return { kind: 'exited', why: command.error };
  }
  const child = spawn(command.value.file, command.value.flags, {
    ...command.value.account,
    cwd: cluster, // the folder of this process may be one that the account cannot enter
    detached: true,
    stdio: [...stdio],
    env: { LC_ALL: 'C' },
  });
  const fate: { exited?: string } = {};
  child.once('error', (error) => (fate.exited = messageOf(error)));
  child.once('exit', (code, signal) => (fate.exited ??= `exit ${code ?? signal}`));
  child.unref();
  await output.close();
  while (fate.exited === undefined && performance.now() < deadline) {
    if ((await ask(password, port)) === 'answers' && (await findPostmaster(cluster))?.pid === child.pid)
      return { kind: 'ready' };
    await wait(20);
  }
  return { kind: 'exited', why: (await lastWords(logFile, size)) ?? fate.exited ?? 'no answer' };
}

/**
 * Creates the cluster if missing, adopts its server if running, starts it otherwise. An unresponsive server is restarted. The
 * server listens on 127.0.0.1 only, with the cluster's password.
 */
export async function launch(options: LaunchOptions): Promise<Result<Server, string>> {
  const { cluster, binaries, log, patienceMs = 10_000 } = options;
  const result = await initialise(cluster, binaries, await serverAccount(cluster));
  if (!result.ok) return result;
  const password = await readPassword(cluster);
  if (!password.ok) return password;
  const serverOf = (postmaster: Postmaster, adopted: boolean): Server => ({
    ...postmaster,
    adopted,
    url: (database) => urlOf(password.value, postmaster.port, database),
    stop: async () => {
      if (!(await stopPostmaster(cluster, postmaster, STOP_PATIENCE_MS)))
        log.error(postmaster, 'embedded database did not stop');
    },
  });

  const began = performance.now();
  let why = 'no answer';
  let silentSince: number | undefined;
  while (performance.now() - began < START_PATIENCE_MS) {
    const running = await findPostmaster(cluster);
    if (running !== undefined) {
      const answer = await ask(password.value, running.port);
      if (answer === 'answers') return ok(serverOf(running, true));
      if (answer !== 'silent') return err(`the server of ${cluster} refuses us: ${answer.refused}`);
      silentSince ??= performance.now();
      if (performance.now() - silentSince > patienceMs) {
        log.warn(running, 'embedded database unresponsive; restarting');
        await stopPostmaster(cluster, running, patienceMs);
        silentSince = undefined;
      }
    } else {
      const port = options.port ?? (await freePort());
      const started = await start(options, password.value, port, began + START_PATIENCE_MS);
      const postmaster = await findPostmaster(cluster);
      if (started.kind === 'ready' && postmaster !== undefined) return ok(serverOf(postmaster, false));
      if (started.kind === 'exited') {
        why = started.why;
        if (!PASSING.test(why)) break;
      }
    }
    await wait(100);
  }
  return err(`cannot start the embedded database in ${cluster}: ${why}`);
}
