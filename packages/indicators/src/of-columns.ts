/**
 * Nothing, spread as the first part of a record of columns whose names are those of a stream's point.
 *
 * V8 gives literals of the same names in the same order the same fields: once a field `adx` held a column, numbers that are
 * written to the `adx` of a point are boxed, 16 bytes each, in every stream of the process. A record that begins with a spread
 * gets fields of its own.
 */
export const OF_COLUMNS: object = Object.freeze({});
