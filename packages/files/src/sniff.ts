/** Content detection on a stream of bytes. */

import type { DataProblem } from '@barograph/core';
import { foreignProblem } from './foreign-format.ts';
import { isTelling, signatureOf, withoutMark, type Signature } from './format.ts';

/** Bytes whose kind is known. */
export interface Content {
  readonly signature: Signature;
  readonly isEmpty: boolean;
  /** Problem of a `foreign` one. */
  readonly foreign: DataProblem | undefined;
  /** The whole content, without a byte order mark. */
  readonly chunks: AsyncGenerator<Buffer>;
}

/** Looks at the first bytes. */
export async function sniff(chunks: AsyncGenerator<Buffer>): Promise<Content> {
  let head: Buffer = Buffer.alloc(0);
  while (!isTelling(head)) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const signature = signatureOf(head);
  return {
    signature,
    isEmpty: head.length === 0,
    foreign: signature === 'foreign' ? foreignProblem(head) : undefined,
    chunks: resumed(withoutMark(head), chunks),
  };
}

async function* resumed(head: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    yield* chunks;
  } finally {
    await chunks.return(undefined);
  }
}
