/** Reads the event stream over `fetch` (an EventSource cannot send a key). Resumes by id; reports missed events. */

import { access, headers } from './access.mjs';
import { hear } from './ask.mjs';
import { checkReach } from './reach.mjs';

const PING_PATIENCE_MS = 40_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Messages of a text/event-stream body: `{ id, event, data }`. */
export async function* messages(body, alive = () => {}) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const message = { id: undefined, event: 'message', data: '' };
      for (const line of block.split(/\r?\n/)) {
        const [, field, text] = /^(\w*): ?(.*)$/.exec(line) ?? [];
        if (field === 'data') message.data += text;
        else if (field === 'id' || field === 'event') message[field] = text;
      }
      if (message.data !== '') yield message;
    }
  }
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Follows the stream until it is closed.
 *
 * @param on.event an event with its id; `on.state` `connecting`, `connected` or `dropped` with a reason;
 *   `on.gap` ids that the service no longer had: `{ afterId, resumedAfterId }`
 * @param lastId the reader has all events up to this id
 * @returns a function that closes the stream
 */
export function follow(on, lastId) {
  const life = new AbortController();
  let cursor = lastId;
  let pause = FIRST_PAUSE_MS;

  const take = ({ id, event, data }) => {
    const value = parsed(data);
    if (value === undefined) return;
    if (event === 'gap') {
      on.gap({ afterId: value.after_id, resumedAfterId: value.resumed_after_id });
      cursor = value.resumed_after_id;
    } else if (event === 'lagged') {
      cursor = value.last_id;
    } else if (event === 'message' && id !== undefined) {
      cursor = Number(id);
      on.event({ id: cursor, ...value });
    }
  };

  const connect = async () => {
    const connection = new AbortController();
    const end = () => connection.abort();
    life.signal.addEventListener('abort', end);
    let timer = setTimeout(end, PING_PATIENCE_MS);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(end, PING_PATIENCE_MS);
    };
    try {
      const resume = cursor === undefined ? {} : { 'last-event-id': String(cursor) };
      const answer = await fetch('api/v1/stream', { headers: { ...headers(), ...resume }, signal: connection.signal });
      hear(answer.headers);
      if (!answer.ok) {
        const body = await answer.json().catch(() => undefined);
        const retryAfter = 1000 * (Number(answer.headers.get('retry-after')) || 0);
        return { status: answer.status, reason: body?.detail?.message, retryAfter };
      }
      on.state('connected');
      pause = FIRST_PAUSE_MS;
      for await (const message of messages(answer.body, alive)) take(message);
      return { reason: 'the host ended it' };
    } catch {
      if (!life.signal.aborted) void checkReach();
      return { reason: 'the connection was lost' };
    } finally {
      clearTimeout(timer);
      life.signal.removeEventListener('abort', end);
    }
  };

  const run = async () => {
    while (!life.signal.aborted && access().by !== 'nobody') {
      on.state('connecting');
      const { status, reason, retryAfter = 0 } = await connect();
      if (life.signal.aborted) return;
      on.state('dropped', reason);
      if (status === 403 || status === 401) return;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pause, retryAfter)));
      pause = Math.min(LONGEST_PAUSE_MS, 2 * pause);
    }
  };
  void run();
  return () => life.abort();
}
