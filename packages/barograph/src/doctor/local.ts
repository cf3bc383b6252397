/** Checks of this machine: what an engine or a host needs before it starts. */

import { access, constants, statfs } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { openModelIn, readManifest, shippedModels } from '../shipped-models.ts';

/** One check. */
export interface Check {
  readonly name: string;
  readonly isOk: boolean;
  readonly detail: string;
}

/** Process state that the checks read. */
export interface Surroundings {
  /** Version of Node without the `v`. */
  readonly node: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the host's data. */
  readonly dataDir: string;
  readonly port: number;
}

const LEAST_NODE = [20, 20] as const;
/** Minimum free disk space: an installation takes 0.25 GB, the database the rest. */
const LEAST_FREE_BYTES = 2e9;
const CONNECT_MS = 3000;

/** Error message on one line. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);

function nodeCheck({ node }: Surroundings): Check {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isOk = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  return { name: 'Node', isOk, detail: isOk ? node : `expected ${LEAST_NODE.join('.')} or newer, got ${node}` };
}

/** Nearest existing folder at or above a path. */
async function existing(path: string): Promise<string> {
  const whole = resolve(path);
  const isThere = await access(whole).then(
    () => true,
    () => false,
  );
  return isThere || dirname(whole) === whole ? whole : existing(dirname(whole));
}

async function diskCheck({ dataDir }: Surroundings): Promise<Check> {
  const { bavail, bsize } = await statfs(await existing(dataDir));
  const free = bavail * bsize;
  const gigabytes = `${(free / 1e9).toFixed(1)} GB free`;
  const isOk = free >= LEAST_FREE_BYTES;
  return { name: 'disk', isOk, detail: isOk ? gigabytes : `expected ${LEAST_FREE_BYTES / 1e9} GB, got ${gigabytes}` };
}

async function portCheck({ port }: Surroundings): Promise<Check> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done({ name: 'port', isOk: false, detail: `${port}: ${reasonOf(error)}` }));
    server.listen(port, '127.0.0.1', () =>
      server.close(() => done({ name: 'port', isOk: true, detail: `${port} is free` })),
    );
  });
}

/** Connects to a configured database; the embedded database only needs a writable folder. */
async function databaseCheck({ env, dataDir }: Surroundings): Promise<Check> {
  const name = 'database';
  const url = env['DATABASE_URL'];
  if (url === undefined) {
    const folder = await existing(dataDir);
    const isOk = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    return {
      name,
      isOk,
      detail: isOk ? 'the host starts its own' : `expected a folder that can be written, got ${folder}`,
    };
  }
  if (!URL.canParse(url))
    return { name, isOk: false, detail: 'DATABASE_URL: expected postgres://user:password@host:port/database' };
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port === '' ? 5432 : port) });
    const end = (isOk: boolean, detail: string): void => {
      socket.destroy();
      done({ name, isOk, detail: `${hostname}: ${detail}` });
    };
    socket.setTimeout(CONNECT_MS, () => end(false, `no answer within ${CONNECT_MS / 1000} s`));
    socket.once('connect', () => end(true, 'accepts connections'));
    socket.once('error', (error) => end(false, reasonOf(error)));
  });
}

async function modelsCheck(): Promise<Check> {
  const name = 'models';
  try {
    const folder = shippedModels();
    const entries = await readManifest(folder);
    for (const { version } of entries) await openModelIn(folder, version);
    const isOk = entries.length > 0;
    return {
      name,
      isOk,
      detail: isOk ? entries.map(({ version }) => version).join(', ') : 'expected models, got none',
    };
  } catch (error) {
    return { name, isOk: false, detail: reasonOf(error) };
  }
}

async function kernelsCheck(): Promise<Check> {
  const { hasKernels } = await import('@barograph/kernels');
  const isOk = hasKernels();
  return {
    name: 'kernels',
    isOk,
    detail: isOk ? 'WebAssembly SIMD' : 'expected WebAssembly SIMD, got none: engines run in JavaScript',
  };
}

/** All checks of this machine. */
export async function localChecks(surroundings: Surroundings): Promise<readonly Check[]> {
  const others = await Promise.all([
    diskCheck(surroundings),
    portCheck(surroundings),
    databaseCheck(surroundings),
    modelsCheck(),
    kernelsCheck(),
  ]);
  return [nodeCheck(surroundings), ...others];
}
