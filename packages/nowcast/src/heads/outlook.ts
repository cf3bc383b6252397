/** Outlook of a head outside the model file, with its provenance, or the reason why it is absent. */

/** Provenance of a head's probabilities. */
export interface HeadProvenance {
  /**
   * `direct`: trained for the purpose. `chain`: the chain's forecast. `rule`: a stated rule. `prior`: a prior, for lack
   * of data.
   */
  readonly source: 'direct' | 'chain' | 'rule' | 'prior';
  readonly version: string;
  /** Time before which training ended, epoch ms, and number of training origins; null when not trained. */
  readonly trainedTo: number | null;
  readonly n: number | null;
  /** Versions of the engines that measured inputs other than bars; absent when unnamed. */
  readonly inputs?: readonly string[];
}

/** Head without an outlook, and its missing input. */
export interface SilentHead {
  readonly source: null;
  readonly reason: string;
}

/** Provenance by name of the head; null for a head that is undefined for the hour. */
export type HeadsProvenance = Readonly<Record<string, HeadProvenance | SilentHead | null>>;

/** Probabilities of a family, in the order of its classes, which sum to 1; null with the missing input. */
export type Outlook =
  | { readonly probabilities: readonly number[]; readonly provenance: HeadProvenance }
  | { readonly probabilities: null; readonly provenance: SilentHead };

/** Builds an empty outlook with its reason. */
export function silent(reason: string): Outlook {
  return { probabilities: null, provenance: { source: null, reason } };
}
