/** Bodies of the sources about chains: recorded ones where the shared data are there, and those that are written here. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { shape } from '../../src/upstream/shape.ts';

const FOLDER = '../shared/data/api';
/** Reason why there are no recorded bodies; undefined when there are. */
export const without = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;
/** Mutants of each body. */
export const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 1000;

/** A recorded body, as text. */
export function recordedText(folder: string, file: string): string {
  return readFileSync(join(FOLDER, folder, file), 'utf8');
}

/** A recorded body. */
export function recorded(folder: string, file: string): unknown {
  return JSON.parse(recordedText(folder, file)) as unknown;
}

/** Names of the recorded bodies of a source. */
export function recordings(folder: string): readonly string[] {
  return readdirSync(join(FOLDER, folder)).sort();
}

/** A body of its schema, with what a reader sees of it; undefined of one that is refused. */
export function shaped<T>(schema: TSchema, body: unknown, drift: (field: string) => void = () => {}): T | undefined {
  const made = shape(schema, structuredClone(body), drift);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type that the schema states
  return made.ok ? (made.value as T) : undefined;
}

/** Names that the maker of a token may have given it, to harm its readers. */
export const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '=HYPERLINK("https://evil.example","x")',
  '@SUM(1+1)*cmd|x',
  '[click](javascript:alert(1)) | `a` ** b',
  'US\u202EDT\u2066',
  'a\u0000b\r\nc\u001B[2Jd',
  'x'.repeat(10_000),
  '","__proto__":{"a":1},"',
  'SOL / USDC / SOL',
  '',
];

/** Characters of a text, as people count them. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
