import { QuantError } from '@barograph/core';

/**
 * A fit that broke its own promises: an objective that fell, or a scale matrix that is none. Never a warning.
 *
 * @example
 * const error = new FitError('expected at least 100 origins, got 91');
 * [error.code, error instanceof QuantError]; // → [ 'bad_value', true ]
 */
export class FitError extends QuantError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('bad_value', message, options);
  }
}
