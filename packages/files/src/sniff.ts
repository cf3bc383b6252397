/** Detects the format of a byte stream. */

import type { DataProblem } from '@barograph/core';
import { foreignProblem } from './foreign-format.ts';
import { isTelling, signatureOf, withoutMark, type Signature } from './format.ts';

/** Bytes with their detected format. */
export interface Content {
  readonly signature: Signature;
  readonly isEmpty: boolean;
  /** Problem of a `foreign` format. */
  readonly foreign: DataProblem | undefined;
  /** Complete content, without a byte order mark. */
  readonly chunks: AsyncGenerator<Buffer>;
}

/** Detects the format from the first bytes. */
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
