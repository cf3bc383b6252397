import { QuantError } from '@barograph/core';

/** A fit that broke its own promises: an objective that fell, or a scale matrix that is none. Never a warning. */
export class FitError extends QuantError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('bad_value', message, options);
  }
}
