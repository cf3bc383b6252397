/** `pull.json` of a folder: source, covered time, gaps and checksum of each file. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INTERVALS, type Interval } from '@barograph/core';
import { CommandError } from '../io.ts';
import { writeWhole } from '../whole-file.ts';

export const SIDECAR = 'pull.json';
const VERSION = 'pull/1';

/** Missing rows between two existing ones: those that begin in `[from, to)`, epoch ms. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** One file of the folder. */
export interface PulledFile {
  readonly symbol: string;
  readonly kind: string;
  /** Requested time: rows whose time lies within `[from, to)`, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Time of the first and last row, epoch ms; null without rows. */
  readonly first: number | null;
  readonly last: number | null;
  readonly rows: number;
  /** Share of expected rows between the first row and `to` that exist; null when the venue decides the row interval. */
  readonly completeness: number | null;
  readonly gaps: readonly Gap[];
  /** SHA-256 of the bytes, hexadecimal. */
  readonly sha256: string;
  /** Time of writing, epoch ms. */
  readonly pulledAt: number;
}

/** The sidecar. */
export interface Sidecar {
  readonly version: typeof VERSION;
  readonly source: string;
  readonly interval: Interval;
  readonly format: 'csv' | 'parquet';
  readonly files: Readonly<Record<string, PulledFile>>;
}

/** Sidecar of an empty folder. */
export function emptySidecar(source: string, interval: Interval, format: Sidecar['format']): Sidecar {
  return { version: VERSION, source, interval, format, files: {} };
}

/**
 * Reads the sidecar of a folder; undefined without one.
 *
 * @throws {CommandError} when it is invalid or has an unknown version.
 */
export async function readSidecar(folder: string): Promise<Sidecar | undefined> {
  const path = join(folder, SIDECAR);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked below
    const { version, source, interval, format, files } = JSON.parse(text) as Sidecar;
    const isSound =
      version === VERSION &&
      typeof source === 'string' &&
      INTERVALS.includes(interval) &&
      (format === 'csv' || format === 'parquet') &&
      typeof files === 'object';
    if (isSound) return { version, source, interval, format, files };
  } catch {
    // reported below
  }
  throw new CommandError(`${path}: expected a sidecar of pull (${VERSION}), got another file`);
}

/** Writes the sidecar atomically. */
export async function writeSidecar(folder: string, sidecar: Sidecar): Promise<void> {
  await writeWhole(join(folder, SIDECAR), [`${JSON.stringify(sidecar, undefined, 2)}\n`]);
}

/** Gaps between rows. @param step time between rows, ms. */
export function gapsOf(times: readonly number[], step: number): readonly Gap[] {
  return times.flatMap((time, i) => {
    const before = times[i - 1];
    const rows = before === undefined ? 0 : Math.round((time - before) / step) - 1;
    return rows > 0 ? [{ from: before! + step, to: time, rows }] : [];
  });
}
