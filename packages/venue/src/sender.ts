/** Frames of a subscription on their way out, as the faults of the moment have them. */

import type { WebSocket } from 'ws';
import type { Faults } from './faults.ts';

/** A reader that leaves so many bytes unread is cut off. */
const MOST_UNREAD_BYTES = 64 * 2 ** 20;

/** Subject of a subscription: its type, and the perp that it is about. */
export interface Topic {
  readonly type: string;
  readonly coin?: string | undefined;
}

/** Sends frames. @param subscription the same object every time: two of its frames may change places. */
export type Send = (subscription: object, topic: Topic, frames: readonly string[]) => void;

export function createSender(
  socket: Pick<WebSocket, 'send' | 'bufferedAmount' | 'terminate'>,
  faults: () => Faults,
): Send {
  /** By subscription the frame that waits for the next one to overtake it. */
  const held = new Map<object, string>();
  return (subscription, { coin, type }, frames) => {
    const scope = { coin };
    if (faults().on('silence', scope) !== undefined) return;
    const copies = faults().on('duplicates', scope) === undefined ? 1 : 2;
    const isMixed = faults().on('disorder', scope) !== undefined;
    const isSpoiled = faults().on('malformed', { coin, request: type })?.request === type;
    for (const whole of frames) {
      const frame = isSpoiled ? `${whole.slice(0, -1)},` : whole;
      const before = held.get(subscription);
      held.delete(subscription);
      if (isMixed && before === undefined) {
        held.set(subscription, frame);
        continue;
      }
      for (let copy = 0; copy < copies; copy++) {
        socket.send(frame);
        if (before !== undefined) socket.send(before);
      }
    }
    if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate();
  };
}
