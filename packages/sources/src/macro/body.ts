/** Readers of text bodies. A body in an unexpected format is a malformed answer. */

import { ok, type Result } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import type { BodyReader } from '../upstream/ask.ts';

/** Schema of a value from a text reader, which validates the format itself. */
export function readPayload<T>(): TUnsafe<T> {
  return Type.Unsafe<T>(Type.Unknown());
}

/**
 * Creates readers that collect a body as text and parse it at its end.
 * @param parse returns the value of the whole text, or the error in one line.
 */
export function textReader<T>(parse: (text: string) => Result<T, string>): () => BodyReader {
  return () => {
    const chunks: Buffer[] = [];
    return {
      push: (chunk) => void chunks.push(chunk),
      end: () => {
        const result = parse(Buffer.concat(chunks).toString('utf8'));
        return result.ok ? ok<unknown>(result.value) : result;
      },
    };
  };
}
