/** Formats of bars. */

/** Formats of bars; `.gz` is the same within gzip. */
export type BarsFormat =
  | 'csv'
  | 'csv.gz'
  | 'json'
  | 'json.gz'
  | 'ndjson'
  | 'ndjson.gz'
  | 'parquet'
  | 'parquet.gz'
  | 'arrow'
  | 'arrow.gz';
