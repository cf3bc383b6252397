/** Reads a book of positions from CSV or JSON into a request body. */

import type { RiskRequest } from '@barograph/contract';
import { shown } from '@barograph/core';
import { readFile } from 'node:fs/promises';
import { CommandError, type Io } from './io.ts';

const TEXTS: ReadonlySet<string> = new Set(['coin', 'side', 'margin']);
const NUMBERS = ['size', 'notional_usd', 'entry', 'leverage', 'collateral_usd', 'funding_hourly'];

/**
 * Reads a book: CSV with a header, or JSON of a request or its positions.
 *
 * @throws {CommandError} when the file is invalid, naming row and column.
 */
export async function readBook(io: Io, path: string): Promise<RiskRequest> {
  const text = await textOf(io, path);
  if (!/^\s*[[{]/.test(text)) return { positions: positionsOf(path, text) };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new CommandError(`${path}: expected JSON, got ${shown(text)}`);
  }
  const request = Array.isArray(parsed) ? { positions: parsed as unknown } : parsed;
  if (!isRequest(request))
    throw new CommandError(`${path}: expected positions with coin and side, got ${shown(parsed)}`);
  return request;
}

async function textOf(io: Io, path: string): Promise<string> {
  if (path === '-') {
    let text = '';
    for await (const part of io.stdin) text += String(part);
    return text;
  }
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CommandError(`${path}: expected a file that can be read`);
  }
}

/** Checks the shape only; the engine checks the numbers. */
function isRequest(value: unknown): value is RiskRequest {
  if (typeof value !== 'object' || value === null || !('positions' in value) || !Array.isArray(value.positions))
    return false;
  return value.positions.every(
    (position: unknown) =>
      typeof position === 'object' &&
      position !== null &&
      'coin' in position &&
      typeof position.coin === 'string' &&
      'side' in position,
  );
}

function positionsOf(path: string, text: string): RiskRequest['positions'] {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const names = cellsOf(head).map((name) => name.toLowerCase());
  const strange = names.find((name) => !TEXTS.has(name) && !NUMBERS.includes(name));
  if (strange !== undefined || !names.includes('coin') || !names.includes('side')) {
    throw new CommandError(
      `${path}: expected a head of coin, side and any of ${[...NUMBERS, 'margin'].join(', ')}, got ${shown(head)}`,
    );
  }
  return lines.map((line, row) => {
    const cells = cellsOf(line);
    const place = `${path} row ${row + 1}`;
    if (cells.length !== names.length)
      throw new CommandError(`${place}: expected ${names.length} cells, got ${cells.length}`);
    const entries = names.flatMap((name, i): (readonly [string, string | number])[] => {
      const cell = cells[i]!;
      if (cell === '') return [];
      if (TEXTS.has(name)) return [[name, name === 'coin' ? cell : cell.toLowerCase()]];
      if (Number.isNaN(Number(cell))) throw new CommandError(`${place} ${name}: expected a number, got ${shown(cell)}`);
      return [[name, Number(cell)]];
    });
    const position: unknown = Object.fromEntries(entries);
    if (!isRequest({ positions: [position] }))
      throw new CommandError(`${place}: expected a coin and a side, got ${shown(line)}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the line before
    return position as RiskRequest['positions'][number];
  });
}

const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim());
