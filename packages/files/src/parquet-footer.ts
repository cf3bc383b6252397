/** Reads the footer of a Parquet file: schema, and positions of its row groups. */

import {
  parquetMetadataAsync,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type SchemaElement,
} from 'hyparquet';
import { SourceError } from './byte-source.ts';
import { ParquetFault } from './parquet-fault.ts';
import { PARSERS } from './parquet-groups.ts';

const MAGIC = 'PAR1';
/** Bytes around the footer: the magic at both ends, and its length. */
const AROUND = 12;

/** Reads the footer. @throws {ParquetFault} when it cannot be read. */
export async function readFooter(
  file: AsyncBuffer,
): Promise<{ readonly metadata: FileMetaData; readonly elements: readonly SchemaElement[] }> {
  const { byteLength } = file;
  if (byteLength < AROUND) throw new ParquetFault(`${byteLength} bytes`);
  const end = Buffer.from(await file.slice(byteLength - 8, byteLength));
  if (end.toString('latin1', 4) !== MAGIC) throw new ParquetFault('a file without its end');
  const length = end.readUInt32LE(0);
  if (length > byteLength - AROUND) throw new ParquetFault(`a footer of ${length} bytes in a file of ${byteLength}`);
  try {
    const metadata = await parquetMetadataAsync(file, { parsers: PARSERS });
    return { metadata, elements: parquetSchema(metadata).children.map((child) => child.element) };
  } catch (error) {
    throw error instanceof SourceError ? error : new ParquetFault('a damaged footer', { cause: error });
  }
}
