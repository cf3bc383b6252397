/** Long texts as bytes, made in slices. */

import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inPieces, joinedBytes } from '../src/joined-bytes.ts';

afterEach(() => void vi.restoreAllMocks());

describe('joined bytes', () => {
  it('are those of the joined text, whether texts come as such or as bytes', async () => {
    const text = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, fc.boolean())), async (parts) => {
        const texts = parts.map(([one, isBytes]) => (isBytes ? Buffer.from(one) : one));
        const joined = await joinedBytes(texts, { open: '[', between: ',', close: ']' });
        expect(joined.toString()).toBe(`[${parts.map(([one]) => one).join(',')}]`);
      }),
    );
  });

  it('let others have their turn before all of them are done', async () => {
    // A clock by which every text takes two milliseconds.
    let ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (ms += 2));
    let turns = 0;
    const turn = (): void => void (turns++, (next = setImmediate(turn)));
    let next = setImmediate(turn);
    const joined = await joinedBytes(
      Array.from({ length: 40 }, (_, i) => String(i)),
      { between: '\n' },
    );
    clearImmediate(next);
    expect(joined.toString().split('\n')).toHaveLength(40);
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('are handled in pieces, in order and whole', async () => {
    const bytes = Buffer.alloc(3 * 2 ** 20 + 5, 'of seven');
    const pieces: Buffer[] = [];
    await inPieces(bytes, (piece) => pieces.push(piece));
    expect(pieces.map(({ length }) => length)).toEqual([2 ** 20, 2 ** 20, 2 ** 20, 5]);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });
});
