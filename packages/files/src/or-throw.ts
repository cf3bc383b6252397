/** Readers for scripts and notebooks: they return the value, or throw a `QuantError` that names file, row and column. */

import { unwrap, type Candles, type ModelEntry } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { AccountsFile, ReadAccountsOptions } from './accounts-file.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import type { BookFile } from './book-levels.ts';
import { readAccounts, readAccountsStream } from './read-accounts.ts';
import { readArtifact } from './read-artifact.ts';
import { readBarsFolder, type BarsFolder, type ReadFolderOptions } from './read-bars-folder.ts';
import { readBars, readBarsStream } from './read-bars.ts';
import { readBook, readBookStream } from './read-book.ts';
import { readPanel, readPanelStream, type BarsPanel } from './read-panel.ts';
import { readReference } from './read-reference.ts';
import { readSeries } from './read-series.ts';
import { readTakerBuy } from './read-taker-buy.ts';
import { readTrades, readTradesStream } from './read-trades.ts';
import type { FileReference, ReferenceFilesConfig } from './reference.ts';
import type { ReadSeriesOptions, Series } from './series.ts';
import type { ReadTradesOptions, TradesFile } from './trades-file.ts';

/**
 * {@link readBars} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { candles, interval } = await readBarsOrThrow('BTCUSDT.csv');
 * [candles.length, interval]; // → [ 3, '1h' ]
 */
export async function readBarsOrThrow(path: string, options?: ReadBarsOptions): Promise<BarsFile> {
  return unwrap(await readBars(path, options));
}

/**
 * {@link readBarsStream} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { Readable } = await import('node:stream');
 * const csv = 'timestamp,open,high,low,close,volume\n2024-01-01,3,4,1,2,9\n';
 * const { candles } = await readBarsStreamOrThrow(Readable.from([Buffer.from(csv)]), 'stdin');
 * candles.close[0]; // → 2
 */
export async function readBarsStreamOrThrow(
  stream: ByteStream,
  name: string,
  options?: ReadBarsOptions,
): Promise<BarsFile> {
  return unwrap(await readBarsStream(stream, name, options));
}

/**
 * {@link readBarsFolder} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { files } = await readBarsFolderOrThrow('bars');
 * files.map(({ symbol, candles }) => [symbol, candles.length]); // → [ [ 'BTCUSDT', 3 ], [ 'ETHUSDT', 3 ] ]
 */
export async function readBarsFolderOrThrow(folder: string, options?: ReadFolderOptions): Promise<BarsFolder> {
  return unwrap(await readBarsFolder(folder, options));
}

/**
 * {@link readPanel} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { files } = await readPanelOrThrow('perps.csv');
 * files.map(({ symbol, candles }) => [symbol, candles.length]); // → [ [ 'BTC', 2 ], [ 'ETH', 2 ] ]
 */
export async function readPanelOrThrow(path: string, options?: ReadBarsOptions): Promise<BarsPanel> {
  return unwrap(await readPanel(path, options));
}

/**
 * {@link readPanelStream} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { createReadStream } = await import('node:fs');
 * const { files } = await readPanelStreamOrThrow(createReadStream('perps.csv'), 'perps');
 * files.length; // → 2
 */
export async function readPanelStreamOrThrow(
  stream: ByteStream,
  name: string,
  options?: ReadBarsOptions,
): Promise<BarsPanel> {
  return unwrap(await readPanelStream(stream, name, options));
}

/**
 * {@link readTrades} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { trades } = await readTradesOrThrow('trades.csv');
 * trades.isBuy; // → Uint8Array(3) [ 1, 0, 1 ]
 */
export async function readTradesOrThrow(path: string, options?: ReadTradesOptions): Promise<TradesFile> {
  return unwrap(await readTrades(path, options));
}

/**
 * {@link readTradesStream} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { createReadStream } = await import('node:fs');
 * const { trades } = await readTradesStreamOrThrow(createReadStream('trades.csv'), 'trades');
 * trades.id; // → [ '101', '102', '103' ]
 */
export async function readTradesStreamOrThrow(
  stream: ByteStream,
  name: string,
  options?: ReadTradesOptions,
): Promise<TradesFile> {
  return unwrap(await readTradesStream(stream, name, options));
}

/**
 * {@link readAccounts} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { accounts, coins } = await readAccountsOrThrow('positions.json');
 * [accounts.length, coins.length]; // → [ 2, 1 ]
 */
export async function readAccountsOrThrow(path: string, options?: ReadAccountsOptions): Promise<AccountsFile> {
  return unwrap(await readAccounts(path, options));
}

/**
 * {@link readAccountsStream} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { Readable } = await import('node:stream');
 * const json = '[{"address": "0xa1", "coin": "BTC", "size": 2, "entry": 61000, "mark": 64000}]';
 * const { accounts } = await readAccountsStreamOrThrow(Readable.from([Buffer.from(json)]), 'stdin');
 * accounts[0].positions[0].size; // → 2
 */
export async function readAccountsStreamOrThrow(
  stream: ByteStream,
  name: string,
  options?: ReadAccountsOptions,
): Promise<AccountsFile> {
  return unwrap(await readAccountsStream(stream, name, options));
}

/**
 * {@link readBook} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { book } = await readBookOrThrow('book.json');
 * book.asks.price[0] - book.bids.price[0]; // → 0.5
 */
export async function readBookOrThrow(path: string): Promise<BookFile> {
  return unwrap(await readBook(path));
}

/**
 * {@link readBookStream} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { Readable } = await import('node:stream');
 * const json = '{"bids": [[64000, 1.5]], "asks": [[64000.5, 0.8]]}';
 * const { book } = await readBookStreamOrThrow(Readable.from([Buffer.from(json)]), 'stdin');
 * book.bids.size[0]; // → 1.5
 */
export async function readBookStreamOrThrow(stream: ByteStream, name: string): Promise<BookFile> {
  return unwrap(await readBookStream(stream, name));
}

/**
 * {@link readSeries} that throws.
 *
 * @param column column of the values. @default as for {@link readSeries}
 * @throws {QuantError} with the problem of the result.
 * @example
 * const funding = await readSeriesOrThrow('BTCUSDT-fundingRate-2026-10.csv');
 * [funding.column, funding.value[0]]; // → [ 'last_funding_rate', 0.0001 ]
 */
export async function readSeriesOrThrow(path: string, column?: string, options?: ReadSeriesOptions): Promise<Series> {
  return unwrap(await readSeries(path, column, options));
}

/**
 * {@link readTakerBuy} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { candles } = await readBarsOrThrow('BTCUSDT.csv');
 * await readTakerBuyOrThrow('BTCUSDT.csv', candles); // → Float64Array(3) [ 650, 400, 980 ]
 */
export async function readTakerBuyOrThrow(
  path: string,
  bars: Candles,
  options?: ReadSeriesOptions,
): Promise<Float64Array | undefined> {
  return unwrap(await readTakerBuy(path, bars, options));
}

/**
 * {@link readReference} that throws.
 *
 * @param config parameters. @default REFERENCE_FILES_V1
 * @param now epoch ms; later values are dropped. @default none dropped
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { tables } = await readReferenceOrThrow('reference');
 * tables[0].rows.map(({ symbol }) => symbol); // → [ 'BTC', 'ETH' ]
 */
export async function readReferenceOrThrow(
  folder: string,
  config?: ReferenceFilesConfig,
  now?: number,
): Promise<FileReference> {
  return unwrap(await readReference(folder, config, now));
}

/**
 * {@link readArtifact} that throws.
 *
 * @throws {QuantError} with the problem of the result.
 * @example
 * const { createHash } = await import('node:crypto');
 * const sha256 = createHash('sha256').update('{"schema":"demo/1"}\n').digest('hex');
 * const entry = { id: 'demo', version: '1', file: 'model.json', schema: 'demo/1', bytes: 20, sha256 };
 * (await readArtifactOrThrow('model.json', entry)).length; // → 20
 */
export async function readArtifactOrThrow(path: string, entry: ModelEntry): Promise<Uint8Array> {
  return unwrap(await readArtifact(path, entry));
}
