/** Sends frames of subscriptions, with active faults. */

import type { WebSocket } from 'ws';
import type { Faults } from './faults.ts';

/** Unread bytes after which a reader is disconnected. */
const MOST_UNREAD_BYTES = 64 * 2 ** 20;

/** Subject of a subscription: its type and perp. */
export interface Topic {
  readonly type: string;
  readonly coin?: string | undefined;
}

/** Sends frames. @param subscription identity of the subscription, whose frames a fault may swap. */
export type Send = (subscription: object, topic: Topic, frames: readonly string[]) => void;

/** Creates the sender of a socket, which applies active faults. */
export function createSender(
  socket: Pick<WebSocket, 'send' | 'bufferedAmount' | 'terminate'>,
  faults: () => Faults,
): Send {
  /** Delayed frame by subscription, sent after the next frame. */
  const sent = new Map<object, string>();
  return (subscription, { coin, type }, frames) => {
    const target = { coin };
    if (faults().on('silence', target) !== undefined) return;
    const copies = faults().on('duplicates', target) === undefined ? 1 : 2;
    const isMixed = faults().on('disorder', target) !== undefined;
    const isSpoiled = faults().on('malformed', { coin, request: type })?.request === type;
    for (const whole of frames) {
      const frame = isSpoiled ? `${whole.slice(0, -1)},` : whole;
      const before = sent.get(subscription);
      sent.delete(subscription);
      if (isMixed && before === undefined) {
        sent.set(subscription, frame);
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
