/**
 * The pace of the page: a key has so many calls a minute, and the page has more questions than the smallest key has calls.
 * Questions take turns, those in view first; none is sent that the key has no call left for. Loaded with a pasted key.
 */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { clock, num } from './format.mjs';
import { html } from './parts.mjs';
import { hostTime } from './time.mjs';
import { current, heard } from './windows.mjs';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Below this many calls a minute the page asks no more often than the service has new answers. */
const SMALL = 60;

/** Windows of the key as its last answer told them: calls, calls left, epoch ms of the end; undefined: not told yet. */
let minute;
let day;
/** Questions on their way. */
let flying = 0;
let timer;
/** Questions that wait for a turn: `{ shown, isWanted, waits, go }`. */
const queue = new Set();
const watchers = new Set();
/** What waits: `count` answers, `next` epoch ms of the next turn, `limit` calls a `window`. */
let standing = { count: 0 };

/** Why panels wait: the key has few calls. */
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

/** Calls that may be sent now. The first answer tells, before another question is sent. */
function room(now) {
  if (minute === undefined) return flying > 0 ? 0 : 1;
  minute = current(minute, now, MINUTE);
  day = current(day, now, DAY);
  return Math.min(minute.left, day.left);
}

/** Paths of what waits within the window of the browser. */
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
  // Sorting keeps the order of the page among equals.
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
  // Not told yet: the answer under way tells.
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
 * @param question `shown` as panels name it, `isWanted()` false once nobody asks any more, `waits(until)` epoch ms of its turn
 * @returns false: it is wanted no more. After true, {@link landed} has to be called.
 */
export function turn(question) {
  return new Promise((resolve) => {
    queue.add({ ...question, go: resolve });
    // All questions of one drawing of the page take their places first.
    queueMicrotask(pump);
  });
}

/** A question was answered, with headers, or failed, without. */
export function landed(headers) {
  flying--;
  hear(headers);
  pump();
}

/** Takes what an answer tells of the windows of its key. */
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
 * The wait until a question of a small key is asked again, ms: no more than what is new, with the calls of the day spread
 * over the rest of it. undefined: the key has calls enough.
 *
 * @param count questions that are kept fresh
 */
export function patience(cadence, count) {
  if (minute === undefined || minute.limit >= SMALL) return undefined;
  const rest = day.endsAt - Date.now();
  // No longer than the day: timers of a month end at once, and the next day has calls of its own.
  return Math.max(cadence, Math.min(rest, (rest * count) / Math.max(1, day.left)));
}

/** Another key has other windows. */
export function begin() {
  minute = undefined;
  day = undefined;
  pump();
}
