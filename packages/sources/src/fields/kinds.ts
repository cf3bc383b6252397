/** Common kinds of configuration fields. */

import type { FieldSpec } from './field.ts';
import { anyText, streamUrl, webUrl } from './values.ts';

/** Help text of the default of a live address. */
export const ownWithLive = (own: string): string => `\`${own}\` with \`--live\` and no \`perpdexUrl\``;

/** Field of a base URL. */
export function webAddress(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  const expected = 'a URL that begins with http:// or https://';
  return { shape: 'URL', fallback: undefined, fallbackText, meaning, expected, parse: webUrl };
}

/** Field of a stream address. */
export function streamAddress(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  const expected = 'a URL that begins with ws:// or wss://';
  return { shape: 'URL', fallback: undefined, fallbackText, meaning, expected, parse: streamUrl };
}

/** Field of a key, which is never shown. */
export function secretKey(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  const expected = 'a key of 1 to 200 characters without spaces';
  const parse = (value: string): string | undefined => (/^[!-~]{1,200}$/.test(value) ? value : undefined);
  return { shape: 'KEY', fallback: undefined, fallbackText, meaning, expected, parse, isSecret: true };
}

/** Field of a file path. */
export function filePath(fallbackText: string, meaning: string): FieldSpec<string | undefined> {
  return { shape: 'FILE', fallback: undefined, fallbackText, meaning, expected: 'a file', parse: anyText };
}
