/**
 * Empty record, spread as the first part of a record of columns that share names with a stream's point.
 *
 * V8 gives literals with equal names in equal order one shape: once a field `adx` has contained a column, numbers
 * written to the `adx` of a point are boxed, 16 bytes each, in every stream of the process. A record that starts with a
 * spread gets a shape of its own.
 */
export const OF_COLUMNS: object = Object.freeze({});
