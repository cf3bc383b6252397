/** Addresses of exchanges: the built-in list and the operator's file. */

import { readFileSync } from 'node:fs';
import { err, ok, shown, type Result } from '@barograph/core';
import { specialFile } from '@barograph/files';
import type { ExchangeLabel } from '@barograph/stress/news';

/** Address of an EVM chain. */
const EVM_ADDRESS = /^0x[\da-f]{40}$/i;
/** Address of any other chain: letters, digits and separators. */
const OTHER_ADDRESS = /^[\w:.-]{20,120}$/;
/** Bounds of the operator's file. */
const MOST_ROWS = 100_000;
const MOST_BYTES = 50_000_000;
/** Maximum faults reported. */
const NAMED = 10;

const COLUMNS = ['label', 'chain', 'address', 'source'] as const;

/** Splits a CSV line; quoted cells may contain commas and doubled quotes. undefined when a quote is not closed. */
function cellsOf(line: string): readonly string[] | undefined {
  const cells: string[] = [];
  for (let rest = `,${line}`; rest !== '';) {
    const [all, quoted, plain = ''] = /^,(?:"((?:[^"]|"")*)"(?=,|$)|([^",]*)(?=,|$))/.exec(rest) ?? [];
    if (all === undefined) return undefined;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    rest = rest.slice(all.length);
  }
  return cells;
}

/** Identifier of an exchange, shared by all its wallets. */
function exchangeOf(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

const CHECKS: Readonly<
  Record<(typeof COLUMNS)[number], readonly [expected: string, isSound: (text: string) => boolean]>
> = {
  label: ['a name of 1 to 60 characters', (text) => text.length <= 60 && exchangeOf(text) !== ''],
  chain: ['a chain such as ethereum', (text) => /^[a-z][a-z\d-]{1,29}$/i.test(text)],
  address: ['an address', (text) => (text.startsWith('0x') ? EVM_ADDRESS.test(text) : OTHER_ADDRESS.test(text))],
  source: ['the source of the claim, 1 to 500 characters', (text) => text !== '' && text.length <= 500],
};

/**
 * Parses the operator's file of addresses.
 *
 * @param text CSV with the columns label, chain, address and source, in any order.
 * @param file name of the file in faults.
 * @returns the labels, or the first faults, a line each: file, line, field, expected and got.
 */
export function parseExchangeAddresses(text: string, file: string): Result<readonly ExchangeLabel[], string> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = cellsOf(lines[0] ?? '')?.map((name) => name.toLowerCase()) ?? [];
  const missing = COLUMNS.find((name) => !header.includes(name));
  if (missing !== undefined) {
    return err(`${file}:1: expected the columns ${COLUMNS.join(', ')}, got ${shown(lines[0] ?? '')}`);
  }
  if (lines.length > MOST_ROWS + 1) return err(`${file}: expected at most ${MOST_ROWS} rows, got ${lines.length - 1}`);
  const faults: string[] = [];
  const labels: ExchangeLabel[] = [];
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === '') continue;
    const cells = cellsOf(line);
    if (cells === undefined || cells.length !== header.length) {
      faults.push(`${file}:${i + 1}: expected ${header.length} cells, got ${shown(line)}`);
      continue;
    }
    const cell = (name: (typeof COLUMNS)[number]): string => cells[header.indexOf(name)]!;
    const wrong = COLUMNS.filter((name) => !CHECKS[name][1](cell(name)));
    for (const name of wrong)
      faults.push(`${file}:${i + 1}: ${name} expected ${CHECKS[name][0]}, got ${shown(cell(name))}`);
    if (wrong.length > 0) continue;
    const [exchange, chain] = [exchangeOf(cell('label')), cell('chain').toLowerCase()];
    labels.push({ exchange, chain, address: cell('address'), source: cell('source') });
  }
  if (faults.length === 0) return ok(labels);
  const more = faults.length > NAMED ? [`and ${faults.length - NAMED} more`] : [];
  return err([...faults.slice(0, NAMED), ...more].join('\n'));
}

/**
 * Built-in addresses. A 20-byte address belongs to the same key on every EVM chain, whichever asset the claim is about, and is listed
 * under ethereum.
 */
export function shippedExchangeAddresses(): readonly ExchangeLabel[] {
  const text = readFileSync(new URL('../data/exchange_wallets.csv', import.meta.url), 'utf8');
  const [head, ...lines] = text.trim().split('\n');
  const header = head!.split(',');
  const [address, asset, exchange, source] = ['address', 'asset_or_chain', 'exchange', 'source'].map((name) =>
    header.indexOf(name),
  );
  return lines.map((line) => {
    const cells = line.split(',');
    const hash = cells[address!]!;
    const chain = EVM_ADDRESS.test(hash) ? 'ethereum' : cells[asset!]!.toLowerCase();
    return { exchange: cells[exchange!]!, chain, address: hash, source: cells[source!]! };
  });
}

/**
 * Built-in addresses, followed by those of a file; the last label of an address applies.
 *
 * @param path of the operator's file; optional.
 * @returns the labels, or the faults of the file.
 */
export function readExchangeAddresses(path: string | undefined): Result<readonly ExchangeLabel[], string> {
  const shipped = shippedExchangeAddresses();
  if (path === undefined) return ok(shipped);
  const special = specialFile(path);
  if (special !== undefined) return err(`exchangeAddresses: expected a CSV file, got ${special}: ${path}`);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return err(`exchangeAddresses: expected a CSV file, got a file that cannot be read: ${path}`);
  }
  if (text.length > MOST_BYTES) return err(`exchangeAddresses: expected at most ${MOST_BYTES} bytes: ${path}`);
  const own = parseExchangeAddresses(text, path);
  return own.ok ? ok([...shipped, ...own.value]) : err(`exchangeAddresses: ${own.error}`);
}
