/** Market and clock of a configuration. */

import { err, ok, type Result } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createReplayClock, createSystemClock } from './clock.ts';
import type { AskedAddress, Asking, MarketMode, SourceParts } from './define-source.ts';
import { createEtfFiles, readEtfFolder } from './etf/files.ts';
import { openFiles } from './files/configured.ts';
import { readReference } from './files/reference.ts';
import { openMarket } from './market/market.ts';
import { withoutFeeds, type Source } from './market/source.ts';
import { heldBy, isoOf, type Brought, type Opened } from './opened.ts';
import { liveUrl } from './perpdex/definition.ts';
import { SOURCES, type SourcesConfig } from './sources.ts';

/** Market mode of a configuration; undefined for files. */
export function marketMode(config: SourcesConfig): MarketMode | undefined {
  if (liveUrl(config) !== undefined) return 'live';
  return config.data === undefined && config.spot === undefined ? 'simulated' : undefined;
}

/** Builds the conditions for opening sources. @param brought feeds that files provide. */
export function askingOf(config: SourcesConfig, mode: MarketMode, brought: Asking['held'] = new Set()): Asking {
  return { mode, isReal: mode === 'live' && config.live && config.perpdexUrl === undefined, held: brought };
}

/** Addresses that the sources of a configuration request. Files are not read, so feeds that files provide are listed too. */
export function askedAddresses(config: SourcesConfig, mode: MarketMode): readonly AskedAddress[] {
  const sources = SOURCES.filter(({ modes }) => modes.includes(mode));
  return sources.flatMap((source) => source.addresses(config, askingOf(config, mode)));
}

/** Opens every source of a configuration, without the feeds that files provide. Returns the error in one line. */
export function openSources(config: SourcesConfig, parts: SourceParts): Result<readonly Source[], string> {
  const sources: Source[] = [];
  for (const source of SOURCES) {
    if (!source.modes.includes(parts.mode) || source.feeds.every((name) => parts.held.has(name))) continue;
    const opened = source.open(config, parts);
    if (!opened.ok) return opened;
    sources.push(...opened.value.map((source) => withoutFeeds(source, parts.held)));
  }
  return ok(sources);
}

/** Error of the first field that the simulator refuses. @param start first hour of the simulator, epoch ms. */
function simulatorFault({ derivatives, news, from }: SourcesConfig, start: number): string | undefined {
  if (derivatives !== undefined) return 'derivatives: expected data or spot beside it, got the simulator';
  if (from === undefined) return undefined;
  if (news !== undefined) return 'news: expected live data, or the simulator at the present, beside it; got a replay';
  return from <= start
    ? `from: expected a moment after ${isoOf(start)}, where the simulator starts, got ${isoOf(from)}`
    : undefined;
}

/** Generates the hours of every listing up to a moment, and lets requests through between two listings. */
async function generate({ feeds: { bars } }: Source, asOf: number): Promise<void> {
  for (const listing of (await bars?.listings(asOf)) ?? []) {
    await bars?.pull({ ...listing, interval: '1h', window: { kind: 'last', count: 1 }, asOf });
    await setImmediate();
  }
}

async function openSimulator(config: SourcesConfig, brought: Brought, log: Logger): Promise<Result<Opened, string>> {
  // Loaded here, because a host of live data or files has no use for it.
  const { SIMULATOR_V2 } = await import('@barograph/simulator');
  const { createSimulatedSource } = await import('./simulated/source.ts');
  const fault = simulatorFault(config, SIMULATOR_V2.start);
  if (fault !== undefined) return err(fault);
  const clock = createSystemClock();
  const feedsBrought = heldBy(brought);
  const opened = openSources(config, { ...askingOf(config, 'simulated', feedsBrought), clock, log });
  if (!opened.ok) return opened;
  const source = createSimulatedSource({ ...SIMULATOR_V2, seed: config.seed });
  const hasNews = opened.value.some(({ feeds }) => feeds.news !== undefined);
  const simulated = withoutFeeds(source, new Set([...feedsBrought, ...(hasNews ? (['news'] as const) : [])]));
  const { from, speed = 1 } = config;
  // The start of a source follows the first answers from the store, and comes before everything that reads the market.
  const started: Source = { ...simulated, start: async () => generate(source, clock.now()) };
  // Live sources come first: they replace the simulator's pools. A replay has no live sources.
  const market = openMarket([...opened.value, from === undefined ? started : simulated, ...brought.sources]);
  if (from === undefined) return ok({ market, clock, skipped: [] });
  // Before the replay starts: it would run ahead of years of hours that are generated later.
  await generate(source, from);
  return ok({ market, clock: createReplayClock({ from, speed }), skipped: [] });
}

/** Opens a live market. It starts empty and pulls years of hours while running. */
function openLive(config: SourcesConfig, brought: Brought, log: Logger): Result<Opened, string> {
  const clock = createSystemClock();
  const opened = openSources(config, { ...askingOf(config, 'live', heldBy(brought)), clock, log });
  if (!opened.ok) return opened;
  return ok({ market: openMarket([...opened.value, ...brought.sources]), clock, skipped: [] });
}

/** Reads the files other than bars. */
async function readBrought(config: SourcesConfig, signal: AbortSignal | undefined): Promise<Result<Brought, string>> {
  const now = createSystemClock().now();
  const reference = config.reference === undefined ? undefined : await readReference(config.reference, now, signal);
  if (reference?.ok === false) return reference;
  const etf = config.etf === undefined ? undefined : await readEtfFolder(config.etf);
  if (etf?.ok === false) return etf;
  return ok({
    sources: [
      ...(reference === undefined ? [] : [reference.value.source]),
      ...(etf === undefined ? [] : [createEtfFiles(etf.value)]),
    ],
    lastKnownAt: reference?.value.lastKnownAt,
    skipped: reference?.value.skipped ?? [],
  });
}

/**
 * Opens the market and the clock of a configuration.
 *
 * @param log logger of outside sources.
 * @param signal aborts the reading of files.
 * @returns market and clock, or the reason why the host cannot start, in one line.
 * @throws {unknown} the reason of `signal`.
 */
export async function openConfigured(
  config: SourcesConfig,
  log: Logger,
  signal?: AbortSignal,
): Promise<Result<Opened, string>> {
  const brought = await readBrought(config, signal);
  if (!brought.ok) return brought;
  const mode = marketMode(config);
  if (mode === undefined && config.news !== undefined) {
    return err('news: expected live data, or the simulator, beside it; got files');
  }
  const opened =
    mode === 'live'
      ? openLive(config, brought.value, log)
      : mode === 'simulated'
        ? await openSimulator(config, brought.value, log)
        : await openFiles(config, brought.value, signal);
  if (!opened.ok) return opened;
  return ok({ ...opened.value, skipped: [...opened.value.skipped, ...brought.value.skipped] });
}
