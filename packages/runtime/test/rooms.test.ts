/** Shared memory that producers' threads use again. */

import { describe, expect, it } from 'vitest';
import { createRooms } from '../src/thread/rooms.ts';

describe('rooms of a thread', () => {
  it('are used again once what lies in them was kept, and not before', () => {
    const rooms = createRooms();
    const first = rooms.take('quant', 1000);
    const second = rooms.take('quant', 10);
    expect(first.byteLength).toBeGreaterThanOrEqual(1000);
    expect(second).not.toBe(first);
    rooms.kept('quant');
    const again = [rooms.take('quant', 900), rooms.take('quant', 900)];
    expect(new Set(again)).toEqual(new Set([first, second]));
    expect(again).not.toContain(rooms.take('quant', 900));
  });

  it('give way to larger ones', () => {
    const rooms = createRooms();
    const small = rooms.take('quant', 1);
    rooms.kept('quant');
    const large = rooms.take('quant', 2 * small.byteLength);
    expect(large.byteLength).toBe(2 * small.byteLength);
    rooms.kept('quant');
    // Only the large one is left, and takes what the small one took.
    expect(rooms.take('quant', 1)).toBe(large);
    expect(rooms.take('quant', 1)).not.toBe(small);
  });

  it('are let go of with the run that was not kept, and are those of one producer', () => {
    const rooms = createRooms();
    const lost = rooms.take('quant', 10);
    const other = rooms.take('engines', 10);
    rooms.forget('quant');
    rooms.kept('quant');
    rooms.kept('engines');
    expect([lost, other]).not.toContain(rooms.take('quant', 10));
    expect(rooms.take('engines', 10)).toBe(other);
  });
});
