/** The configuration of a host. */

import type { PayConfig } from './config-pay-fields.ts';
import type { LogLevel } from '@barograph/store';
import type { SourcesConfig } from '@barograph/sources';

/** Everything that can be configured. */
export interface HostConfig extends SourcesConfig, PayConfig {
  readonly host: string;
  readonly port: number;
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
  /** Folder of the manifest of models. */
  readonly models: string;
  /** Online recalibration of the nowcast. */
  readonly recalibration: boolean;
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
  /** File that digests of the ledger are written to; undefined: none. */
  readonly ledgerDigests: string | undefined;
  /** HTML 403 to the default signature of one standard-library client, before the API. */
  readonly edgeGuard: boolean;
  readonly logLevel: LogLevel;
}
