/** Declaration of a source of live data: its configuration, the addresses it asks, its feeds, and how it is opened. */

import { ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { named, type FieldsOf, type SpecsOf } from './fields/field.ts';
import type { MarketConfig } from './market-config.ts';
import type { FeedName } from './market/feeds.ts';
import type { Source } from './market/source.ts';

/** Markets that a source can be part of. */
export type MarketMode = 'live' | 'simulated';

/** Circumstances in which a source is asked. */
export interface Asking {
  readonly mode: MarketMode;
  /**
   * Live data of the venues themselves. A perp venue at another address is a rehearsal: it brings no real data of others, but
   * from addresses that are given.
   */
  readonly isReal: boolean;
  /** Feeds that files have: nobody is asked for them. */
  readonly held: ReadonlySet<FeedName>;
}

/** Parts that a source is opened with. */
export interface SourceParts extends Asking {
  readonly clock: Clock;
  readonly log: Logger;
}

/** An address that a source asks: its name in reports, and the base of the requests; undefined: not asked. */
export type AskedAddress = readonly [name: string, address: string | undefined];

/** A source of live data. `Needs` is all of the configuration that it reads, `Own` the part that it declares. */
export interface SourceDefinition<Own, Needs = Own> {
  /** Name in reports and metrics. */
  readonly id: string;
  /** Flags and variables of its own, in the order of the help. */
  readonly fields: FieldsOf<Own>;
  /** Feeds that it can bring. Where files have all of them, it is not opened. */
  readonly feeds: readonly FeedName[];
  /** Flag without which a live host does not get a feed, such as a key. */
  readonly needs: Readonly<Partial<Record<FeedName, string>>>;
  /** Markets that it is part of. */
  readonly modes: readonly MarketMode[];
  /** Paths of its counterpart on a loopback venue, by the field that takes the address. */
  readonly loopback?: Readonly<Partial<Record<keyof Own, string>>>;
  /** Addresses that it asks with a configuration, for `config check`. */
  addresses(config: Needs & MarketConfig, asking: Asking): readonly AskedAddress[];
  /** Faults of files that the configuration names, a line each. */
  faults(config: Needs & MarketConfig): readonly string[];
  /** Sources of a notebook or the command line, which open this one without a host, beside those of {@link open}. */
  alone?(config: Needs & MarketConfig, parts: SourceParts): readonly Source[];
  /** @returns the sources, none where nobody is to be asked, or one line that says what is wrong with the configuration. */
  open(config: Needs & MarketConfig, parts: SourceParts): Result<readonly Source[], string>;
}

/** Declaration as a source writes it; parts that are left out have a default. */
interface SourceSpec<Own, Needs>
  extends
    Pick<SourceDefinition<Own, Needs>, 'id' | 'feeds' | 'addresses' | 'open'>,
    Partial<Pick<SourceDefinition<Own, Needs>, 'needs' | 'modes' | 'loopback' | 'faults' | 'alone'>> {
  readonly fields: SpecsOf<Own>;
}

/**
 * Declares a source of live data. A line in `sources.ts` makes it part of every host.
 *
 * @param spec `needs`: none of its feeds needs a flag; `modes`: live data alone when left out; `loopback`: it has no counterpart; `faults`: it reads no files.
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

/** The address that is given; else the source's own with live data of the venues themselves; else nobody is asked. */
export function addressOf(given: string | undefined, own: string, { isReal }: Asking): string | undefined {
  return given ?? (isReal ? own : undefined);
}

/** One source where there is an address; none where there is not. */
export function openAt<Address>(
  address: Address | undefined,
  open: (address: Address) => Source,
): Result<readonly Source[], string> {
  return ok(address === undefined ? [] : [open(address)]);
}
