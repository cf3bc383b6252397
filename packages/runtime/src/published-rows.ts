/** Typed reads of other producers' publications. */

import { PUBLICATIONS, type Publication, type RowsOf } from '@barograph/contract';
import { UsageError } from '@barograph/core';
import type { ProducerInput } from './producer.ts';
import { headFault, recordFault } from './snapshots/shared/snapshot-shapes.ts';

/** Schemas of publications by name. */
const SHAPES = new Map(PUBLICATIONS.map(({ name, shape }) => [name, shape]));

/**
 * Reads the rows of a publication.
 *
 * @param source the publication, or the engine that publishes the rows.
 * @throws {UsageError} when a row does not match the schema of its publication.
 */
export async function publishedRows<Row>(
  { published }: Pick<ProducerInput, 'published'>,
  source: RowsOf<Row> | Publication<Row, never>,
): Promise<readonly Row[]> {
  const shape = SHAPES.get(source.name);
  return (await published(source.name)).map((json) => {
    const row: unknown = JSON.parse(json);
    const fault = shape === undefined ? undefined : recordFault(shape, row);
    if (fault !== undefined) throw new UsageError(`rows of "${source.name}" expected their schema, got: ${fault}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of that publication, checked above
    return row as Row;
  });
}

/**
 * Reads the head of a publication; undefined before its first.
 *
 * @throws {UsageError} when it does not match the schema of its publication.
 */
export async function publishedHead<Row, Head>(
  { head }: Pick<ProducerInput, 'head'>,
  publication: Publication<Row, Head>,
): Promise<Head | undefined> {
  const value = await head(publication.name);
  if (value === undefined) return undefined;
  const fault = headFault(publication.shape, value);
  if (fault !== undefined) throw new UsageError(`head of "${publication.name}" expected its schema, got: ${fault}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of that publication, checked above
  return value as Head;
}
