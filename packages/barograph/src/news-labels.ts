/** Reads labelled headlines for `barograph news score`: a report per line, with a person's label. */

import { NEWS_CATEGORIES, type LabelledBias, type LabelledNews, type NewsCategory } from '@barograph/stress/news';
import { readFileSync } from 'node:fs';
import { CommandError } from './io.ts';
import { itemOf } from './news-file.ts';

const BIASES: readonly LabelledBias[] = ['positive', 'negative', 'neutral'];
const KINDS: readonly (NewsCategory | 'none')[] = [...NEWS_CATEGORIES, 'none'];

/**
 * Reads the labels.
 *
 * @throws {CommandError} when the file is missing, or a report or label is invalid; names line, field and value.
 */
export function readNewsLabels(path: string): readonly LabelledNews[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandError(`${path}: expected a file of labelled reports, got no such file`, { cause: error });
  }
  const rows = text
    .split('\n')
    .map((line, i) => ({ line, place: `${path}, line ${i + 1}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, place }, i) => labelOf(line, place, i + 1));
  if (rows.length === 0) throw new CommandError(`${path}: expected at least one labelled report, got an empty file`);
  return rows;
}

function labelOf(line: string, place: string, row: number): LabelledNews {
  const item = itemOf(line, row);
  if (typeof item === 'string') throw new CommandError(`${place}: expected a report, got ${item}`);
  // A valid report is an object.
  const json: unknown = JSON.parse(line);
  const fields = new Map<string, unknown>(typeof json === 'object' && json !== null ? Object.entries(json) : []);
  const text = (name: string): string | undefined => {
    const value = fields.get(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value;
    throw new CommandError(`${place}: "${name}" expected a text, got ${JSON.stringify(value)}`);
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value => {
    const found = values.find((value) => value === fields.get(name));
    if (found !== undefined) return found;
    throw new CommandError(
      `${place}: "${name}" expected one of ${values.join(', ')}, got ${JSON.stringify(fields.get(name))}`,
    );
  };
  const mustQualify = fields.get('must_qualify');
  if (typeof mustQualify !== 'boolean') {
    throw new CommandError(`${place}: "must_qualify" expected true or false, got ${JSON.stringify(mustQualify)}`);
  }
  const symbols = fields.get('symbols');
  if (!Array.isArray(symbols) || !symbols.every((symbol) => typeof symbol === 'string')) {
    throw new CommandError(`${place}: "symbols" expected a list of texts, got ${JSON.stringify(symbols)}`);
  }
  const [trap, story] = [text('trap'), text('story')];
  return {
    item,
    kind: oneOf('kind', KINDS),
    symbols,
    bias: oneOf('bias', BIASES),
    mustQualify,
    ...(trap === undefined ? {} : { trap }),
    ...(story === undefined ? {} : { story }),
  };
}
