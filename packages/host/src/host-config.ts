/** The configuration of a host. */

import type { LayoutName } from '@barograph/files';
import type { EtfHostConfig } from './config-etf-fields.ts';
import type { EventsConfig } from './events-config.ts';
import type { MacroConfig } from './config-macro-fields.ts';
import type { TransfersConfig } from './config-transfers-fields.ts';
import type { PayConfig } from './payments/config-fields.ts';
import type { LogLevel } from './log.ts';

/** Everything that can be configured. */
export interface HostConfig extends MacroConfig, EventsConfig, EtfHostConfig, TransfersConfig, PayConfig {
  readonly host: string;
  readonly port: number;
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
  /** Whether the page reads with the development key when it is opened by the printed link. */
  readonly pageSession: boolean;
  /** Hot loops in WebAssembly SIMD instead of JavaScript: the same results. */
  readonly kernels: boolean;
  /** Worker threads of refreshes and histories; undefined: one for each core but one, at most four. */
  readonly threads: number | undefined;
  /** JSON file with names, sites and links of venues; undefined: the directory is neutral. */
  readonly venues: string | undefined;
  /** JSON file with composites of the operator; undefined: none. */
  readonly composites: string | undefined;
  readonly repair: boolean;
  readonly skipBad: boolean;
  /** Layout of bar files without a header; undefined: every row confirms it. */
  readonly layout: LayoutName | undefined;
  /** Folder of the manifest of models. */
  readonly models: string;
  /** Folder of the host's own data. */
  readonly dataDir: string;
  /** Webhooks may go to private addresses, and over http. */
  readonly webhooksPrivate: boolean;
  /** Keys of the stored secrets of webhooks; the first one encrypts. undefined: they are stored as they are. */
  readonly webhookKey: readonly Buffer[] | undefined;
  /** Place of the files of archived days; undefined: a folder in `dataDir`. */
  readonly archive: string | undefined;
  /** Days of published snapshots that are kept for `as_of`; 0: none. */
  readonly archiveDays: number;
  /** Most bytes of them, in gigabytes. */
  readonly archiveGigabytes: number;
  /** undefined: a PostgreSQL of the host's own. */
  readonly databaseUrl: string | undefined;
  /** undefined: where it listens. */
  readonly publicUrl: string | undefined;
  /** undefined: the service's index. */
  readonly pricingUrl: string | undefined;
  /** undefined: no mail is sent. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Addresses and CIDR networks; undefined: none is trusted. */
  readonly trustedProxies: string | undefined;
  readonly mintsPerNetwork: number;
  readonly mintsPerHour: number;
  readonly mailsPerHour: number;
  /** Origins of pages that may call the service, or `*`; undefined: none. */
  readonly corsOrigin: readonly string[] | undefined;
  /** Days of forced closes that are kept. */
  readonly forcedDays: number;
  /** Days of funding and open interest that are kept. */
  readonly sampleDays: number;
  /** HTML 403 to the default signature of one standard-library client, before the API. */
  readonly edgeGuard: boolean;
  readonly logLevel: LogLevel;
}
