/** JSON whose whole numbers keep their digits: one that a double cannot hold becomes its text. */

import { err, ok, type Result } from '@barograph/core';
import type { BodyReader } from '../ask.ts';

/** A string, or a number: outside of strings every digit is of a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const LONG = /\d{16}/;
const WHOLE = /^-?\d{16,}$/;

/**
 * The value of a text.
 *
 * @throws {SyntaxError} a text that is no JSON.
 * @example
 * exactJson('{"supply":99409219220673412345}'); // { supply: '99409219220673412345' }
 */
export function exactJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!LONG.test(text)) return plain;
  // Of a text that is JSON every string ends: looking for them takes a time that grows with its length alone.
  const quoted = text.replaceAll(TOKEN, (token) =>
    WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
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
