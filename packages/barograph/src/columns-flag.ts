/** `--columns` and `--layout`: roles of a file's columns, and the columns shown of the result. */

import {
  BAR_COLUMNS,
  LAYOUT_NAMES,
  TRADE_MAPPING,
  type BarColumn,
  type ColumnMapping,
  type LayoutName,
  type ReadBarsOptions,
  type TradeColumn,
  type TradeMapping,
} from '@barograph/files';
import { InvalidArgumentError, Option, type Command } from 'commander';

export interface ColumnsFlag {
  /** Columns of bar files by role; empty when the flag names no column. */
  readonly mapping: ColumnMapping;
  /** Columns of the result, in order; undefined for the command's default. */
  readonly shown: readonly string[] | undefined;
  /** Columns of a trade file by role. */
  readonly trades?: TradeMapping;
  /** Layout of files without a header (`--layout`). */
  readonly layout?: LayoutName;
}

const NO_COLUMNS: ColumnsFlag = { mapping: {}, shown: undefined };

/** Name of the flag, for messages that ask for it. */
export const COLUMNS_FLAG = '--columns';

/** Meaning of `--columns` in a command: some read no bars, some show no table. */
export type ColumnsRole = 'both' | 'mapping' | 'shown' | 'trades';

const HELP: Readonly<Record<ColumnsRole, string>> = {
  both: 'name=Column maps a column of the files (time=Datetime,close=Close); names alone select columns of the result (symbol,color)',
  mapping: 'which column of the files of bars is which, such as time=Datetime,close=Close',
  shown: 'columns of the result, such as coin,net_usd',
  trades:
    'name=Column maps a column of the file (time=T,maker=m); names alone select columns of the result (coin,buy_notional)',
};

/** Reader options from the flags. */
export function readBy(
  flag: ColumnsFlag | undefined,
): Pick<ReadBarsOptions, 'columns' | 'columnsFlag' | 'layout' | 'layoutFlag'> {
  return { columns: flag?.mapping, columnsFlag: COLUMNS_FLAG, layout: flag?.layout, layoutFlag: '--layout' };
}

/** Adds `--columns`, and `--layout` to a command that reads bars; both parse into {@link ColumnsFlag}. */
export function addColumns(command: Command, role: ColumnsRole): Command {
  command.addOption(columnsOption(role));
  if (role === 'shown' || role === 'trades') return command;
  const help =
    'layout of files without a header that is not recognised from the rows: see the README of @barograph/files';
  return command.addOption(new Option('--layout <name>', help).choices(LAYOUT_NAMES)).hook('preAction', (self) => {
    const { columns = NO_COLUMNS, layout } = self.opts<{ columns?: ColumnsFlag; layout?: LayoutName }>();
    if (layout !== undefined) self.setOptionValue('columns', { ...columns, layout });
  });
}

function columnsOption(role: ColumnsRole): Option {
  return new Option(`${COLUMNS_FLAG} <list>`, HELP[role]).argParser((text, before?: ColumnsFlag) =>
    columnsIn(text, role, before),
  );
}

const isTradeColumn = (name: string): name is TradeColumn => TRADE_MAPPING.some((column) => column === name);
const isBarColumn = (name: string): name is BarColumn => BAR_COLUMNS.some((column) => column === name);

/** Parses `--columns`. @throws {InvalidArgumentError} when a part is unknown or not allowed in this command. */
export function columnsIn(text: string, role: ColumnsRole, before?: ColumnsFlag): ColumnsFlag {
  const mapping: Partial<Record<BarColumn, string>> = { ...before?.mapping };
  const trades: Partial<Record<TradeColumn, string>> = { ...before?.trades };
  const shown: string[] = [...(before?.shown ?? [])];
  for (const part of text.split(',').map((part) => part.trim())) {
    if (part === '') continue;
    const at = part.indexOf('=');
    if (at === -1) {
      if (role === 'mapping') throw new InvalidArgumentError(`expected name=Column, got ${JSON.stringify(part)}.`);
      shown.push(part);
      continue;
    }
    if (role === 'shown') throw new InvalidArgumentError(`expected names of columns, got ${JSON.stringify(part)}.`);
    // Files written by Barograph name the time `timestamp`.
    const name = part
      .slice(0, at)
      .trim()
      .toLowerCase()
      .replace(/^timestamp$/, 'time');
    const column = part.slice(at + 1).trim();
    const known: readonly string[] = role === 'trades' ? TRADE_MAPPING : BAR_COLUMNS;
    if (!known.includes(name)) {
      throw new InvalidArgumentError(`expected one of ${known.join(', ')} before =, got ${JSON.stringify(name)}.`);
    }
    if (column === '' && name !== 'symbol') throw new InvalidArgumentError(`expected a column after ${name}=.`);
    if (role === 'trades' && isTradeColumn(name)) trades[name] = column;
    else if (isBarColumn(name)) mapping[name] = column;
  }
  return { mapping, ...(role === 'trades' ? { trades } : {}), shown: shown.length === 0 ? undefined : shown };
}
