/** What a head beside the model file says, and where that comes from; or that it says nothing, and why. */

/** Where a head's probabilities come from. */
export interface HeadProvenance {
  /** Learnt for the purpose; of the chain's forecast; of a stated rule; or of a prior, for want of data. */
  readonly source: 'direct' | 'chain' | 'rule' | 'prior';
  readonly version: string;
  /** Epoch ms before which learning ended, and origins learnt from; null for what is not learnt. */
  readonly trainedTo: number | null;
  readonly n: number | null;
}

/** A head that says nothing, and what it lacks. */
export interface SilentHead {
  readonly source: null;
  readonly reason: string;
}

/** By name of the head; null for a head that is not defined for the hour. */
export type HeadsProvenance = Readonly<Record<string, HeadProvenance | SilentHead | null>>;

/** Probabilities of a family, in the order of its classes, which sum to 1; null with what is missing. */
export type Outlook =
  | { readonly probabilities: readonly number[]; readonly provenance: HeadProvenance }
  | { readonly probabilities: null; readonly provenance: SilentHead };

/** An outlook that says nothing, for this reason. */
export function silent(reason: string): Outlook {
  return { probabilities: null, provenance: { source: null, reason } };
}
