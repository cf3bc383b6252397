/** One life of the host: config, store, source, listening, and an orderly end. */

import { err, ok, type Result } from '@barograph/core';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ensureDevKey } from './accounts/dev-key.ts';
import { createSystemClock } from './clock.ts';
import { composeHost, type Host } from './compose.ts';
import { helpText, shownConfig, type HostConfig } from './config-fields.ts';
import { readConfig, unknownVariables } from './config.ts';
import { createLog } from './log.ts';
import { checkPort } from './free-port.ts';
import { openConfigured, type Opened } from './market/configured.ts';
import { modelsFolder } from './models-folder.ts';
import { openTracing } from './operations/tracing.ts';
import { openModel } from './services/quant/model.ts';
import { openStore, type Store } from './store/open-store.ts';
import { exportStore, importStore } from './store/transfer.ts';
import { timelineOf } from './timeline.ts';
import { openThread } from './work/thread/entry.ts';

/** What a run may touch of its process. */
export interface RunIo {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly onSignal: (signal: 'SIGINT' | 'SIGTERM', act: () => void) => void;
}

/** Version of the package. */
export function hostVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const has = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return has ? String(manifest.version) : 'unknown';
}

function banner(host: Host, store: Store, address: string): string {
  const { version, sources, dataSource, clock, now } = host.health();
  const symbols = sources.reduce((sum, source) => sum + source.symbols, 0);
  const bars = sources.reduce((sum, source) => sum + source.bars, 0);
  const time = `${clock} clock at ${new Date(now).toISOString()}`;
  const market = `source: ${dataSource}, ${symbols} symbols, ${bars} bars, ${time}`;
  return `Barograph ${version} on ${address} - ${market}, ${store.kind} database`;
}

/** The development key of an embedded host, once; later only where it is. */
async function devKeyLines(config: HostConfig, store: Store, now: number): Promise<readonly string[]> {
  if (store.kind !== 'embedded') return [];
  const key = await ensureDevKey(store, config.dataDir, now);
  if (key === undefined) return [];
  return [key.fresh === undefined ? `X-API-Key: see ${key.path}` : `X-API-Key: ${key.fresh} (kept in ${key.path})`];
}

async function serve(config: HostConfig, io: RunIo): Promise<number> {
  // Signals are heard from the first moment: a start takes seconds, and must be stoppable in order too.
  const starting = new AbortController();
  const signalled = new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      io.onSignal(name, () => {
        starting.abort();
        resolve(name);
      });
    }
  });
  const log = createLog(config.logLevel);
  const variables = unknownVariables(io.env);
  if (variables.length > 0) log.warn({ variables }, 'unknown environment variables ignored');
  const port = await checkPort(config.host, config.port);
  if (!port.ok) return complaint(io, port.error);
  const opened = await marketUnless(config, starting.signal);
  if (opened === undefined) {
    log.info({ signal: await signalled }, 'start interrupted');
    return 0;
  }
  if (!opened.ok) return complaint(io, opened.error);
  for (const file of opened.value.skipped) log.warn({ file }, 'bar file left out');
  const store = await openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log });
  if (!store.ok) return complaint(io, store.error);
  log.info({ config: shownConfig(config), database: store.value.url }, 'configuration');
  try {
    if (starting.signal.aborted) {
      log.info({ signal: await signalled }, 'start interrupted');
      return 0;
    }
    const served = await listen(config, io, { ...opened.value, store: store.value, log });
    if (!served.ok) return complaint(io, served.error);
    log.info({ signal: await signalled }, 'stopping');
    await served.value.stop();
    return 0;
  } finally {
    await store.value.close();
  }
}

/** The source, or undefined when a signal ended the reading of its files. */
async function marketUnless(config: HostConfig, signal: AbortSignal): Promise<Result<Opened, string> | undefined> {
  try {
    return await openConfigured(config, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

interface ServedParts extends Opened {
  readonly store: Store;
  readonly log: Logger;
}

async function listen(config: HostConfig, io: RunIo, parts: ServedParts): Promise<Result<Host, string>> {
  const { log } = parts;
  const version = hostVersion();
  const wall = createSystemClock();
  let address = '';
  const publicUrl = (): string => config.publicUrl ?? address;
  const models = modelsFolder(config.models);
  const model = await openModel(models);
  if (model.kind === 'loaded') log.info({ model: model.artifact.modelVersion, sha256: model.sha256 }, 'model loaded');
  if (model.kind === 'none') log.warn({ models, reason: model.reason }, 'no model: quant answers 503');
  if (model.kind === 'refused') log.error({ models, reason: model.reason }, 'model refused: quant answers 503');
  const timeline = timelineOf(config);
  const host = composeHost({
    ...parts,
    model,
    wall,
    timeline,
    heavy: openThread(timeline, model, log),
    version,
    publicUrl,
    corsOrigins: config.corsOrigin,
    pricingUrl: config.pricingUrl ?? `${config.publicUrl ?? ''}/api/v1`,
    mail: config.smtpUrl === undefined ? undefined : { url: config.smtpUrl, from: config.mailFrom },
    tracing: await openTracing(io.env, version),
  });
  await host.start();
  try {
    address = await host.server.listen({ host: config.host, port: config.port });
  } catch (error) {
    await host.stop();
    return err(`port: cannot listen on ${config.host}:${config.port}: ${String(error)}`);
  }
  const lines = [banner(host, parts.store, address), ...(await devKeyLines(config, parts.store, wall.now()))];
  io.print(lines.join('\n'));
  return ok(host);
}

function complaint(io: RunIo, line: string): number {
  io.complain(line);
  return 2;
}

/** `export DIR` and `import DIR`: what the store holds, in files that any store can take. */
async function transfer(word: 'export' | 'import', argv: readonly string[], io: RunIo): Promise<number> {
  const [folder, ...flags] = argv;
  if (folder === undefined || folder.startsWith('--')) return complaint(io, `${word}: expected a folder`);
  const asked = readConfig({ argv: flags, env: io.env, readFile: (path) => readFileSync(path, 'utf8') });
  if (!asked.ok || asked.value.kind !== 'serve') return complaint(io, asked.ok ? helpText() : asked.error);
  const { dataDir, databaseUrl, logLevel } = asked.value.config;
  if (word === 'export' && databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
    return complaint(io, `dataDir: expected a folder with a database, got ${dataDir}`);
  }
  const store = await openStore({ dataDir, databaseUrl, log: createLog(logLevel) });
  if (!store.ok) return complaint(io, store.error);
  try {
    if (word === 'export') {
      await exportStore(store.value.db, folder);
      io.print(`exported to ${folder}`);
      return 0;
    }
    const imported = await importStore(store.value.db, folder);
    if (!imported.ok) return complaint(io, imported.error);
    io.print(`imported from ${folder}`);
    return 0;
  } finally {
    await store.value.close();
  }
}

/** @returns the exit code: 0 after an orderly end, 2 when configuration or input is wrong. */
export async function run(io: RunIo): Promise<number> {
  const [word, ...rest] = io.argv;
  if (word === 'export' || word === 'import') return transfer(word, rest, io);
  const asked = readConfig({ argv: io.argv, env: io.env, readFile: (path) => readFileSync(path, 'utf8') });
  if (!asked.ok) return complaint(io, asked.error);
  switch (asked.value.kind) {
    case 'help':
      io.print(helpText());
      return 0;
    case 'version':
      io.print(hostVersion());
      return 0;
    case 'serve':
      return serve(asked.value.config, io);
  }
}
