/** Sources of the events of a host with several, as its answers and streams name them. */

import { encodeProvenance, type Provenance } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { message } from './frame.ts';

/** Sources of the events now; undefined of a host with one source. */
export type EventSources = () => readonly Provenance[] | undefined;

export const NO_SOURCES: EventSources = () => undefined;

/** Changes when a source fails or recovers. */
export function freshness(provenance: readonly Provenance[] | undefined): string {
  return (provenance ?? []).map(({ feed, source, isFresh }) => `${feed}/${source}:${Number(isFresh)}`).join(' ');
}

/** Changes with the freshness, and once a minute of what the sources know: an answer is kept for so long. */
export function keptStamp(provenance: readonly Provenance[] | undefined): string {
  const minutes = (provenance ?? []).map(({ asOf }) => Math.floor(asOf / MINUTE_MS));
  return `${freshness(provenance)} ${minutes.join(' ')}`;
}

/** Provenance as a field that is left out. */
export function provenanceField(provenance: readonly Provenance[] | undefined): {
  readonly provenance?: readonly Provenance[];
} {
  return provenance === undefined ? {} : { provenance };
}

/** @returns the message that names the sources, at first and whenever one has failed or recovered; none in between. */
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
