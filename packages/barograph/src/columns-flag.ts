/** `--columns`: which column of a file is which, and which columns of the result are shown. */

import { BAR_COLUMNS, type BarColumn, type ColumnMapping } from '@barograph/files';
import { InvalidArgumentError, Option } from 'commander';

/** The flag, parsed. */
export interface ColumnsFlag {
  /** Columns of the files of bars by what they are; empty when none was named. */
  readonly mapping: ColumnMapping;
  /** Columns of the result, in their order; undefined: those of the command. */
  readonly shown: readonly string[] | undefined;
}

/** Name of the flag, for messages that ask for it. */
export const COLUMNS_FLAG = '--columns';

/** Roles that the flag has in a command: some read no bars, some show no table. */
export type ColumnsRole = 'both' | 'mapping' | 'shown';

const HELP: Readonly<Record<ColumnsRole, string>> = {
  both: 'name=Column says which column of the files is which (time=Datetime,close=Close); names alone choose what is shown (symbol,color)',
  mapping: 'which column of the files of bars is which, such as time=Datetime,close=Close',
  shown: 'columns of the result, such as coin,net_usd',
};

/** The option. */
export function columnsOption(role: ColumnsRole): Option {
  return new Option(`${COLUMNS_FLAG} <list>`, HELP[role]).argParser((text, before?: ColumnsFlag) =>
    columnsIn(text, role, before),
  );
}

const isBarColumn = (name: string): name is BarColumn => BAR_COLUMNS.some((column) => column === name);

/** @throws {InvalidArgumentError} what is neither, or not for this command. */
export function columnsIn(text: string, role: ColumnsRole, before?: ColumnsFlag): ColumnsFlag {
  const mapping: Partial<Record<BarColumn, string>> = { ...before?.mapping };
  const shown: string[] = [...(before?.shown ?? [])];
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const at = part.indexOf('=');
    if (at === -1) {
      if (role === 'mapping') throw new InvalidArgumentError(`expected name=Column, got ${JSON.stringify(part)}.`);
      shown.push(part);
      continue;
    }
    if (role === 'shown') throw new InvalidArgumentError(`expected names of columns, got ${JSON.stringify(part)}.`);
    // `timestamp` is what our own files call the time.
    const name = part
      .slice(0, at)
      .trim()
      .toLowerCase()
      .replace(/^timestamp$/, 'time');
    const column = part.slice(at + 1).trim();
    if (!isBarColumn(name)) {
      throw new InvalidArgumentError(
        `expected one of ${BAR_COLUMNS.join(', ')} before =, got ${JSON.stringify(name)}.`,
      );
    }
    if (column === '' && name !== 'symbol') throw new InvalidArgumentError(`expected a column after ${name}=.`);
    mapping[name] = column;
  }
  return { mapping, shown: shown.length === 0 ? undefined : shown };
}
