/** Composites defined by the operator of a service over its published numbers. */

import type { Composite } from '@barograph/core';
import { port } from '../context.ts';

/** Current score of a composite. */
export interface ScoredComposite extends Composite<string> {
  readonly name: string;
  readonly band: string | null;
  /** Published numbers that it reads, by name; null when unknown. */
  readonly inputs: Readonly<Record<string, number | null>>;
  /** Result of each part's expression; null without a result. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Time of the oldest number that it reads, epoch ms; null when all are unknown. */
  readonly oldest: number | null;
}

/** Composites of a host, in file order. */
export interface OwnComposites {
  readonly names: readonly string[];
  /** Scores a composite of {@link OwnComposites.names}. */
  score(name: string): ScoredComposite;
}

/** Port of the composites of the operator. */
export const OWN_COMPOSITES = port<OwnComposites>('own composites');
