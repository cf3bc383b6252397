/** Report of `barograph doctor`: what a maintainer needs, without data that identifies the sender. */

import { homedir } from 'node:os';
import type { Examination } from '@barograph/sources';
import type { Check } from './local.ts';

/** The report. */
export interface Report {
  readonly version: 'doctor/1';
  readonly barograph: string;
  readonly node: string;
  readonly platform: string;
  readonly checks: readonly Check[];
  readonly findings: Examination['findings'];
}

/** Removes the home folder, URLs with credentials or a query, and long words that may be keys. */
export function redacted(text: string): string {
  return text
    .replaceAll(homedir(), '~')
    .replaceAll(/\b(\w+:\/\/)[^/@\s"]+@/g, '$1[hidden]@')
    .replaceAll(/(\?)[^\s"]+/g, '$1[hidden]')
    .replaceAll(/\b(?=\w*\d)(?=\w*[a-z])\w{24,}\b/gi, '[hidden]');
}

/** Formats a report as text. */
export function reportText(report: Report): string {
  const clean = (value: unknown): unknown => (typeof value === 'string' ? redacted(value) : value);
  return `${JSON.stringify(report, (_, value: unknown) => clean(value), 2)}\n`;
}
