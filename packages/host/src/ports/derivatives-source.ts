/** Where funding rates and open interest come from: the simulator, files, a venue. */

/** A question for the last hours of a perp. */
export interface DerivativesRequest {
  readonly symbol: string;
  /** Open of the last hour, epoch ms; nothing that became known after its end is in an answer. */
  readonly last: number;
  readonly hours: number;
}

/** Answers have one number per hour, oldest first, NaN where none is known; null for a perp that the source has not. */
export interface DerivativesSource {
  /** Fractions of the notional per hour, whatever the interval of the venue. */
  fundingRates(request: DerivativesRequest): Promise<Float64Array | null>;
  /** Units of the coin. */
  openInterest(request: DerivativesRequest): Promise<Float64Array | null>;
}

/** What a host has whose source has bars only. */
export const NO_DERIVATIVES: DerivativesSource = Object.freeze({
  fundingRates: async () => null,
  openInterest: async () => null,
});
