/** Flags of commands that show rows: format, columns, order and limit. */

import { InvalidArgumentError, Option, type Command } from 'commander';
import { addColumns, type ColumnsFlag, type ColumnsRole } from './columns-flag.ts';
import { FORMATS, type Format } from './table.ts';

/** Order of rows. */
export interface SortFlag {
  readonly column: string;
  /** undefined sorts numbers descending, texts and times ascending. */
  readonly order: 'asc' | 'desc' | undefined;
}

export interface TableFlags {
  readonly format: Format;
  readonly columns?: ColumnsFlag | undefined;
  readonly sort?: SortFlag;
  readonly limit?: number;
  readonly wide?: boolean;
  readonly out?: string;
  /** Times in text formats; Parquet has its own type. @default 'epoch' (ms) */
  readonly times?: 'epoch' | 'iso';
}

/** Adds the flags. @param role meaning of `--columns` in this command. @param hasLimit true when the command defines its own `--limit`. */
export function addTable(command: Command, role: ColumnsRole, hasLimit: boolean = false): Command {
  const limited = hasLimit
    ? command
    : command.addOption(new Option('--limit <n>', 'maximum number of rows').argParser(limitOf));
  const formatted = limited.addOption(
    new Option('--format <format>', 'table is for reading, the others are for programs')
      .choices(FORMATS)
      .default('plain', 'table'),
  );
  return addColumns(formatted, role)
    .addOption(
      new Option(
        '--sort <column>',
        'column to sort by, such as adx:asc or adx:desc; by default numbers descend and texts ascend; unknown and stale rows are last',
      ).argParser(sortOf),
    )
    .option('--wide', 'show every column of a table, also beyond the width of the terminal');
}

/** Parses `--sort`. @throws {InvalidArgumentError} when the order is unknown. */
export function sortOf(text: string): SortFlag {
  const [, column = '', order] = /^(.*?)(?::(.*))?$/.exec(text) ?? [];
  if (column === '' || (order !== undefined && order !== 'asc' && order !== 'desc')) {
    throw new InvalidArgumentError('expected a column, or column:asc or column:desc.');
  }
  return { column, order };
}

function limitOf(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('expected a whole number from 1 on.');
  return count;
}
