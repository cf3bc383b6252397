/** Flags of every command that shows rows: format, columns, order and number of them. */

import { InvalidArgumentError, Option, type Command } from 'commander';
import { addColumns, type ColumnsFlag, type ColumnsRole } from './columns-flag.ts';
import { FORMATS, type Format } from './table.ts';

/** Order of rows. */
export interface SortFlag {
  readonly column: string;
  /** undefined: numbers descend, texts and times ascend. */
  readonly order: 'asc' | 'desc' | undefined;
}

/** The flags, parsed. */
export interface TableFlags {
  readonly format: Format;
  readonly columns?: ColumnsFlag | undefined;
  readonly sort?: SortFlag;
  readonly limit?: number;
  readonly wide?: boolean;
  readonly out?: string;
  /** Moments as epoch ms, which is the default, or as texts; Parquet has a type for them. */
  readonly times?: 'epoch' | 'iso';
}

/** Adds them. @param role of `--columns` in this command. @param hasLimit whether the command has a `--limit` of its own. */
export function addTable(command: Command, role: ColumnsRole, hasLimit: boolean = false): Command {
  const limited = hasLimit
    ? command
    : command.addOption(new Option('--limit <n>', 'at most so many rows').argParser(limitOf));
  const formatted = limited.addOption(
    new Option('--format <format>', 'table is for people, the others for programs')
      .choices(FORMATS)
      .default('plain', 'table'),
  );
  return addColumns(formatted, role)
    .addOption(
      new Option(
        '--sort <column>',
        'order of the rows: numbers descend, texts ascend, adx:asc and adx:desc say it; what is unknown or stale is last',
      ).argParser(sortOf),
    )
    .option('--wide', 'every column of a table, however wide the terminal is');
}

/** @throws {InvalidArgumentError} another order. */
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
