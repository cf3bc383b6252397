/** The pools source as a host registers it, and common parts of all chain sources. */

import { defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import type { FieldSpec } from '../fields/field.ts';
import { webAddress } from '../fields/kinds.ts';
import { trueOrFalse } from '../fields/values.ts';
import { CHAIN_URLS } from './config.ts';
import { createPoolsSource } from './source.ts';

/** Configuration common to all chain sources. */
export interface ChainsSettings {
  /** Whether pools, promotions and token checks come from live sources, next to live data or the simulator. */
  readonly livePools: boolean;
}

/** Configuration of the pools source. */
export interface PoolsSettings extends ChainsSettings {
  /** Base URL of its requests. When undefined, its own with `livePools`, otherwise the source is off. */
  readonly poolsUrl: string | undefined;
}

/** Field of a chain source's base URL. @param what as in "Base of the requests of the source of pools". */
export function chainAddress(name: keyof typeof CHAIN_URLS, what: string): FieldSpec<string | undefined> {
  return webAddress(
    `\`${CHAIN_URLS[name]}\` with \`--live-pools\``,
    `Base of the requests of ${what}; without it and without \`--live-pools\` not used.`,
  );
}

/** Base URL of a chain source; undefined when off. */
export function chainUrl<Name extends keyof typeof CHAIN_URLS>(
  config: ChainsSettings & Readonly<Record<Name, string | undefined>>,
  name: Name,
): string | undefined {
  return config[name] ?? (config.livePools ? CHAIN_URLS[name] : undefined);
}

export const POOLS: SourceDefinition<PoolsSettings> = defineSource<PoolsSettings>({
  id: 'pools',
  fields: {
    livePools: {
      shape: undefined,
      fallback: false,
      meaning:
        'Pools, promotions and checks of tokens from their sources, in addition to live data or the simulator; without it the simulator has its own.',
      expected: 'true or false',
      parse: trueOrFalse,
    },
    poolsUrl: chainAddress('poolsUrl', 'the source of pools'),
  },
  feeds: ['pools', 'tokenPools'],
  needs: { pools: '--live-pools', tokenPools: '--live-pools' },
  loopback: { poolsUrl: '/pools' },
  modes: ['live', 'simulated'],
  addresses: (config) => [['pools', chainUrl(config, 'poolsUrl')]],
  open: (config, parts) => openAt(chainUrl(config, 'poolsUrl'), (url) => createPoolsSource({ ...parts, url })),
});
