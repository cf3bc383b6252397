/** Declaration of a live data source: configuration, addresses, feeds, and how to open it. */

import { ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { named, type FieldsOf, type SpecsOf } from './fields/field.ts';
import type { MarketConfig } from './market-config.ts';
import type { FeedName } from './market/feeds.ts';
import type { Source } from './market/source.ts';

/** Markets that a source can be part of. */
export type MarketMode = 'live' | 'simulated';

/** Conditions under which a source is opened. */
export interface Asking {
  readonly mode: MarketMode;
  /**
   * Whether the perp venue is the real one. With another perp venue address, other sources are used only at configured
   * addresses.
   */
  readonly isReal: boolean;
  /** Feeds that files provide; sources are not asked for them. */
  readonly held: ReadonlySet<FeedName>;
}

/** Dependencies of an opened source. */
export interface SourceParts extends Asking {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Address of a source: its name in reports, and the base URL; undefined when unused. */
export type AskedAddress = readonly [name: string, address: string | undefined];

/** Live data source. `Needs` is the configuration that it reads, `Own` the part that it declares. */
export interface SourceDefinition<Own, Needs = Own> {
  /** Name in reports and metrics. */
  readonly id: string;
  /** Flags and environment variables that it declares, in help order. */
  readonly fields: FieldsOf<Own>;
  /** Feeds that it can provide. It is not opened when files provide all of them. */
  readonly feeds: readonly FeedName[];
  /** Flag that a live host needs for a feed, such as a key. */
  readonly needs: Readonly<Partial<Record<FeedName, string>>>;
  /** Markets that it belongs to. */
  readonly modes: readonly MarketMode[];
  /** Paths of its simulated counterpart on a loopback venue, by address field. */
  readonly loopback?: Readonly<Partial<Record<keyof Own, string>>>;
  /** Returns the addresses that it requests, for `config check`. */
  addresses(config: Needs & MarketConfig, asking: Asking): readonly AskedAddress[];
  /** Returns the faults of configured files, a line each. */
  faults(config: Needs & MarketConfig): readonly string[];
  /** Opens additional sources for a notebook or the command line, next to those of {@link open}. */
  alone?(config: Needs & MarketConfig, parts: SourceParts): readonly Source[];
  /** @returns the sources, empty when the source is off, or the configuration error in one line. */
  open(config: Needs & MarketConfig, parts: SourceParts): Result<readonly Source[], string>;
}

/** Declaration with optional parts. */
interface SourceSpec<Own, Needs>
  extends
    Pick<SourceDefinition<Own, Needs>, 'id' | 'feeds' | 'addresses' | 'open'>,
    Partial<Pick<SourceDefinition<Own, Needs>, 'needs' | 'modes' | 'loopback' | 'faults' | 'alone'>> {
  readonly fields: SpecsOf<Own>;
}

/**
 * Declares a live data source. Register it in `sources.ts` to add it to every host.
 *
 * @param spec defaults: `needs` empty, `modes` live only, `loopback` without a counterpart, `faults` without files.
 * @example
 * export const TIDES: SourceDefinition<TidesConfig> = defineSource({
 *   id: 'tides',
 *   fields: { tidesUrl: webAddress(ownWithLive(TIDES_URL), 'Base of the requests of the tides.') },
 *   feeds: ['tides'],
 *   addresses: ({ tidesUrl }, asking) => [['tides', addressOf(tidesUrl, TIDES_URL, asking)]],
 *   open: ({ tidesUrl }, parts) =>
 *     openAt(addressOf(tidesUrl, TIDES_URL, parts), (url) => createTidesSource({ ...parts, url })),
 * });
 */
export function defineSource<Own extends object, Needs = Own>(
  spec: SourceSpec<Own, Needs>,
): SourceDefinition<Own, Needs> {
  return { needs: {}, modes: ['live'], faults: () => [], ...spec, fields: named(spec.fields) };
}

/** Returns the configured address; else the source's own when the market is real; else undefined. */
export function addressOf(given: string | undefined, own: string, { isReal }: Asking): string | undefined {
  return given ?? (isReal ? own : undefined);
}

/** Opens a source when there is an address; otherwise returns an empty list. */
export function openAt<Address>(
  address: Address | undefined,
  open: (address: Address) => Source,
): Result<readonly Source[], string> {
  return ok(address === undefined ? [] : [open(address)]);
}
