/** Kinds of fields that many sources have. */

import type { FieldSpec } from './field.ts';
import { anyText, streamUrl, webUrl } from './values.ts';

/** The default of an address that is asked with live data of the venues themselves. */
export const ownWithLive = (own: string): string => `\`${own}\` with \`--live\` and no \`perpdexUrl\``;

/** Base of requests. */
export function webAddress(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  const expected = 'a URL that begins with http:// or https://';
  return { shape: 'URL', fallback: undefined, fallbackText, meaning, expected, parse: webUrl };
}

/** Address of a stream. */
export function streamAddress(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  const expected = 'a URL that begins with ws:// or wss://';
  return { shape: 'URL', fallback: undefined, fallbackText, meaning, expected, parse: streamUrl };
}

/** A key, which is never shown. */
export function secretKey(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  const expected = 'a key of 1 to 200 characters without spaces';
  const parse = (value: string): string | undefined => (/^[!-~]{1,200}$/.test(value) ? value : undefined);
  return { shape: 'KEY', fallback: undefined, fallbackText, meaning, expected, parse, isSecret: true };
}

/** Path of a file. */
export function filePath(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  return { shape: 'FILE', fallback: undefined, fallbackText, meaning, expected: 'a file', parse: anyText };
}
