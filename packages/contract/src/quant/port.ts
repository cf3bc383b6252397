/** Port of the nowcast to its host: the model in use, and its archived answers. */

import type { NowcastArtifact, Regime } from '@barograph/nowcast';
import type { BytesBody } from '../body.ts';
import { port } from '../context.ts';
import type { Provenance } from '../published.ts';
import type { QuantFileFormat, QuantFileLink } from './file-link.ts';
import type { QuantHour } from './hour.ts';

/** Reason why there is no model. */
export interface NoModel {
  readonly kind: 'none' | 'refused';
  readonly reason: string;
  /** Version that was refused. */
  readonly version: string | null;
}

/** A model that runs, as its card has it. */
export interface CardModel {
  readonly kind: 'loaded';
  readonly artifact: NowcastArtifact;
  readonly sha256: string;
  /** JSON of the published metrics; null when none are. */
  readonly metrics: unknown;
}

/** The hours that are asked for: opens of the first and the last, epoch ms. */
export interface QuantRange {
  /** `market`, or the name of a perp in any case. */
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

/** A day and its label. */
export interface QuantDay {
  /** Midnight UTC, epoch ms. */
  readonly time: number;
  readonly regime: Regime | null;
  readonly hours: number;
}

/** Sources of the bars that something was computed from; only of a host with several sources. */
type Sourced = { readonly provenance?: readonly Provenance[] };

/** Archive of a model by the hour, with reconstructed answers where none was given. Moments are epoch ms. */
export interface QuantArchive {
  /** Up to `limit + 1` hours, oldest first, under the listed name of the scope; undefined for a scope that is none. */
  hours(
    range: QuantRange,
    at: number,
  ): Promise<({ readonly scope: string; readonly hours: readonly QuantHour[] } & Sourced) | undefined>;
  /** Labels of the market's completed UTC days, oldest first. @param from midnight of the first day. */
  days(from: number, at: number): Promise<{ readonly days: readonly QuantDay[] } & Sourced>;
  /** A link to the file of the market's whole history. */
  link(format: QuantFileFormat, at: number): Promise<QuantFileLink>;
  /** The file behind a link; undefined for a link that was not made here, or has ended. */
  open(ticket: QuantFileTicket, at: number): Promise<BytesBody | undefined>;
}

/** A model that runs, with its archive. */
export interface RunningModel extends CardModel {
  readonly archive: QuantArchive;
}

/** The model of the host, or why there is none. */
export const QUANT = port<RunningModel | NoModel>('quant');
