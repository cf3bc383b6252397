/** Shared memory for text from threads: fixed-size rooms, reused once written. */

/** Bytes per room; large enough for one efficient write. */
const ROOM_BYTES = 1 << 21;
/** Rooms per thread: twice the text of 52,000 nowcast hours. */
const ROOMS_A_THREAD = 40;
/** Maximum rooms: unused memory is not allocated, but some systems count it. */
const MOST_ROOMS = 512;

/** Rooms in a form that can be sent to a thread. */
export interface TextMemory {
  readonly bytes: SharedArrayBuffer;
  /** One number per room: 1 while it holds unwritten text. */
  readonly taken: SharedArrayBuffer;
}

/** Text in a room, identified by number: a view would be copied when sent. */
export interface RoomText {
  readonly room: number;
  readonly length: number;
}

/** Allocates as many rooms as possible, possibly zero; {@link inRooms} then allocates memory per piece. */
export function createTextMemory(
  threads: number,
  rooms: number = Math.min(MOST_ROOMS, ROOMS_A_THREAD * threads),
): TextMemory {
  try {
    return {
      bytes: new SharedArrayBuffer(rooms * ROOM_BYTES),
      taken: new SharedArrayBuffer(rooms * Int32Array.BYTES_PER_ELEMENT),
    };
  } catch {
    return createTextMemory(threads, rooms >> 1);
  }
}

/**
 * Copies pieces into rooms once (a message would copy them twice). Reuses free rooms before unused ones; without a free
 * room it allocates new memory, so that no thread waits for another.
 */
export function inRooms(pieces: Iterable<Uint8Array>, { bytes, taken }: TextMemory): (RoomText | Uint8Array)[] {
  const states = new Int32Array(taken);
  const texts: (RoomText | Uint8Array)[] = [];
  let memory: Uint8Array = new Uint8Array(0);
  let room = -1;
  let used = 0;
  const close = (): void => {
    if (used > 0) texts.push(room === -1 ? memory.subarray(0, used) : { room, length: used });
  };
  for (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      if (used === memory.length) {
        close();
        room = states.findIndex((_, at) => Atomics.compareExchange(states, at, 0, 1) === 0);
        memory =
          room === -1
            ? new Uint8Array(new SharedArrayBuffer(ROOM_BYTES))
            : new Uint8Array(bytes, room * ROOM_BYTES, ROOM_BYTES);
        used = 0;
      }
      const part = piece.subarray(from, from + memory.length - used);
      memory.set(part, used);
      used += part.length;
      from += part.length;
    }
  }
  close();
  return texts;
}

/** Bytes of a room, valid until its release. */
export const roomBytes = ({ bytes }: TextMemory, { room, length }: RoomText): Uint8Array =>
  new Uint8Array(bytes, room * ROOM_BYTES, length);

/** Releases a room; its bytes must not be read afterwards. */
export function giveBack({ taken }: TextMemory, { room }: RoomText): void {
  Atomics.store(new Int32Array(taken), room, 0);
}
