/** `--columns` and `--layout`: which column of a file is which, and which columns of the result are shown. */

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

/** The flag, parsed. */
export interface ColumnsFlag {
  /** Columns of the files of bars by what they are; empty when none was named. */
  readonly mapping: ColumnMapping;
  /** Columns of the result, in their order; undefined: those of the command. */
  readonly shown: readonly string[] | undefined;
  /** Columns of a file of trades by what they are. */
  readonly trades?: TradeMapping;
  /** Layout of files without a header, by `--layout`. */
  readonly layout?: LayoutName;
}

const NO_COLUMNS: ColumnsFlag = { mapping: {}, shown: undefined };

/** Name of the flag, for messages that ask for it. */
export const COLUMNS_FLAG = '--columns';

/** Roles that the flag has in a command: some read no bars, some show no table. */
export type ColumnsRole = 'both' | 'mapping' | 'shown' | 'trades';

const HELP: Readonly<Record<ColumnsRole, string>> = {
  both: 'name=Column says which column of the files is which (time=Datetime,close=Close); names alone choose what is shown (symbol,color)',
  mapping: 'which column of the files of bars is which, such as time=Datetime,close=Close',
  shown: 'columns of the result, such as coin,net_usd',
  trades:
    'name=Column says which column of the file is which (time=T,maker=m); names alone choose what is shown (coin,buy_notional)',
};

/** Options of a reader of bars that the flags state. */
export function readBy(
  flag: ColumnsFlag | undefined,
): Pick<ReadBarsOptions, 'columns' | 'columnsFlag' | 'layout' | 'layoutFlag'> {
  return { columns: flag?.mapping, columnsFlag: COLUMNS_FLAG, layout: flag?.layout, layoutFlag: '--layout' };
}

/** Adds `--columns`, and `--layout` to a command that reads bars: its value becomes part of the {@link ColumnsFlag}. */
export function addColumns(command: Command, role: ColumnsRole): Command {
  command.addOption(columnsOption(role));
  if (role === 'shown' || role === 'trades') return command;
  const help =
    'what the cells of rows without a header are, where the rows do not confirm it: see the README of @barograph/files';
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

/** @throws {InvalidArgumentError} what is neither, or not for this command. */
export function columnsIn(text: string, role: ColumnsRole, before?: ColumnsFlag): ColumnsFlag {
  const mapping: Partial<Record<BarColumn, string>> = { ...before?.mapping };
  const trades: Partial<Record<TradeColumn, string>> = { ...before?.trades };
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
