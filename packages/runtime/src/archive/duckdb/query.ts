/** Rows of Parquet files through DuckDB; range, skipped rows and limit are part of the statement. */

import type { DuckAsked, PackedRows } from './messages.ts';

/** Used part of `@duckdb/node-api`; the package is an optional peer. */
export interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<{ connect(): Promise<DuckConnection> }>;
  };
}
export interface DuckConnection {
  run(sql: string): Promise<unknown>;
  stream(sql: string): Promise<{ fetchChunk(): Promise<DuckChunk | null> }>;
}
interface DuckChunk {
  readonly rowCount: number;
  /** Every column of the statements is DOUBLE. */
  getColumnVector(index: number): { readonly items: Float64Array };
}

/** Text as an SQL literal. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL statement of a query. @param paths local paths of its files, in order */
export function statementOf({ columns, start, end, skip, limit }: DuckAsked, paths: readonly string[]): string {
  const list = `[${paths.map(quoted).join()}]`;
  const selected = columns.map(({ name, isTime }) => {
    const column = isTime ? `epoch_ms("${name}")` : `"${name}"`;
    return `coalesce(${column}::double, 'nan'::double)`;
  });
  const conditions = [
    ...(start === null ? [] : [`"timestamp" >= make_timestamp(${start} * 1000)`]),
    ...(end === null ? [] : [`"timestamp" < make_timestamp(${end} * 1000)`]),
    ...(skip === 0 ? [] : [`(filename <> ${quoted(paths[0]!)} or file_row_number >= ${skip})`]),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  return (
    `select (list_position(${list}, filename) - 1)::double, file_row_number::double, ${selected.join()} ` +
    `from read_parquet(${list}, filename = true, file_row_number = true) ${where} limit ${limit}`
  );
}

/** Rows of a query, ordered by file and row. @param paths local paths of the files */
export async function rowsOf(
  connection: DuckConnection,
  request: DuckAsked,
  paths: readonly string[],
): Promise<readonly PackedRows[]> {
  const result = await connection.stream(statementOf(request, paths));
  const packed: PackedRows[] = [];
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return packed;
    // The vector's memory belongs to the chunk.
    const column = (index: number): Float64Array => chunk.getColumnVector(index).items.slice();
    packed.push({ fileOf: column(0), places: column(1), columns: request.columns.map((_, i) => column(i + 2)) });
  }
}
