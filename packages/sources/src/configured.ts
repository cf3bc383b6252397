/** Market and clock of a configuration. */

import { err, ok, type Result } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
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
import { createSimulatedSource } from './simulated/source.ts';
import { SOURCES, type SourcesConfig } from './sources.ts';

/** Kind of market of a configuration; undefined: files. */
export function marketMode(config: SourcesConfig): MarketMode | undefined {
  if (liveUrl(config) !== undefined) return 'live';
  return config.data === undefined && config.spot === undefined ? 'simulated' : undefined;
}

/** Circumstances in which sources are asked. @param held feeds that files have. */
export function askingOf(config: SourcesConfig, mode: MarketMode, held: Asking['held'] = new Set()): Asking {
  return { mode, isReal: mode === 'live' && config.live && config.perpdexUrl === undefined, held };
}

/** Addresses that the sources of a configuration ask. Files are not read: what they bring is not asked for, and stands in the list all the same. */
export function askedAddresses(config: SourcesConfig, mode: MarketMode): readonly AskedAddress[] {
  const sources = SOURCES.filter(({ modes }) => modes.includes(mode));
  return sources.flatMap((source) => source.addresses(config, askingOf(config, mode)));
}

/** Every source that a configuration asks, without the feeds that files have. */
export function openSources(config: SourcesConfig, parts: SourceParts): Result<readonly Source[], string> {
  const sources: Source[] = [];
  for (const source of SOURCES) {
    if (!source.modes.includes(parts.mode) || source.feeds.every((name) => parts.held.has(name))) continue;
    const opened = source.open(config, parts);
    if (!opened.ok) return opened;
    sources.push(...opened.value.map((one) => withoutFeeds(one, parts.held)));
  }
  return ok(sources);
}

/** The first field that the simulator refuses. */
function simulatorFault({ derivatives, news, from }: SourcesConfig): string | undefined {
  if (derivatives !== undefined) return 'derivatives: expected data or spot beside it, got the simulator';
  if (from === undefined) return undefined;
  if (news !== undefined) return 'news: expected live data, or the simulator at the present, beside it; got a replay';
  const { start } = SIMULATOR_V2;
  return from <= start
    ? `from: expected a moment after ${isoOf(start)}, where the simulator starts, got ${isoOf(from)}`
    : undefined;
}

function openSimulator(config: SourcesConfig, brought: Brought, log: Logger): Result<Opened, string> {
  const fault = simulatorFault(config);
  if (fault !== undefined) return err(fault);
  const clock = createSystemClock();
  const held = heldBy(brought);
  const asked = openSources(config, { ...askingOf(config, 'simulated', held), clock, log });
  if (!asked.ok) return asked;
  const made = createSimulatedSource({ ...SIMULATOR_V2, seed: config.seed });
  const hasNews = asked.value.some(({ feeds }) => feeds.news !== undefined);
  const simulated = withoutFeeds(made, new Set([...held, ...(hasNews ? (['news'] as const) : [])]));
  // Asked first: what they bring stands in for the pools of the simulator. No replay has any.
  const market = openMarket([...asked.value, simulated, ...brought.sources]);
  const { from, speed = 1 } = config;
  // Makes the market before any database connection is open, any request comes and a replay begins: years of hours at
  // once would let the first time out, the second wait and the third run ahead.
  market.state(from ?? clock.now());
  return ok({ market, clock: from === undefined ? clock : createReplayClock({ from, speed }), skipped: [] });
}

/** Years of hours are pulled while it runs: the market knows nothing yet. */
function openLive(config: SourcesConfig, brought: Brought, log: Logger): Result<Opened, string> {
  const clock = createSystemClock();
  const asked = openSources(config, { ...askingOf(config, 'live', heldBy(brought)), clock, log });
  if (!asked.ok) return asked;
  return ok({ market: openMarket([...asked.value, ...brought.sources]), clock, skipped: [] });
}

/** Files beside the bars. */
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
 * @param log of outside sources.
 * @param signal ends the reading of files.
 * @returns market and clock, or one line that says why the host cannot start.
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
        ? openSimulator(config, brought.value, log)
        : await openFiles(config, brought.value, signal);
  if (!opened.ok) return opened;
  return ok({ ...opened.value, skipped: [...opened.value.skipped, ...brought.value.skipped] });
}
