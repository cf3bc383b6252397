/** List of all live data sources, in the order of help, reports and queries. */

import { CEXA } from './cexa/definition.ts';
import { CEXB } from './cexb/definition.ts';
import { COINS } from './coins/definition.ts';
import { DEXB } from './dexb/definition.ts';
import { ETF } from './etf/definition.ts';
import { EVM } from './evm/definition.ts';
import { HACKS } from './hacks/definition.ts';
import { MACRO } from './macro/definition.ts';
import { MEDIA } from './media/definition.ts';
import { MOOD } from './mood/definition.ts';
import { NEWS } from './news/definition.ts';
import { OPTIONS } from './options/definition.ts';
import { PERPDEX } from './perpdex/definition.ts';
import { POOLS } from './pools/definition.ts';
import { PROMOTIONS } from './promotions/definition.ts';
import { SECURITY } from './security/definition.ts';
import { STABLECOINS } from './stablecoins/definition.ts';
import { UNLOCKS } from './unlocks/definition.ts';
import type { SourceDefinition } from './define-source.ts';
import type { Field, FieldsOf } from './fields/field.ts';
import type { MarketConfig } from './market-config.ts';

/** Types of the sources; a source missing here or below is a compile error. */
type Sources = readonly [
  typeof PERPDEX,
  typeof CEXA,
  typeof DEXB,
  typeof CEXB,
  typeof OPTIONS,
  typeof COINS,
  typeof UNLOCKS,
  typeof POOLS,
  typeof PROMOTIONS,
  typeof SECURITY,
  typeof MOOD,
  typeof MACRO,
  typeof ETF,
  typeof STABLECOINS,
  typeof HACKS,
  typeof MEDIA,
  typeof NEWS,
  typeof EVM,
];

/** Every source. */
export const SOURCES: Sources = [
  PERPDEX,
  CEXA,
  DEXB,
  CEXB,
  OPTIONS,
  COINS,
  UNLOCKS,
  POOLS,
  PROMOTIONS,
  SECURITY,
  MOOD,
  MACRO,
  ETF,
  STABLECOINS,
  HACKS,
  MEDIA,
  NEWS,
  EVM,
];

/** A function of a source's configuration also accepts the configuration of all sources. */
type Wants<Definition> = Definition extends SourceDefinition<infer Own, never> ? (own: Own) => void : never;
type Everything = Wants<Sources[number]> extends (own: infer All) => void ? All : never;

/** Configuration of all sources. */
export type SourceSettings = { readonly [Name in keyof Everything]: Everything[Name] };

/** Complete market configuration. */
export interface SourcesConfig extends MarketConfig, SourceSettings {}

/** Fields of all sources, in the order of the help. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each source has the fields of its configuration
export const SOURCE_FIELDS: FieldsOf<SourceSettings> = Object.fromEntries(
  SOURCES.flatMap(({ fields }) => Object.entries<Field<unknown>>(fields)),
) as FieldsOf<SourceSettings>;

/**
 * Addresses of the sources' simulated counterparts on a loopback venue.
 *
 * @param base address of the venue without a path, `http://127.0.0.1:8790`.
 */
export function loopbackOf(base: string): Partial<SourceSettings> {
  const fields = SOURCES.flatMap(({ loopback }) => Object.entries<string | undefined>(loopback ?? {}));
  return Object.fromEntries(fields.map(([name, path]) => [name, `${base}${path}`]));
}
