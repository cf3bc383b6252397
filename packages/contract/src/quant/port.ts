/** Port of the nowcast to its host: the model in use, and its archived answers. */

import type { NowcastArtifact, Regime } from '@barograph/nowcast';
import type { BytesBody } from '../body.ts';
import { port } from '../context.ts';
import type { Provenance } from '../published.ts';
import type { QuantFileFormat, QuantFileLink } from './file-link.ts';
import type { QuantHour } from './hour.ts';

/** Reason for a missing model. */
export interface NoModel {
  readonly kind: 'none' | 'refused';
  readonly reason: string;
  /** Refused version. */
  readonly version: string | null;
}

/** Current model, as described by its card. */
export interface CardModel {
  readonly kind: 'loaded';
  readonly artifact: NowcastArtifact;
  readonly sha256: string;
  /** Parsed JSON of the published metrics; null when absent. */
  readonly metrics: unknown;
}

/** Requested hours: opens of the first and the last, epoch ms. */
export interface QuantRange {
  /** `market`, or a perp's name in any case. */
  readonly scope: string;
  readonly start: number;
  readonly end: number;
  readonly limit: number;
}

/** Content of a signed link. */
export interface QuantFileTicket {
  /** Epoch seconds. */
  readonly expires: number;
  readonly format: QuantFileFormat;
  readonly signature: string;
}

/** Day with its label. */
export interface QuantDay {
  /** Midnight UTC, epoch ms. */
  readonly time: number;
  readonly regime: Regime | null;
  readonly hours: number;
}

/** Sources of the underlying bars; present only when the host has several sources. */
type Sourced = { readonly provenance?: readonly Provenance[] };

/** Hourly archive of a model, reconstructed where nothing was published. Moments are epoch ms. */
export interface QuantArchive {
  /** Up to `limit + 1` hours, oldest first, under the listed name of the scope; undefined for an unknown scope. */
  hours(
    range: QuantRange,
    at: number,
  ): Promise<({ readonly scope: string; readonly hours: readonly QuantHour[] } & Sourced) | undefined>;
  /** Labels of the market's completed UTC days, oldest first. @param from midnight of the first day. */
  days(from: number, at: number): Promise<{ readonly days: readonly QuantDay[] } & Sourced>;
  /** Creates a link to the file of the market's whole history. */
  link(format: QuantFileFormat, at: number): Promise<QuantFileLink>;
  /** File behind a link; undefined for a foreign or expired link. */
  open(ticket: QuantFileTicket, at: number): Promise<BytesBody | undefined>;
}

/** Current model with its archive. */
export interface RunningModel extends CardModel {
  readonly archive: QuantArchive;
}

/** Model of the host, or the reason why it is missing. */
export const QUANT = port<RunningModel | NoModel>('quant');
