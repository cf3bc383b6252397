/** Sources of the events of a host with several, as named in its answers and streams. */

import { encodeProvenance, type Provenance } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { message } from './frame.ts';

/** Current sources of the events; undefined for a host with one source. */
export type EventSources = () => readonly Provenance[] | undefined;

/** Sources of a host with one source, whose events omit them. */
export const NO_SOURCES: EventSources = () => undefined;

/** Changes when a source fails or recovers. */
export function freshness(provenance: readonly Provenance[] | undefined): string {
  return (provenance ?? []).map(({ feed, source, isFresh }) => `${feed}/${source}:${Number(isFresh)}`).join(' ');
}

/** Changes with the freshness, and once a minute of the sources' time, which bounds how long an answer is cached. */
export function keptStamp(provenance: readonly Provenance[] | undefined): string {
  const minutes = (provenance ?? []).map(({ asOf }) => Math.floor(asOf / MINUTE_MS));
  return `${freshness(provenance)} ${minutes.join(' ')}`;
}

/** Provenance as an optional field. */
export function provenanceField(provenance: readonly Provenance[] | undefined): {
  readonly provenance?: readonly Provenance[];
} {
  return provenance === undefined ? {} : { provenance };
}

/** @returns a function that returns the message naming the sources, first and after changes; otherwise nothing. */
export function createNaming(sources: EventSources): () => readonly Buffer[] {
  let named: string | undefined;
  return () => {
    const provenance = sources();
    const now = freshness(provenance);
    if (provenance === undefined || now === named) return [];
    named = now;
    return [message('provenance', encodeProvenance(provenance))];
  };
}
