/**
 * Pace of the page: a key has a limited number of calls per minute, and the page has more questions than the smallest
 * key has calls. Questions take turns, visible ones first; none is sent without a call left. Loaded with a pasted key.
 */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { clock, num } from './format.mjs';
import { html } from './parts.mjs';
import { hostTime } from './time.mjs';
import { current, heard } from './windows.mjs';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Calls per minute below which the page requests no more often than new answers are computed. */
const SMALL = 60;

/** Windows of the key from its last response: calls, calls left, epoch ms of the end; undefined before the first. */
let minute;
let day;
/** Requests in flight. */
let flying = 0;
let timer;
/** Questions waiting for a turn: `{ shown, isWanted, waits, go }`. */
const queue = new Set();
const watchers = new Set();
/** Waiting questions: their `count`, `next` epoch ms of the next turn, `limit` calls per `window`. */
let standing = { count: 0 };

/** Notice that panels wait because the key has few calls. */
export function Pacing() {
  const [{ count, next, limit, window }, set] = useState(standing);
  useEffect(() => {
    watchers.add(set);
    set(standing);
    return () => watchers.delete(set);
  }, []);
  if (count === 0) return null;
  return html`<div class="notice pacing" role="status">
    <p>
      <b>${num(limit)} calls a ${window}.</b>${' '}That is what the key has:${' '}${count === 1 ? '1 answer waits' : `${num(count)} answers wait`}, those in view first, from${' '}${clock(hostTime(next))} UTC on.
    </p>
  </div>`;
}

function tell(next) {
  if (next.count === standing.count && next.next === standing.next) return;
  standing = next;
  for (const watcher of watchers) watcher(next);
}

/** Calls that may be sent now. Before the first response, only one. */
function room(now) {
  if (minute === undefined) return flying > 0 ? 0 : 1;
  minute = current(minute, now, MINUTE);
  day = current(day, now, DAY);
  return Math.min(minute.left, day.left);
}

/** Paths of waiting questions within the viewport. */
function inView() {
  const seen = [...document.querySelectorAll('[data-waits]')].filter((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  return new Set(seen.map(({ dataset }) => dataset.waits));
}

function pump() {
  clearTimeout(timer);
  const now = Date.now();
  for (const one of queue)
    if (!one.isWanted()) {
      queue.delete(one);
      one.go(false);
    }
  const seen = queue.size === 0 ? new Set() : inView();
  const rank = ({ shown }) => (seen.has(shown) ? 0 : 1);
  // A stable sort keeps the page order among equals.
  const turns = [...queue].sort((a, b) => rank(a) - rank(b));
  while (turns.length > 0 && room(now) > 0) {
    const one = turns.shift();
    queue.delete(one);
    flying++;
    if (minute !== undefined) {
      minute.left--;
      day.left--;
    }
    one.go(true);
  }
  if (turns.length === 0) return tell({ count: 0 });
  // Unknown windows: the response in flight will report them.
  if (minute === undefined) return undefined;
  const full = day.left <= 0 ? day : minute;
  turns.forEach((one, i) => one.waits(full.endsAt + (full === day ? 0 : Math.floor(i / full.limit) * MINUTE)));
  tell({ count: turns.length, next: full.endsAt, limit: full.limit, window: full === day ? 'UTC day' : 'minute' });
  timer = setTimeout(pump, Math.min(full.endsAt - now + 250, 30 * MINUTE));
  return undefined;
}

/**
 * Waits for the turn of a question.
 *
 * @param question `shown` as panels name it, `isWanted()` false once no panel wants it, `waits(until)` epoch ms of its
 * turn
 * @returns false when the question is no longer wanted. After true, {@link landed} must be called.
 */
export function turn(question) {
  return new Promise((resolve) => {
    queue.add({ ...question, go: resolve });
    // All questions of one render queue up first.
    queueMicrotask(pump);
  });
}

/** Records that a request ended: with the headers of its response, or failed without. */
export function landed(headers) {
  flying--;
  hear(headers);
  pump();
}

/** Reads the windows of the key from response headers. */
export function hear(headers) {
  const read = (name, letter) =>
    Object.fromEntries(
      [...(headers?.get(name) ?? '').matchAll(/"(\w+)"((?:;\w+=\d+)*)/g)].map(([, window, values]) => [
        window,
        Number(new RegExp(`;${letter}=(\\d+)`).exec(values)?.[1]),
      ]),
    );
  const limits = read('ratelimit-policy', 'q');
  const left = read('ratelimit', 'r');
  const seconds = read('ratelimit', 't');
  if (!(limits.minute > 0 && limits.day > 0)) return;
  const now = Date.now();
  const told = (name) => ({ limit: limits[name], left: left[name], endsAt: now + 1000 * seconds[name] });
  minute = heard(minute, told('minute'), flying);
  day = heard(day, told('day'), flying);
}

/**
 * Wait before a question of a small key is repeated, ms: no more often than its cadence, with the day's remaining calls
 * spread over the rest of the day. undefined: the key has enough calls.
 *
 * @param count questions that are refreshed
 */
export function patience(cadence, count) {
  if (minute === undefined || minute.limit >= SMALL) return undefined;
  const rest = day.endsAt - Date.now();
  // At most a day: browser timers of a month fire at once, and the next day has new calls.
  return Math.max(cadence, Math.min(rest, (rest * count) / Math.max(1, day.left)));
}

/** Resets the windows for another key. */
export function begin() {
  minute = undefined;
  day = undefined;
  pump();
}
