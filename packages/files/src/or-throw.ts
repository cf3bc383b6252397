/** The readers for scripts and notebooks: the value, or a `QuantError` with the line that names file, row and column. */

import { unwrap, type Candles, type ModelEntry } from '@barograph/core';
import type { Readable } from 'node:stream';
import type { AccountsFile } from './accounts-file.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { readAccounts, readAccountsStream, type ReadAccountsOptions } from './read-accounts.ts';
import { readArtifact } from './read-artifact.ts';
import { readBarsFolder, type BarsFolder, type ReadFolderOptions } from './read-bars-folder.ts';
import { readBars, readBarsStream } from './read-bars.ts';
import { readBook, readBookStream, type BookFile } from './read-book.ts';
import { readPanel, readPanelStream, type BarsPanel } from './read-panel.ts';
import { readReference } from './read-reference.ts';
import { readSeries, type ReadSeriesOptions } from './read-series.ts';
import { readTakerBuy } from './read-taker-buy.ts';
import { readTrades, readTradesStream } from './read-trades.ts';
import type { FileReference, ReferenceFilesConfig } from './reference.ts';
import type { Series } from './series.ts';
import type { ReadTradesOptions, TradesFile } from './trades-file.ts';

/**
 * {@link readBars} that throws.
 *
 * @throws {QuantError} what the result of {@link readBars} would have said.
 * @example
 * const { candles } = await readBarsOrThrow('BTCUSDT.csv.gz');
 */
export async function readBarsOrThrow(path: string, options?: ReadBarsOptions): Promise<BarsFile> {
  return unwrap(await readBars(path, options));
}

/** {@link readBarsStream} that throws. @throws {QuantError} what its result would have said. */
export async function readBarsStreamOrThrow(
  stream: Readable,
  name: string,
  options?: ReadBarsOptions,
): Promise<BarsFile> {
  return unwrap(await readBarsStream(stream, name, options));
}

/** {@link readBarsFolder} that throws. @throws {QuantError} what its result would have said. */
export async function readBarsFolderOrThrow(folder: string, options?: ReadFolderOptions): Promise<BarsFolder> {
  return unwrap(await readBarsFolder(folder, options));
}

/** {@link readPanel} that throws. @throws {QuantError} what its result would have said. */
export async function readPanelOrThrow(path: string, options?: ReadBarsOptions): Promise<BarsPanel> {
  return unwrap(await readPanel(path, options));
}

/** {@link readPanelStream} that throws. @throws {QuantError} what its result would have said. */
export async function readPanelStreamOrThrow(
  stream: Readable,
  name: string,
  options?: ReadBarsOptions,
): Promise<BarsPanel> {
  return unwrap(await readPanelStream(stream, name, options));
}

/** {@link readTrades} that throws. @throws {QuantError} what its result would have said. */
export async function readTradesOrThrow(path: string, options?: ReadTradesOptions): Promise<TradesFile> {
  return unwrap(await readTrades(path, options));
}

/** {@link readTradesStream} that throws. @throws {QuantError} what its result would have said. */
export async function readTradesStreamOrThrow(
  stream: Readable,
  name: string,
  options?: ReadTradesOptions,
): Promise<TradesFile> {
  return unwrap(await readTradesStream(stream, name, options));
}

/** {@link readAccounts} that throws. @throws {QuantError} what its result would have said. */
export async function readAccountsOrThrow(path: string, options?: ReadAccountsOptions): Promise<AccountsFile> {
  return unwrap(await readAccounts(path, options));
}

/** {@link readAccountsStream} that throws. @throws {QuantError} what its result would have said. */
export async function readAccountsStreamOrThrow(
  stream: Readable,
  name: string,
  options?: ReadAccountsOptions,
): Promise<AccountsFile> {
  return unwrap(await readAccountsStream(stream, name, options));
}

/** {@link readBook} that throws. @throws {QuantError} what its result would have said. */
export async function readBookOrThrow(path: string): Promise<BookFile> {
  return unwrap(await readBook(path));
}

/** {@link readBookStream} that throws. @throws {QuantError} what its result would have said. */
export async function readBookStreamOrThrow(stream: Readable, name: string): Promise<BookFile> {
  return unwrap(await readBookStream(stream, name));
}

/** {@link readSeries} that throws. @throws {QuantError} what its result would have said. */
export async function readSeriesOrThrow(path: string, column?: string, options?: ReadSeriesOptions): Promise<Series> {
  return unwrap(await readSeries(path, column, options));
}

/** {@link readTakerBuy} that throws. @throws {QuantError} what its result would have said. */
export async function readTakerBuyOrThrow(
  path: string,
  bars: Candles,
  options?: ReadSeriesOptions,
): Promise<Float64Array | undefined> {
  return unwrap(await readTakerBuy(path, bars, options));
}

/** {@link readReference} that throws. @throws {QuantError} what its result would have said. */
export async function readReferenceOrThrow(
  folder: string,
  config?: ReferenceFilesConfig,
  now?: number,
): Promise<FileReference> {
  return unwrap(await readReference(folder, config, now));
}

/** {@link readArtifact} that throws. @throws {QuantError} what its result would have said. */
export async function readArtifactOrThrow(path: string, entry: ModelEntry): Promise<Uint8Array> {
  return unwrap(await readArtifact(path, entry));
}
