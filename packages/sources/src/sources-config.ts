/** Configuration of the market: which sources are asked, and where. */

import type { LayoutName } from '@barograph/files';

/** Part of the configuration about moods and macro series. Bases are undefined: those of the sources themselves with `live` alone. */
export interface MacroConfig {
  /** Base of the requests of alternative.me. */
  readonly fearGreedUrl: string | undefined;
  /** Base of the requests of CoinMarketCap; without its key it is not asked. */
  readonly cmcUrl: string | undefined;
  readonly cmcKey: string | undefined;
  /** Base of the series of FRED. */
  readonly fredUrl: string | undefined;
  /** Base of its API; without its key it is not asked. */
  readonly fredApiUrl: string | undefined;
  readonly fredKey: string | undefined;
  /** Base of the yields of the US Treasury. */
  readonly treasuryUrl: string | undefined;
  /** Base of the reference rates of the ECB. */
  readonly ecbUrl: string | undefined;
}

/** Part of the configuration about stablecoins, hacks, media volume and headlines. */
export interface EventsConfig {
  /** Base of the source of stablecoins; undefined: that of the source itself with `live` alone. */
  readonly stablecoinsUrl: string | undefined;
  /** Base of the source of hacks, by the same rule; not asked without a key. */
  readonly hacksUrl: string | undefined;
  /** Its paid key; undefined: no live hacks. */
  readonly defillamaKey: string | undefined;
  /** Base of the bulk files of media volume, by the same rule. */
  readonly mediaUrl: string | undefined;
  /** Base of the journal of the government, by the same rule. */
  readonly registerUrl: string | undefined;
  /** JSON file with the feeds of headlines; undefined: the list that ships, with `live` alone. */
  readonly headlines: string | undefined;
  /** JSON file with the sources of news; undefined: the list that ships, with `live` alone. */
  readonly news: string | undefined;
  /** Address that publishers of headlines may write to; undefined: those that want one are not asked. */
  readonly contact: string | undefined;
}

/** Part of the configuration about flows of spot ETFs. */
export interface EtfFlowsConfig {
  /** Folder of tables of an operator, in the place of the source; undefined: none. */
  readonly etf: string | undefined;
  /** Base of the keyed source; undefined: that of the source itself with `live` alone. */
  readonly etfUrl: string | undefined;
  /** Its key; undefined: it is not asked. */
  readonly etfKey: string | undefined;
}

/** Part of the configuration about large transfers. */
export interface TransfersConfig {
  /** Address of the JSON-RPC of a node of Ethereum, which may hold a key; undefined: transfers are not configured. */
  readonly rpcEthereumUrl: string | undefined;
  /** CSV file of addresses of exchanges, beside those that ship; undefined: none. */
  readonly exchangeAddresses: string | undefined;
}

/** Everything about the market that can be configured. */
export interface SourcesConfig extends MacroConfig, EventsConfig, EtfFlowsConfig, TransfersConfig {
  /** Folder of the perp venue's bar files; undefined: none. */
  readonly data: string | undefined;
  /** Folder of the spot venue's bar files; undefined: none. */
  readonly spot: string | undefined;
  /** Folder of funding and open interest beside the bar files; undefined: none. */
  readonly derivatives: string | undefined;
  /** Folder of reference data: coins, categories, unlock schedules, macro series, moods; undefined: none. */
  readonly reference: string | undefined;
  /** Start of the replay, epoch ms; undefined: the last bar of files, and no replay of the simulator. */
  readonly from: number | undefined;
  readonly speed: number | undefined;
  readonly seed: string;
  /** Live data of the venues instead of files or the simulator. */
  readonly live: boolean;
  /** Base of the perp venue's requests; given, it stands for `live` too. */
  readonly perpdexUrl: string | undefined;
  /** Address of the perp venue's stream; undefined: it follows from the base. */
  readonly perpdexWsUrl: string | undefined;
  /** Base of the perp venue's statistics; undefined: it follows from the base of its requests. */
  readonly perpdexStatsUrl: string | undefined;
  /** Base of the large exchange's spot requests; undefined: that of the venue itself with `live` alone. */
  readonly cexaUrl: string | undefined;
  /** Base of the requests of its futures; undefined: it follows from `cexaUrl`. */
  readonly cexaFuturesUrl: string | undefined;
  /** Base of the streams of its futures; undefined: it follows from that of their requests. */
  readonly cexaWsUrl: string | undefined;
  /** Base of the options venue's requests; undefined: that of the venue itself with `live` alone. */
  readonly optionsUrl: string | undefined;
  /** Base of the requests of the source of coins; undefined: that of the source itself with `live` alone. */
  readonly coinsUrl: string | undefined;
  /** Its key; undefined: it is asked without one. */
  readonly coinsKey: string | undefined;
  /** Base of the files of unlock schedules; undefined: those of the source itself with `live` alone. */
  readonly unlocksUrl: string | undefined;
  /** Pools, promotions and checks of tokens from their sources, beside live data or the simulator. */
  readonly livePools: boolean;
  /** Base of the requests of each source about chains; undefined: its own with `livePools`, else it is not asked. */
  readonly poolsUrl: string | undefined;
  readonly promotionsUrl: string | undefined;
  readonly goplusUrl: string | undefined;
  readonly honeypotUrl: string | undefined;
  readonly rugcheckUrl: string | undefined;
  /** Base of the second perp exchange's requests; undefined: that of the venue itself with `live` alone. */
  readonly dexbUrl: string | undefined;
  /** Address of its stream; undefined: it follows from the base. */
  readonly dexbWsUrl: string | undefined;
  /** Base of the requests of the third venue of forced closes; undefined: that of the venue itself with `live` alone. */
  readonly cexbUrl: string | undefined;
  /** Address of its stream; undefined: it follows from the base. */
  readonly cexbWsUrl: string | undefined;
  /** Accounts whose fills tell of forced closes on the perp venue; undefined: none are known. */
  readonly liquidators: readonly string[] | undefined;
  /** Positions of accounts: who holds what, and where it is forced out. */
  readonly positioning: boolean;
  readonly repair: boolean;
  readonly skipBad: boolean;
  /** Layout of bar files without a header; undefined: every row confirms it. */
  readonly layout: LayoutName | undefined;
}
