import { array, assert, integer, property, uint8Array } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createTextMemory, giveBack, inRooms, roomBytes, type RoomText, type TextMemory } from './text-memory.ts';

const isRoom = (text: RoomText | Uint8Array): text is RoomText => 'room' in text;
const bytesOf = (memory: TextMemory, texts: readonly (RoomText | Uint8Array)[]): Buffer =>
  Buffer.concat(texts.map((text) => (isRoom(text) ? roomBytes(memory, text) : text)));
const ROOM = 2 ** 21;
/** So many bytes, the first and the last of which differ from the others. */
function long(length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(7);
  bytes.set([1], 0);
  bytes.set([2], length - 1);
  return bytes;
}

describe('memory of text', () => {
  it('holds the bytes of any pieces in their order', () => {
    const memory = createTextMemory(1);
    assert(
      property(
        array(uint8Array({ maxLength: 300 }), { maxLength: 20 }),
        integer({ min: -2, max: 2 }),
        (pieces, more) => {
          const all = [...pieces, long(ROOM + more), ...pieces];
          const texts = inRooms(all, memory);
          expect(bytesOf(memory, texts).equals(Buffer.concat(all))).toBe(true);
          expect(texts.every(isRoom)).toBe(true);
          for (const text of texts.filter(isRoom)) giveBack(memory, text);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('hands a room out once until it is given back, and the same one then', () => {
    const memory = createTextMemory(1);
    const [one, two] = [inRooms([long(10)], memory), inRooms([long(20)], memory)];
    expect([one, two]).toEqual([[{ room: 0, length: 10 }], [{ room: 1, length: 20 }]]);
    giveBack(memory, { room: 0, length: 10 });
    expect(inRooms([long(30)], memory)).toEqual([{ room: 0, length: 30 }]);
    expect(bytesOf(memory, two)).toEqual(Buffer.from(long(20)));
  });

  it('takes new memory when every room is taken', () => {
    const memory = createTextMemory(1);
    new Int32Array(memory.taken).fill(1);
    const texts = inRooms([long(3e6)], memory);
    expect(texts.some(isRoom)).toBe(false);
    expect(bytesOf(memory, texts).equals(Buffer.from(long(3e6)))).toBe(true);
  });

  it('has fewer rooms, or none, where the system gives no more memory', () => {
    class Scarce extends SharedArrayBuffer {
      constructor(length: number) {
        if (length > 5 * ROOM) throw new RangeError('Array buffer allocation failed');
        super(length);
      }
    }
    vi.stubGlobal('SharedArrayBuffer', Scarce);
    const [some, none] = [createTextMemory(1), createTextMemory(1, 0)];
    vi.unstubAllGlobals();
    expect([some.bytes.byteLength / ROOM, some.taken.byteLength / 4]).toEqual([5, 5]);
    expect(bytesOf(none, inRooms([long(10)], none))).toEqual(Buffer.from(long(10)));
  });
});
