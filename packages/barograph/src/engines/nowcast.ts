/** The nowcast of the next hours, by itself. `loadShippedModel` is in `barograph`. */

export * from '@barograph/nowcast';
