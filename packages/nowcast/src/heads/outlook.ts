/** Outlook of a head beside the model file, with its provenance; or the reason why there is none. */

/** Provenance of a head's probabilities. */
export interface HeadProvenance {
  /** Learnt for the purpose; of the chain's forecast; of a stated rule; or of a prior, for want of data. */
  readonly source: 'direct' | 'chain' | 'rule' | 'prior';
  readonly version: string;
  /** Epoch ms before which learning ended, and origins learnt from; null for what is not learnt. */
  readonly trainedTo: number | null;
  readonly n: number | null;
  /** Versions of the engines that measured what the head reads beside bars; left out where none is named. */
  readonly inputs?: readonly string[];
}

/** Head without an outlook, and its missing input. */
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

/** Builds an empty outlook with its reason. */
export function silent(reason: string): Outlook {
  return { probabilities: null, provenance: { source: null, reason } };
}
