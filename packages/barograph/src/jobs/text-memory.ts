/** Memory that the text of coins is handed over in: rooms that every thread sees, used again once they are written. */

/** Bytes of a room: a piece of it is worth a write of its own. */
const ROOM_BYTES = 1 << 21;
/** Rooms for each thread: the text of 52,000 hours of the nowcast twice. */
const ROOMS_A_THREAD = 40;
/** Of what nobody has filled the system gives nothing, but some systems count it. */
const MOST_ROOMS = 512;

/** The rooms, as they are sent to a thread. */
export interface TextMemory {
  readonly bytes: SharedArrayBuffer;
  /** A number for each room: 1 while it holds text that is not written. */
  readonly taken: SharedArrayBuffer;
}

/** Text in a room. A message of it has the number of the room alone, for a view would be of another memory on the other side. */
export interface RoomText {
  readonly room: number;
  readonly length: number;
}

/** As many rooms as the system gives at once, which may be none: {@link inRooms} then makes new memory for each piece. */
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
 * The bytes in rooms, copied once: pieces of one writer share their memory, and a message would copy them twice. A room that is free
 * is taken before one that was never used; with none left, new memory takes its place, so that no thread waits for another.
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

/** The bytes of a room, good until it is given back. */
export const roomBytes = ({ bytes }: TextMemory, { room, length }: RoomText): Uint8Array =>
  new Uint8Array(bytes, room * ROOM_BYTES, length);

/** Gives a room back: nothing may read its bytes any more. */
export function giveBack({ taken }: TextMemory, { room }: RoomText): void {
  Atomics.store(new Int32Array(taken), room, 0);
}
