/** Composites that the operator of a service defines, over the numbers that it publishes. */

import type { Composite } from '@barograph/core';
import { port } from '../context.ts';

/** A composite of now. */
export interface ScoredComposite extends Composite<string> {
  readonly name: string;
  readonly band: string | null;
  /** Published numbers that it reads, by name; null where one is not known. */
  readonly inputs: Readonly<Record<string, number | null>>;
  /** Of the expression of each part; null where it has no result. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Moment of the oldest number that it reads, epoch ms; null where none is known. */
  readonly oldest: number | null;
}

/** Composites of a host, in the order of its file. */
export interface OwnComposites {
  readonly names: readonly string[];
  /** Scores one of {@link OwnComposites.names}. */
  score(name: string): ScoredComposite;
}

/** Port of the composites of the operator. */
export const OWN_COMPOSITES = port<OwnComposites>('own composites');
