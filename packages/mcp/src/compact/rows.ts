/** `screen` and `history`: rows of lists and histories as a table. */

import { rowsField, type Operation } from '@barograph/contract';
import type { JSONObject } from '@modelcontextprotocol/server';
import type { Asked, Parameters } from '../asking.ts';
import type { Tool, ToolAnswer } from '../tools.ts';
import { answered, refusal, wrongArgument, type Shape } from './answers.ts';
import type { Asker } from './asked.ts';
import { HISTORIES, LISTS } from './lists.ts';
import { compactTool } from './tool.ts';
import { isRecord, picked, rowsOf, type Json as Row } from './view.ts';

const LIMIT = { type: 'integer', description: 'Rows; 10 when left out.' } as const;
const FEW = 10;

/** Converts rows to columns and lines, which need half the characters of records; nested values are unchanged. */
function tableOf(rows: readonly Row[]): {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
} {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const recordOf = (value: unknown): Row => (isRecord(value) ? value : {});

/** Whether a row matches a filter: a value, or bounds. */
function passes(row: Row, name: string, wanted: unknown): boolean {
  const value = row[name];
  if (!isRecord(wanted)) return value === wanted;
  const { min = -Infinity, max = Infinity } = wanted;
  return numberOf(value) >= numberOf(min) && numberOf(value) <= numberOf(max);
}

/** Error of a filter; undefined for a value or bounds. */
function filterFault(name: string, wanted: unknown): ToolAnswer | undefined {
  const isBounds = isRecord(wanted) && Object.entries(wanted).every(([bound, value]) => ['min', 'max'].includes(bound) && typeof value === 'number'); // prettier-ignore
  if (isBounds || typeof wanted !== 'object' || wanted === null) return undefined;
  const got = JSON.stringify(wanted).slice(0, 200);
  return wrongArgument(`filters.${name}: expected a value or {"min": number, "max": number}, got ${got}.`, 'Call again with such a filter.'); // prettier-ignore
}

function limitFault(limit: unknown): ToolAnswer | undefined {
  return limit === undefined || numberOf(limit) >= 1
    ? undefined
    : wrongArgument(`limit: expected a whole number of at least 1, got ${shown(limit)}.`, 'Call again with another.');
}

/** Sorts rows by a field; unknown values come last in both directions. */
function sorted(rows: readonly Row[], by: string, order: unknown): readonly Row[] {
  const sign = order === 'asc' ? 1 : -1;
  const known = rows.filter((row) => typeof row[by] === 'string' || !Number.isNaN(numberOf(row[by])));
  const compare = ({ [by]: a }: Row, { [by]: b }: Row): number =>
    typeof a === 'string' || typeof b === 'string' ? shown(a).localeCompare(shown(b)) : numberOf(a) - numberOf(b);
  return [...known.toSorted((a, b) => sign * compare(a, b)), ...rows.filter((row) => !known.includes(row))];
}

interface TableAsked {
  readonly operation: Operation;
  readonly value: unknown;
  readonly usual: readonly string[] | undefined;
  readonly shape: Shape;
  readonly limit: number | undefined;
  /** Selects and orders rows. @default all rows of the answer */
  readonly choose?: (rows: readonly Row[]) => readonly Row[];
  /** Whether to keep the newest rows instead of the first. */
  readonly isHistory?: boolean;
}

function tableAnswer({ operation, value, usual, shape, limit, choose, isHistory = false }: TableAsked): ToolAnswer {
  const found = rowsOf(value, rowsField(operation)?.field);
  if (found === undefined) return answered(value, shape, undefined);
  const all = choose?.(found) ?? found;
  const most = limit ?? (shape.verbose === true ? all.length : isHistory ? 2 * FEW : FEW);
  const kept = isHistory ? all.slice(Math.max(0, all.length - most)) : all.slice(0, most);
  const paths = shape.fields ?? (shape.verbose === true ? undefined : usual);
  const rows = paths === undefined ? kept : kept.map((row) => recordOf(picked(row, paths)));
  if (rows.length > 0 && rows.every((row) => Object.keys(row).length === 0)) {
    const names = Object.keys(kept[0] ?? {});
    return wrongArgument(`fields: no field ${(paths ?? []).join(', ')} in a row.`, 'Name some of accepted.', {
      accepted: names,
    });
  }
  const rest = recordOf(value);
  const about = Object.fromEntries(
    ['as_of', 'data_source', 'symbol', 'interval'].flatMap((name) => (name in rest ? [[name, rest[name]]] : [])),
  );
  return answered({ total: all.length, ...tableOf(rows), ...about }, { verbose: shape.verbose }, undefined);
}

const textsOf = (answer: Asked): ToolAnswer | undefined => (answer.ok ? undefined : refusal(answer.error));

/** Separates filters that are parameters of the operation from filters on row fields. */
function splitFilters(
  names: readonly string[],
  filters: Parameters,
): { readonly own: Parameters; readonly rest: Parameters } {
  const entries = Object.entries(filters);
  return {
    own: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  };
}

const parameterOf = (operation: Operation, name: string): boolean => name in operation.query.properties;

async function screened(asker: Asker, given: Parameters, shape: Shape): Promise<ToolAnswer> {
  const { operation: id, usual } = LISTS[String(given['list'])]!;
  const operation = asker.known(id);
  if (operation === undefined) return wrongArgument(`list: this service has no ${id}.`, 'Use another list.');
  const names = asker.names(operation);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the argument was checked
  const { own, rest } = splitFilters(names, (given['filters'] ?? {}) as Parameters);
  const sort = given['sort'];
  const limit = numberOf(given['limit'] ?? FEW);
  const wrong = limitFault(given['limit']) ?? Object.entries(rest).map(([name, wanted]) => filterFault(name, wanted)).find((fault) => fault !== undefined); // prettier-ignore
  if (wrong !== undefined) return wrong;
  const isWhole = Object.keys(rest).length > 0 || (sort !== undefined && !parameterOf(operation, 'sort'));
  const sends = (name: string): boolean => given[name] !== undefined && parameterOf(operation, name);
  const answer = await asker.ask(id, {
    ...own,
    ...(sends('sort') ? { sort } : {}),
    ...(sends('order') ? { order: given['order'] } : {}),
    ...(!isWhole && parameterOf(operation, 'limit') ? { limit } : {}),
  });
  if (!answer.ok) return textsOf(answer)!;
  const found = rowsOf(answer.value, rowsField(operation)?.field);
  const fields = found?.[0] === undefined ? undefined : Object.keys(found[0]);
  const isStrange = (name: string): boolean => fields !== undefined && !fields.includes(name);
  const strangers = Object.keys(rest).filter(isStrange);
  if (strangers.length > 0) {
    const accepted = [...names, ...fields!];
    return wrongArgument(`filters: no ${strangers.join(', ')} in ${String(given['list'])}.`, 'Use names of accepted.', {
      accepted,
    });
  }
  if (sort !== undefined && !sends('sort') && isStrange(shown(sort))) {
    return wrongArgument(`sort: no ${shown(sort)} in ${String(given['list'])}.`, 'Use one of accepted.', { accepted: fields! }); // prettier-ignore
  }
  return tableAnswer({
    operation,
    value: answer.value,
    usual,
    shape,
    limit,
    choose: (rows) => {
      const passing = rows.filter((row) => Object.entries(rest).every(([name, wanted]) => passes(row, name, wanted)));
      return sort === undefined || sends('sort') ? passing : sorted(passing, shown(sort), given['order']);
    },
  });
}

async function recalled(asker: Asker, given: Parameters, shape: Shape): Promise<ToolAnswer> {
  const { of, symbol, limit, ...rest } = given;
  const { operation: id, coin } = HISTORIES[String(of)]!;
  const operation = asker.known(id);
  if (operation === undefined) return wrongArgument(`of: this service has no ${id}.`, 'Use another history.');
  const wrong = limitFault(limit);
  if (wrong !== undefined) return wrong;
  if (coin !== undefined && symbol === undefined)
    return wrongArgument('symbol: expected a coin, got none.', `Name one: {"of": "${String(of)}", "symbol": "BTC"}.`);
  const bound = limit !== undefined && parameterOf(operation, 'limit') ? { limit } : {};
  const scope = coin === 'scope' && String(symbol).toLowerCase() === 'market' ? 'market' : symbol;
  const answer = await asker.ask(id, { ...rest, ...(coin === undefined ? {} : { [coin]: scope }), ...bound });
  return textsOf(answer) ?? tableAnswer({ operation, value: answer.ok ? answer.value : undefined, usual: undefined, shape, limit: limit === undefined ? undefined : numberOf(limit), isHistory: true }); // prettier-ignore
}

/** Creates the two tools. */
export function rowTools(asker: Asker): readonly Tool[] {
  const text = (description: string): JSONObject => ({ type: 'string', description });
  return [
    compactTool({
      name: 'screen',
      title: 'Rows of a list: filtered, sorted, the fields that are wanted.',
      description:
        'Coins by colour, regime, risk, volatility, volume, moves, funding and more; news, hacks, traders, strategies.',
      properties: {
        list: { type: 'string', enum: Object.keys(LISTS) },
        filters: {
          type: 'object',
          description: 'By name: a value, or bounds of a field: {"color": "green", "adx": {"min": 25}}.',
        },
        sort: text('A field.'),
        order: { type: 'string', enum: ['asc', 'desc'] },
        limit: LIMIT,
      },
      required: ['list'],
      returns: 'total, columns, rows: a list of values for each row; or a record.',
      answer: async (given, shape) => screened(asker, given, shape),
    }),
    compactTool({
      name: 'history',
      title: 'Rows of the past, the newest last.',
      description:
        'Candles, funding, colours, regimes, volatility, depth, flows and others. regime needs start, and its symbol may be "market".',
      properties: {
        of: { type: 'string', enum: Object.keys(HISTORIES) },
        symbol: text('The coin, where the history is of one.'),
        interval: text('Of candles: 1h, 4h, 1d …'),
        start: text('ISO 8601 or epoch ms.'),
        end: text('The same.'),
        days: { type: 'integer' },
        minutes: { type: 'integer' },
        limit: { type: 'integer', description: 'Rows; 20 when left out.' },
      },
      required: ['of'],
      returns: 'total, columns, rows: a list of values for each row; or a record.',
      answer: async (given, shape) => recalled(asker, given, shape),
    }),
  ];
}
