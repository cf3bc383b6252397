/** Nowcast of the next hours; `loadShippedModel` is exported by `barograph`. */

export * from '@barograph/nowcast';
