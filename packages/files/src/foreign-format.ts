/** Unsupported formats by their first bytes, with advice for each. */

import type { DataProblem } from '@barograph/core';

interface Foreign {
  /** Bytes at `at`, as Latin-1 text. */
  readonly magic: string;
  readonly at?: number;
  readonly got: string;
}

const UNPACK = 'unpack it';
/** Formats in detection order. */
const FOREIGN: readonly Foreign[] = [
  { magic: 'PK\u0003\u0004', got: 'a zip archive or a workbook: unpack it, or save it as CSV' },
  { magic: 'FEA1', got: 'Feather V1: write it anew as Feather V2 or Parquet (in pandas: df.to_parquet)' },
  { magic: '\u0089HDF\r\n', got: 'HDF5: write the table as Parquet (in pandas: pd.read_hdf(…).to_parquet)' },
  { magic: 'SQLite format 3\0', got: 'a database of SQLite: export the table as CSV' },
  { magic: '\u0093NUMPY', got: 'an array of NumPy: write it as CSV (numpy.savetxt)' },
  { magic: '(\u00b5/\u00fd', got: `a file packed by zstd: ${UNPACK}` },
  { magic: 'BZh', got: `a file packed by bzip2: ${UNPACK}` },
  { magic: '\u00fd7zXZ\0', got: `a file packed by xz: ${UNPACK}` },
  { magic: '\u0004"M\u0018', got: `a file packed by lz4: ${UNPACK}` },
  { magic: "7z\u00bc\u00af'\u001c", got: `an archive of 7-Zip: ${UNPACK}` },
  { magic: 'Rar!\u001a\u0007', got: `a RAR archive: ${UNPACK}` },
  { magic: 'ustar', at: 257, got: `a tar archive: ${UNPACK}` },
  { magic: '\u00d0\u00cf\u0011\u00e0', got: 'a workbook of an old Excel: save it as CSV' },
  { magic: 'ORC', got: 'Apache ORC: write it as Parquet' },
  { magic: 'Obj\u0001', got: 'Apache Avro: write it as Parquet' },
  { magic: 'RDX', got: 'data of R: write them as CSV (write.csv)' },
  { magic: '%PDF', got: 'a PDF: export its table as CSV' },
  { magic: '\u0089PNG', got: 'a picture (PNG)' },
  { magic: '\u00ff\u00d8\u00ff', got: 'a picture (JPEG)' },
  { magic: '\u0080\u0003}', got: 'a pickle of Python: write the table as Parquet (df.to_parquet)' },
  ...[2, 3, 4, 5].map((version) => ({
    magic: `\u0080${String.fromCharCode(version)}`,
    got: 'a pickle of Python: write the table as Parquet (df.to_parquet)',
  })),
];

const LESS = '<';
/** Bytes examined for control characters. */
const LOOKED_AT = 4096;
const TABLES = 'CSV, JSON, NDJSON, Parquet or Arrow, plain or gzip';

const not = (expected: string, got: string): DataProblem => ({ code: 'unreadable_file', expected, got });

/** Problem of a known unsupported format or of binary data; otherwise undefined. */
export function foreignProblem(head: Buffer): DataProblem | undefined {
  const found = FOREIGN.find(
    ({ magic, at = 0 }) => head.toString('latin1', at, at + magic.length) === magic && head.length >= at + magic.length,
  );
  if (found !== undefined) return not(TABLES, found.got);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    return not('text in UTF-8', 'UTF-16: save it as "CSV UTF-8"');
  }
  const text = head.toString('latin1', 0, LOOKED_AT);
  if (text.trimStart().startsWith(LESS) && /^\s*(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|\?xml)/i.test(text)) {
    return not('CSV, JSON, NDJSON or Parquet', 'a page of HTML or XML, such as the message of a server');
  }
  // Cells may hold anything, but the first line has only names or numbers.
  const [first = ''] = text.split('\n', 1);
  // oxlint-disable-next-line no-control-regex -- they are looked for
  return /[\0-\u0006\u000e-\u001a]/.test(first) ? not(TABLES, 'a binary file of an unknown kind') : undefined;
}
