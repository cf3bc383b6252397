/** Host lifecycle: load config, open store and source, listen, shut down. */

import type { VenueDirectory } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import { DOCS_FOLDER, PAGE_FOLDER } from '@barograph/page';
import { installKernels } from '@barograph/kernels';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { proxiesOf } from './accounts/client-network.ts';
import { MINT_LIMITS_V1 } from './accounts/mint-limits.ts';
import {
  openArchiveEngine,
  openBlobs,
  readComposites,
  type NamedComposite,
  readVenueDirectory,
  openModel,
  databaseTime,
  openDatabaseClock,
  type DatabaseClock,
  openThreads,
} from '@barograph/runtime';
import { accessLines, banner } from './banner.ts';
import { checkConfig, CONFIG_HELP, readConfigCommand } from './commands/config-check.ts';
import { importEtf, IMPORT_ETF_HELP } from './commands/import-etf.ts';
import { KEY_HELP, performKeyCommand, readKeyCommand } from './commands/key.ts';
import { PAGE_LINK_HELP, printPageLink } from './commands/page-link.ts';
import { composeHost, type Host } from './compose.ts';
import { helpText, shownConfig } from './config-text.ts';
import { liveUrl, openConfigured, type Opened } from '@barograph/sources';
import type { HostConfig } from './host-config.ts';
import { readConfig, unknownVariables } from './config.ts';
import {
  createLog,
  createRetry,
  isDatabaseAway,
  type Retry,
  messageOf,
  runningUrl,
  openStore,
  type Store,
  exportStore,
  importStore,
} from '@barograph/store';
import { checkPort } from './free-port.ts';
import { modelsFolder } from './models-folder.ts';
import { openTracing } from './operations/tracing.ts';
import { hostPayments, type OpenHostPayments } from './open-payments.ts';
import { readPage } from './page/assets.ts';
import { readPageSecret } from './page/secret.ts';
import { createPageSessions } from './page/sessions.ts';
import { timelineOf } from '@barograph/sources';
import { createWebhookSecrets, sealStoredSecrets } from './webhooks/secrets.ts';

/** Process access of a run. */
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

/** @returns 0 after an orderly shutdown, 2 with one line when the host could not start. */
async function serve(config: HostConfig, io: RunIo): Promise<number> {
  // Signals are handled from the beginning: a start takes seconds and must be stoppable too.
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
  const payments = await hostPayments(config, liveUrl(config) !== undefined, log);
  if (!payments.ok) return complaint(io, payments.error);
  const port = await checkPort(config.host, config.port);
  if (!port.ok) return complaint(io, port.error);
  const venues = readVenueDirectory(config.venues);
  if (!venues.ok) return complaint(io, venues.error);
  const composites = await readComposites(config.composites);
  if (!composites.ok) return complaint(io, composites.error);
  const opened = await marketUnless(config, log, starting.signal);
  if (opened === undefined) {
    log.info({ signal: await signalled }, 'start interrupted');
    return 0;
  }
  if (!opened.ok) return complaint(io, opened.error);
  for (const file of opened.value.skipped) log.warn({ file }, 'bar file left out');
  const retry = createRetry(log, starting.signal);
  const served = await withStore(config, log, retry, async (store, wall) => {
    if (starting.signal.aborted) return ok('interrupted');
    const given = { venues: venues.value, composites: composites.value, payments: payments.value };
    const parts = { ...opened.value, ...given, store, log, wall };
    const host = await listen(config, io, parts, retry);
    if (!host.ok) return host;
    log.info({ signal: await signalled }, 'stopping');
    await host.value.stop();
    return ok('served');
  });
  if (served.ok && served.value === 'served') return 0;
  if (!served.ok && !starting.signal.aborted) return complaint(io, served.error);
  log.info({ signal: await signalled }, 'start interrupted');
  return 0;
}

/**
 * Opens the store and its clock, runs `work`, and closes them.
 *
 * @returns the result of the work, or one line that states what the database lacks.
 */
async function withStore<T>(
  config: HostConfig,
  log: Logger,
  retry: Retry,
  work: (store: Store, wall: DatabaseClock) => Promise<Result<T, string>>,
): Promise<Result<T, string>> {
  const { dataDir, databaseUrl, databaseReadUrl: readUrl, redisUrl } = config;
  const opened = await openStore({ dataDir, databaseUrl, readUrl, redisUrl, log, retry });
  if (!opened.ok) return opened;
  const store = opened.value;
  log.info({ config: shownConfig(config), database: store.url }, 'configuration');
  try {
    const wall = await retry(async () => openDatabaseClock({ ask: databaseTime(store.db), log }));
    try {
      return await work(store, wall);
    } finally {
      wall.stop();
    }
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return err(`database: lost at the start: ${messageOf(error)}`);
  } finally {
    await store.close();
  }
}

/** The source; undefined when a signal interrupted reading its files. */
async function marketUnless(
  config: HostConfig,
  log: Logger,
  signal: AbortSignal,
): Promise<Result<Opened, string> | undefined> {
  try {
    return await openConfigured(config, log, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

interface ServedParts extends Opened {
  readonly venues: VenueDirectory;
  readonly composites: readonly NamedComposite[];
  readonly payments: OpenHostPayments | undefined;
  readonly store: Store;
  readonly log: Logger;
  readonly wall: DatabaseClock;
}

async function listen(config: HostConfig, io: RunIo, parts: ServedParts, retry: Retry): Promise<Result<Host, string>> {
  const { log, wall } = parts;
  const version = hostVersion();
  let address = '';
  const publicUrl = (): string => config.publicUrl ?? address;
  if (config.kernels) installKernels();
  const models = modelsFolder(config.models);
  const model = await openModel(models, config.recalibration);
  if (model.kind === 'loaded') log.info({ model: model.artifact.modelVersion, sha256: model.sha256 }, 'model loaded');
  if (model.kind === 'none') log.warn({ models, reason: model.reason }, 'no model: quant answers 503');
  if (model.kind === 'refused') log.error({ models, reason: model.reason }, 'model refused: quant answers 503');
  const webhookSecrets = createWebhookSecrets(config.webhookKey);
  const sealed = await retry(async () => sealStoredSecrets(parts.store.webhooks, webhookSecrets, log));
  if (!sealed.ok) return sealed;
  const timeline = await timelineOf({ ...config, liveUrl: liveUrl(config) });
  const assets = readPage(PAGE_FOLDER);
  if (assets === undefined) log.warn('page not built: no page at /');
  const hasSessions = assets !== undefined && config.pageSession;
  const sessions = hasSessions ? createPageSessions(wall, () => readPageSecret(config.dataDir)) : undefined;
  const archive = config.archive ?? join(config.dataDir, 'archive');
  const files = openBlobs(archive, io.env);
  const engine = files === undefined ? undefined : openArchiveEngine(config.archiveEngine, archive, files, io.env, log);
  if (engine?.ok === false) return engine;
  const threads = openThreads(timeline, model, config, log);
  const host = composeHost({
    ...parts,
    page: assets === undefined ? undefined : { assets, sessions },
    docs: DOCS_FOLDER,
    model,
    skewMs: () => wall.skewMs(),
    timeline,
    heavy: threads,
    histories: threads,
    version,
    publicUrl,
    corsOrigins: config.corsOrigin,
    edgeGuard: config.edgeGuard,
    forcedDays: config.forcedDays,
    sampleDays: config.sampleDays,
    ledgerDigests: config.ledgerDigests,
    pricingUrl: config.pricingUrl ?? `${config.publicUrl ?? ''}/api/v1`,
    mail: config.smtpUrl === undefined ? undefined : { url: config.smtpUrl, from: config.mailFrom },
    mintLimits: {
      ...MINT_LIMITS_V1,
      perNetwork: config.mintsPerNetwork,
      perHour: config.mintsPerHour,
      mailsPerHour: config.mailsPerHour,
    },
    trustedProxies: config.trustedProxies === undefined ? undefined : proxiesOf(config.trustedProxies),
    files,
    tables: engine?.value,
    archive: { days: config.archiveDays, bytes: config.archiveGigabytes * 1e9 },
    webhooksPrivate: config.webhooksPrivate,
    webhookSecrets,
    positioning: config.positioning,
    tracing: await openTracing(io.env, version),
  });
  const begun = async (): Promise<Result<Host, string>> => {
    await host.start(retry);
    try {
      address = await host.server.listen({ host: config.host, port: config.port });
    } catch (error) {
      return err(`port: cannot listen on ${config.host}:${config.port}: ${String(error)}`);
    }
    const access = await retry(async () => accessLines(config, parts.store, wall.now(), sessions, publicUrl()));
    if (!access.ok) return access;
    io.print([banner(host, parts.store, address), ...access.value].join('\n'));
    return ok(host);
  };
  let served: Result<Host, string> | undefined;
  try {
    served = await begun();
    return served;
  } finally {
    // A part that cannot stop may lack what ended the start.
    if (served?.ok !== true) {
      await host.stop().catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'stop failed'));
    }
  }
}

function printed(io: RunIo, text: string): number {
  io.print(text);
  return 0;
}

function complaint(io: RunIo, line: string): number {
  io.complain(line);
  return 2;
}

/** `venue`; imported on demand, because only this command needs the simulated venue in memory. */
const venueCommand = async () => import('./commands/venue.ts');

/** Commands other than serving, for the help. */
const words = async (): Promise<readonly string[]> => [
  'export DIR\n      Exports everything that is stored to files, which any store can import.',
  'import DIR\n      Imports such files into an empty store.',
  ...IMPORT_ETF_HELP,
  ...CONFIG_HELP,
  ...KEY_HELP,
  ...PAGE_LINK_HELP,
  ...(await venueCommand()).VENUE_HELP,
];

/**
 * Opens the store of a command, runs `work`, and closes the store. `makes` allows a new database; `joins` connects to
 * that of a running host.
 */
async function onStore(
  flags: readonly string[],
  io: RunIo,
  { makes, joins }: { readonly makes: boolean; readonly joins: boolean },
  work: (store: Store, config: HostConfig) => Promise<Result<readonly string[], string>>,
): Promise<number> {
  const request = readConfig({ argv: flags, env: io.env, readFile: (path) => readFileSync(path, 'utf8') });
  if (!request.ok) return complaint(io, request.error);
  if (request.value.kind !== 'serve') return complaint(io, helpText(await words()));
  const { dataDir, databaseUrl, logLevel } = request.value.config;
  if (!makes && databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
    return complaint(io, `dataDir: expected a folder with a database, got ${dataDir}`);
  }
  const url = databaseUrl ?? (joins ? await runningUrl(dataDir) : undefined);
  const store = await openStore({ dataDir, databaseUrl: url, log: createLog(logLevel) });
  if (!store.ok) return complaint(io, store.error);
  try {
    const done = await work(store.value, request.value.config);
    if (!done.ok) return complaint(io, done.error);
    io.print(done.value.join('\n'));
    return 0;
  } finally {
    await store.value.close();
  }
}

/** `export DIR` and `import DIR`: the content of the store, in files that any store can import. */
async function transfer(word: 'export' | 'import', argv: readonly string[], io: RunIo): Promise<number> {
  const [folder, ...flags] = argv;
  if (folder === undefined || folder.startsWith('--')) return complaint(io, `${word}: expected a folder`);
  return onStore(flags, io, { makes: word === 'import', joins: false }, async (store) => {
    if (word === 'export') {
      await exportStore(store.db, folder);
      return ok([`exported to ${folder}`]);
    }
    const imported = await importStore(store.db, folder);
    return imported.ok ? ok([`imported from ${folder}`]) : imported;
  });
}

/** `import-etf DIR`, also while a host runs on the same store. */
async function importFlows(argv: readonly string[], io: RunIo): Promise<number> {
  const [folder, ...flags] = argv;
  if (folder === undefined || folder.startsWith('--')) return complaint(io, 'import-etf: expected a folder');
  return onStore(flags, io, { makes: true, joins: true }, async (store, config) =>
    importEtf(folder, config, store.observations, Math.round(await databaseTime(store.db)())),
  );
}

/** `key …`, also while a host runs on the same store. */
async function manageKeys(argv: readonly string[], io: RunIo): Promise<number> {
  const parsed = readKeyCommand(argv);
  if (!parsed.ok) return complaint(io, parsed.error);
  const { command, flags } = parsed.value;
  return onStore(flags, io, { makes: command.word === 'create', joins: true }, async (store) =>
    performKeyCommand(store.keys, command, Math.round(await databaseTime(store.db)())),
  );
}

/** `page-link …`, also while a host runs on the same folder. */
async function linkOfPage(argv: readonly string[], io: RunIo): Promise<number> {
  const isRotation = argv[0] === 'rotate';
  const flags = isRotation ? argv.slice(1) : argv;
  const request = readConfig({ argv: flags, env: io.env, readFile: (path) => readFileSync(path, 'utf8') });
  if (!request.ok) return complaint(io, request.error);
  if (request.value.kind !== 'serve') return complaint(io, helpText(await words()));
  const link = await printPageLink(request.value.config, isRotation);
  return link.ok ? printed(io, link.value) : complaint(io, link.error);
}

/** `config check`; starts nothing. @returns 1 when a host with this configuration would not start. */
async function checkedConfig(argv: readonly string[], io: RunIo): Promise<number> {
  const flags = readConfigCommand(argv);
  if (!flags.ok) return complaint(io, flags.error);
  const request = readConfig({ argv: flags.value, env: io.env, readFile: (path) => readFileSync(path, 'utf8') });
  if (!request.ok) return complaint(io, request.error);
  if (request.value.kind !== 'serve') return complaint(io, helpText(await words()));
  const { lines, canStart } = await checkConfig(request.value.config, io.env);
  io.print(lines.join('\n'));
  return canStart ? 0 : 1;
}

/** `venue …`: serves until a signal. */
async function serveVenue(argv: readonly string[], io: RunIo): Promise<number> {
  const signalled = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) io.onSignal(name, resolve);
  });
  const { readVenueCommand, startVenue } = await venueCommand();
  const command = readVenueCommand(argv);
  const started = command.ok ? await startVenue(command.value) : command;
  if (!started.ok) return complaint(io, started.error);
  io.print(started.value.line);
  await signalled;
  await started.value.venue.close();
  return 0;
}

/** @returns the exit code: 0 after an orderly shutdown, 2 for invalid configuration or input. */
export async function run(io: RunIo): Promise<number> {
  const [word, ...rest] = io.argv;
  if (word === 'help' || rest.includes('--help') || rest.includes('-h')) return printed(io, helpText(await words()));
  if (word === 'export' || word === 'import') return transfer(word, rest, io);
  if (word === 'import-etf') return importFlows(rest, io);
  if (word === 'key') return manageKeys(rest, io);
  if (word === 'page-link') return linkOfPage(rest, io);
  if (word === 'config') return checkedConfig(rest, io);
  if (word === 'venue') return serveVenue(rest, io);
  const request = readConfig({ argv: io.argv, env: io.env, readFile: (path) => readFileSync(path, 'utf8') });
  if (!request.ok) return complaint(io, request.error);
  switch (request.value.kind) {
    case 'help':
      return printed(io, helpText(await words()));
    case 'version':
      return printed(io, hostVersion());
    case 'serve':
      return serve(request.value.config, io);
  }
}
