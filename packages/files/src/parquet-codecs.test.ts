import * as fc from 'fast-check';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { prepareCodecs, unpacked } from './parquet-codecs.ts';

/** A block of Zstandard: bytes as they are, or one byte so many times. */
type Block = { readonly raw: Uint8Array } | { readonly byte: number; readonly times: number };

/** A frame of Zstandard of such blocks. @param says what its header gives as its size. @source RFC 8878, section 3.1.1 */
function frame(blocks: readonly Block[], says: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, 0xfd2fb528, true);
  head.setUint8(4, 0xe0); // eight bytes of size, one segment
  head.setBigUint64(5, BigInt(says), true);
  const parts = blocks.flatMap((block, i) => {
    const [kind, size] = 'raw' in block ? [0, block.raw.length] : [1, block.times];
    const header = (i === blocks.length - 1 ? 1 : 0) | (kind << 1) | (size << 3);
    const body = 'raw' in block ? [...block.raw] : [block.byte];
    return [header & 255, (header >> 8) & 255, header >> 16, ...body];
  });
  return Uint8Array.from([...new Uint8Array(head.buffer), ...parts]);
}

const sizeOf = (block: Block): number => ('raw' in block ? block.raw.length : block.times);
const contentOf = (blocks: readonly Block[]): number[] =>
  blocks.flatMap((block) =>
    'raw' in block ? [...block.raw] : Array.from<number>({ length: block.times }).fill(block.byte),
  );

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ raw: fc.uint8Array({ maxLength: 50 }) }),
  fc.record({ byte: fc.nat(255), times: fc.integer({ min: 1, max: 2_000 }) }),
);
const blocks = fc.array(block, { minLength: 1, maxLength: 5 });

describe('pages packed by Zstandard', () => {
  it('are unpacked the same before and after the faster decoder is there', async () => {
    const list: readonly Block[] = [{ raw: Uint8Array.of(1, 2, 3) }, { byte: 7, times: 7_000 }];
    const [bytes, size] = [frame(list, 7_003), 7_003];
    const before = unpacked(bytes, size, 'ZSTD');
    await Promise.all([prepareCodecs(['SNAPPY', undefined]), prepareCodecs(['ZSTD']), prepareCodecs(['ZSTD'])]);
    expect(unpacked(bytes, size, 'ZSTD')).toEqual(before);
    expect([...before]).toEqual(contentOf(list));
    expect(compressors.ZSTD!(bytes, size)).toEqual(before);
  });

  it('are what was packed, and refused where the page or the frame lies about their size', async () => {
    await prepareCodecs(['ZSTD']);
    fc.assert(
      fc.property(blocks, fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), (list, page, head) => {
        const size = list.reduce((sum, block) => sum + sizeOf(block), 0);
        fc.pre(size > 3);
        const bytes = frame(list, size + head);
        const read = (): number[] => [...unpacked(bytes, size + page, 'ZSTD')];
        if (page === 0 && head === 0) expect(read()).toEqual(contentOf(list));
        else expect(read).toThrow(Error);
      }),
    );
  });

  it('of a damaged frame end with as many bytes as the page says, or with an error', async () => {
    await prepareCodecs(['ZSTD']);
    const [bytes, size] = [frame([{ raw: new Uint8Array(40) }, { byte: 9, times: 500 }], 540), 540];
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat(bytes.length), (changes, length) => {
        const damaged = bytes.slice(0, length);
        for (const [at, value] of changes) if (at < length) damaged[at] = value;
        let got: number | Error;
        try {
          got = unpacked(damaged, size, 'ZSTD').length;
        } catch (error) {
          got = error as Error;
        }
        if (got !== size) expect(got).toBeInstanceOf(Error);
      }),
    );
  });

  it.each([1, 1 << 20, 2 ** 31 - 1])(
    'claiming 2^50 bytes in a page of %d are refused without the memory',
    async (size) => {
      await prepareCodecs(['ZSTD']);
      const packed = frame([{ byte: 1, times: 10 }], 2 ** 50);
      // What came before belongs to other files of this process: only the growth is ours.
      const before = process.memoryUsage().rss;
      expect(() => unpacked(packed, size, 'ZSTD')).toThrow(Error);
      expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 29);
    },
  );

  it('of no bytes are none', async () => {
    await prepareCodecs(['ZSTD']);
    expect(unpacked(frame([{ raw: new Uint8Array(0) }], 0), 0, 'ZSTD')).toHaveLength(0);
    expect(() => unpacked(frame([{ byte: 1, times: 9 }], 9), 0, 'ZSTD')).toThrow('a page of 0 bytes expected, got 9');
  });
});
