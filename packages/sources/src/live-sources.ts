/** Sources outside that a configuration asks, each within its own budget. */

import type { ExchangeLabel } from '@barograph/stress/news';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import {
  cexaAddressesOf,
  cexbAddressesOf,
  chainUrlsOf,
  dexbAddressesOf,
  optionsUrlOf,
  outlookAddressesOf,
  referenceUrlsOf,
  statsUrl,
} from './config-addresses.ts';
import type { SourcesConfig } from './sources-config.ts';
import { createCexaSource } from './cexa/source.ts';
import { createCexbSource } from './cexb/source.ts';
import { createCoinsSource } from './coins/source.ts';
import { createDexbSource } from './dexb/source.ts';
import { EVM_CHAINS_V1 } from './evm/config.ts';
import { createEvmSource } from './evm/source.ts';
import { createOptionsSource } from './options/source.ts';
import { createPerpdexSource, perpdexStreamUrl } from './perpdex/source.ts';
import { createPoolsSource } from './pools/source.ts';
import { createPromotionsSource } from './promotions/source.ts';
import { createSecuritySource } from './security/source.ts';
import type { FeedName } from './market/feeds.ts';
import { createMacroSource } from './macro/source.ts';
import { createMoodSource } from './mood/source.ts';
import type { Source } from './market/source.ts';
import { createUnlocksSource } from './unlocks/source.ts';
import { createUpstreamMeter } from './upstream/meter.ts';

/** A list of one, or of none where there is no address. */
function of<Address>(address: Address | undefined, open: (address: Address) => Source): readonly Source[] {
  return address === undefined ? [] : [open(address)];
}

/** Sources about chains that are to be asked. */
export function chainSources(config: SourcesConfig, clock: Clock, log: Logger): readonly Source[] {
  const { poolsUrl, promotionsUrl, ...checks } = chainUrlsOf(config);
  const parts = { clock, log };
  return [
    ...of(poolsUrl, (url) => createPoolsSource({ ...parts, url })),
    ...of(promotionsUrl, (url) => createPromotionsSource({ ...parts, url })),
    ...(Object.values(checks).every((url) => url === undefined) ? [] : [createSecuritySource(checks, parts)]),
  ];
}

/** Nodes of chains that are to be asked for transfers. @param labels addresses of exchanges. */
export function transferSources(
  { rpcEthereumUrl }: Pick<SourcesConfig, 'rpcEthereumUrl'>,
  labels: readonly ExchangeLabel[],
  clock: Clock,
  log: Logger,
): readonly Source[] {
  return of(rpcEthereumUrl, (url) => {
    const nodes = [{ chain: EVM_CHAINS_V1.ethereum, url }];
    return createEvmSource({ nodes, labels, clock, log, meter: createUpstreamMeter('evm') });
  });
}

/** Sources of what surrounds the market of coins. The shipped calendar of releases is there with any of them. */
function outlookSources(
  config: SourcesConfig,
  clock: Clock,
  log: Logger,
  held: ReadonlySet<FeedName>,
): readonly Source[] {
  const { mood, macro } = outlookAddressesOf(config, held);
  const isMoodAsked = mood.fearGreedUrl !== undefined || (mood.cmcUrl !== undefined && mood.cmcKey !== undefined);
  const hasCalendar = !held.has('macroCalendar');
  const isMacroAsked = hasCalendar || [macro.fredUrl, macro.treasuryUrl, macro.ecbUrl, macro.goldUrl].some(Boolean);
  return [
    ...(isMoodAsked ? [createMoodSource(mood, { clock, log })] : []),
    ...(isMacroAsked ? [createMacroSource(macro, { clock, log, hasCalendar })] : []),
  ];
}

/**
 * The perp venue, which brings the universe, and all that is asked beside it.
 *
 * @param url base of its requests.
 * @param held feeds that files have: nobody is asked for them.
 */
export function liveSources(
  url: string,
  config: SourcesConfig,
  clock: Clock,
  log: Logger,
  held: ReadonlySet<FeedName> = new Set(),
): readonly Source[] {
  const { perpdexWsUrl, liquidators, positioning, coinsKey } = config;
  const parts = { clock, log };
  const perpdex = createPerpdexSource({
    ...parts,
    url,
    wsUrl: perpdexWsUrl ?? perpdexStreamUrl(url),
    meter: createUpstreamMeter('perpdex'),
    ...(liquidators === undefined ? {} : { liquidators }),
    // Nobody would read the states that most of the budget is spent on.
    ...(positioning ? { statsUrl: statsUrl(url, config) } : {}),
  });
  const { coins, unlocks } = referenceUrlsOf(config, held);
  return [
    perpdex,
    ...of(cexaAddressesOf(config), (at) => createCexaSource({ ...parts, ...at })),
    ...of(dexbAddressesOf(config), (at) => createDexbSource({ ...parts, ...at, meter: createUpstreamMeter('dexb') })),
    ...of(cexbAddressesOf(config), (at) => createCexbSource({ ...parts, ...at, meter: createUpstreamMeter('cexb') })),
    ...of(optionsUrlOf(config), (at) =>
      createOptionsSource({ ...parts, url: at, meter: createUpstreamMeter('options') }),
    ),
    ...of(coins, (at) => createCoinsSource({ ...parts, url: at, key: coinsKey, meter: createUpstreamMeter('coins') })),
    ...of(unlocks, (at) => createUnlocksSource({ ...parts, url: at, meter: createUpstreamMeter('unlocks') })),
    ...chainSources(config, clock, log),
    ...outlookSources(config, clock, log, held),
  ];
}
