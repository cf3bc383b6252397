/** Reads of what another producer published, with the types of its publication. */

import { PUBLICATIONS, type Publication, type RowsOf } from '@barograph/contract';
import { UsageError } from '@barograph/core';
import type { ProducerInput } from './producer.ts';
import { headFault, recordFault } from './snapshots/shared/snapshot-shapes.ts';

/** Schemas of publications by name. */
const SHAPES = new Map(PUBLICATIONS.map(({ name, shape }) => [name, shape]));

/**
 * Rows of a publication.
 *
 * @param of the publication, or the engine that publishes the rows.
 * @throws {UsageError} a row does not match the schema of its publication.
 */
export async function publishedRows<Row>(
  { published }: Pick<ProducerInput, 'published'>,
  of: RowsOf<Row> | Publication<Row, never>,
): Promise<readonly Row[]> {
  const shape = SHAPES.get(of.name);
  return (await published(of.name)).map((json) => {
    const row: unknown = JSON.parse(json);
    const fault = shape === undefined ? undefined : recordFault(shape, row);
    if (fault !== undefined) throw new UsageError(`rows of "${of.name}" expected their schema, got: ${fault}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of that publication, checked above
    return row as Row;
  });
}

/**
 * Head of a publication; undefined before its first.
 *
 * @throws {UsageError} it does not match the schema of its publication.
 */
export async function publishedHead<Row, Head>(
  { head }: Pick<ProducerInput, 'head'>,
  of: Publication<Row, Head>,
): Promise<Head | undefined> {
  const value = await head(of.name);
  if (value === undefined) return undefined;
  const fault = headFault(of.shape, value);
  if (fault !== undefined) throw new UsageError(`head of "${of.name}" expected its schema, got: ${fault}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of that publication, checked above
  return value as Head;
}
