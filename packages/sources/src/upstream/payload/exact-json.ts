/** JSON parser that keeps the digits of integers: an integer beyond double precision becomes its text. */

import { err, ok, type Result } from '@barograph/core';
import type { BodyReader } from '../ask.ts';

/** String or number: outside strings every digit belongs to a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const LONG = /\d{16}/;
const WHOLE = /^-?\d{16,}$/;

/**
 * Parses a text.
 *
 * @throws {SyntaxError} when the text is not JSON.
 * @example
 * exactJson('{"supply":99409219220673412345}'); // { supply: '99409219220673412345' }
 */
export function exactJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!LONG.test(text)) return plain;
  // Strings in valid JSON are terminated, so the search takes linear time.
  const quoted = text.replaceAll(TOKEN, (token) =>
    WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(quoted);
}

/** Body reader that parses like {@link exactJson}. */
export function exactJsonReader(): BodyReader {
  const chunks: Buffer[] = [];
  return {
    push: (chunk) => void chunks.push(chunk),
    end: (): Result<unknown, string> => {
      try {
        return ok(exactJson(Buffer.concat(chunks).toString('utf8')));
      } catch {
        return err('expected JSON, got something else');
      }
    },
  };
}

/** Non-negative integer in decimal digits, from a number or from {@link exactJson}; null for any other value. */
export function digits(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  return typeof value === 'string' && /^\d{1,80}$/.test(value) ? value : null;
}
