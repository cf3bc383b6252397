import { QuantError } from '@barograph/core';

/**
 * A fit violated an invariant: the objective fell, or a scale matrix is not positive definite.
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
