/** JSON whose whole numbers keep their digits: one that a double cannot hold becomes its text. */

import { err, ok, type Result } from '@barograph/core';
import type { BodyReader } from '../upstream/ask.ts';

/** A string, or a number: outside of strings every digit is of a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const WHOLE = /^-?\d{16,}$/;

/**
 * The value of a text.
 *
 * @throws {SyntaxError} a text that is no JSON.
 * @example
 * exactJson('{"supply":99409219220673412345}'); // { supply: '99409219220673412345' }
 */
export function exactJson(text: string): unknown {
  const quoted = text.replaceAll(TOKEN, (token) =>
    WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  // A quote that is never closed has stayed, and is refused here as it would be without the change.
  return JSON.parse(quoted);
}

/** Reads a body as {@link exactJson} does. */
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

/** A whole number of zero or more in decimal digits, from a number or from {@link exactJson}; null of anything else. */
export function digits(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  return typeof value === 'string' && /^\d{1,80}$/.test(value) ? value : null;
}
