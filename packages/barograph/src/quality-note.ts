/** Reports bar quality on `stderr`: one line, or every finding with `--quality`. */

import { QUALITY_CODES, seriesQuality, type QualityCode, type QualityFinding } from '@barograph/core';
import type { BarsFile } from '@barograph/files';
import { say, type Io } from './io.ts';

/** Option that lists the findings, with its help text. */
export const QUALITY_FLAG = ['--quality', 'list all faults of the bars on standard error'] as const;

/** Singular and plural per kind. */
const WORDS: Readonly<Record<QualityCode, readonly [one: string, several: string]>> = {
  scale_change: ['change of scale', 'changes of scale'],
  jump: ['unconfirmed jump', 'unconfirmed jumps'],
  wick: ['unconfirmed wick', 'unconfirmed wicks'],
  halt: ['halt', 'halts'],
  gap: ['gap', 'gaps'],
  duplicate: ['duplicate', 'duplicates'],
  off_grid: ['bar off the grid', 'bars off the grid'],
  partial_last_bar: ['partial last bar', 'partial last bars'],
  stale_tail: ['stale tail', 'stale tails'],
  zero_volume: ['stretch without volume', 'stretches without volume'],
};

const moment = (time: number): string => new Date(time).toISOString().replace(/:\d\d\.\d{3}Z$/, 'Z');

/** Text of a finding: `wick high ×10 at 2025-07-11T04:00Z`. */
function describe({ code, kind, factor, bars, time }: QualityFinding): string {
  const [word] = WORDS[code];
  const by = factor === undefined ? '' : ` ×${Number(factor.toPrecision(3))}`;
  const suffix = kind === undefined ? '' : ` (${kind.replace('_', ' ')})`;
  return `${word}${suffix}${by}${bars > 1 ? ` of ${bars} bars` : ''} at ${moment(time)}`;
}

/** Counts findings by kind, worst kind first. */
export function countedFindings(findings: readonly QualityFinding[]): string {
  return QUALITY_CODES.map((code) => [code, findings.filter((finding) => finding.code === code).length] as const)
    .filter(([, count]) => count > 0)
    .map(([code, count]) => `${count} ${WORDS[code][count === 1 ? 0 : 1]}`)
    .join(', ');
}

/** Worst finding; the first of its kind. */
const worstOf = (findings: readonly QualityFinding[]): QualityFinding =>
  findings.reduce((worst, finding) =>
    QUALITY_CODES.indexOf(finding.code) < QUALITY_CODES.indexOf(worst.code) ? finding : worst,
  );

/** Reports the findings of each series that has any. @param all lists every finding. */
export function sayQuality(io: Io, name: string, files: readonly BarsFile[], all: boolean): void {
  const found = files
    .map(({ file, candles, step }) => ({ file, findings: seriesQuality(candles, { step }).findings }))
    .filter(({ findings }) => findings.length > 0);
  if (found.length === 0) return;
  const findings = found.flatMap((file) => file.findings);
  const which = files.length === 1 ? '' : `${found.length} of ${files.length} series, `;
  const hint = all ? '' : '; --quality lists all';
  say(io, `${name}: quality: ${which}${countedFindings(findings)} (${describe(worstOf(findings))}${hint})`);
  if (!all) return;
  for (const file of found) {
    for (const finding of file.findings) say(io, `  ${files.length === 1 ? '' : `${file.file}: `}${describe(finding)}`);
  }
}
