/** Configuration of a host. */

import type { ArchiveEngine } from '@barograph/runtime';
import type { PayConfig } from './config-pay-fields.ts';
import type { LogLevel } from '@barograph/store';
import type { SourcesConfig } from '@barograph/sources';

/** All configuration fields. */
export interface HostConfig extends SourcesConfig, PayConfig {
  readonly host: string;
  readonly port: number;
  /** Whether the page, opened by the printed link, reads with the development key. */
  readonly pageSession: boolean;
  /** Runs hot loops in WebAssembly SIMD instead of JavaScript, with the same results. */
  readonly kernels: boolean;
  /** Worker threads of refreshes and histories; undefined: cores minus one, at most four. */
  readonly threads: number | undefined;
  /** JSON file with names, sites and links of venues; undefined: the directory is neutral. */
  readonly venues: string | undefined;
  /** JSON file with the operator's composites; undefined: no composites. */
  readonly composites: string | undefined;
  /** Folder of the model manifest. */
  readonly models: string;
  /** Online recalibration of the nowcast. */
  readonly recalibration: boolean;
  /** Folder of the host's own data. */
  readonly dataDir: string;
  /** Allows webhooks to private addresses and over http. */
  readonly webhooksPrivate: boolean;
  /** Keys that encrypt stored webhook secrets; the first one encrypts. undefined: secrets are stored in plain text. */
  readonly webhookKey: readonly Buffer[] | undefined;
  /** Location of the archived days' files; undefined: a folder in `dataDir`. */
  readonly archive: string | undefined;
  /** Engine that reads archive rows. */
  readonly archiveEngine: ArchiveEngine;
  /** Days of published snapshots kept for `as_of`; 0 keeps no snapshots. */
  readonly archiveDays: number;
  /** Limit of their size, GB. */
  readonly archiveGigabytes: number;
  /** undefined: an embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
  /** Redis for events and wake-ups; undefined: Postgres alone. */
  readonly redisUrl: string | undefined;
  /** undefined: the address it listens on. */
  readonly publicUrl: string | undefined;
  /** undefined: index of the service. */
  readonly pricingUrl: string | undefined;
  /** undefined: no mail is sent. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Addresses and CIDR networks; undefined: no proxy is trusted. */
  readonly trustedProxies: string | undefined;
  readonly mintsPerNetwork: number;
  readonly mintsPerHour: number;
  readonly mailsPerHour: number;
  /** Origins whose pages may call the service, or `*`; undefined: no origin. */
  readonly corsOrigin: readonly string[] | undefined;
  /** Retention of forced closes, days. */
  readonly forcedDays: number;
  /** Retention of funding and open interest, days. */
  readonly sampleDays: number;
  /** File that receives digests of the ledger; undefined: no file. */
  readonly ledgerDigests: string | undefined;
  /** Answers the default User-Agent of one standard-library client with an HTML 403 before the API. */
  readonly edgeGuard: boolean;
  readonly logLevel: LogLevel;
}
