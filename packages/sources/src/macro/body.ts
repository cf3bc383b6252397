/** Bodies that are text of some form: read as a whole, so that one of another form is a malformed answer. */

import { ok, type Result } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import type { BodyReader } from '../upstream/ask.ts';

/** Value that a reader of text made; it checks the form itself. */
export function readPayload<T>(): TUnsafe<T> {
  return Type.Unsafe<T>(Type.Unknown());
}

/** @param parse the value of the whole text, or one line that says what is wrong with it. */
export function textReader<T>(parse: (text: string) => Result<T, string>): () => BodyReader {
  return () => {
    const chunks: Buffer[] = [];
    return {
      push: (chunk) => void chunks.push(chunk),
      end: () => {
        const made = parse(Buffer.concat(chunks).toString('utf8'));
        return made.ok ? ok<unknown>(made.value) : made;
      },
    };
  };
}
