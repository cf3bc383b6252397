/** Questions to the host: panels declare them, and each is requested once, however many panels show it. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { access, enter, headers, onAccess, owner, refused } from './access.mjs';
import { forget, keep, kept } from './kept.mjs';
import { candles, coin, hours } from './paths.mjs';
import { checkReach, isGateway, onReach } from './reach.mjs';
import { clockKind, hostTime, setClock } from './time.mjs';
import { moment } from './format.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Operations of the first view and those that several views share: path and cadence, the interval at which the service
 * computes a new answer. A view that is loaded later adds its own.
 */
export const QUESTIONS = {
  health: [() => 'health', MINUTE],
  cycle: [() => 'regimes/current', 15 * MINUTE],
  regimes: [() => 'regimes', 15 * MINUTE],
  now4: [() => 'quant/market?horizon=4h', 15 * MINUTE],
  now24: [() => 'quant/market?horizon=24h', 15 * MINUTE],
  labels: [() => 'quant/regimes', DAY],
  model: [() => 'quant/model', HOUR],
  scorecard: [() => 'quant/scorecard', HOUR],
  baskets: [() => 'trading-strategy-baskets', DAY],
  history: [hours, 2 * HOUR],
  bars: [(symbol, days = 14) => candles(symbol, '1h', days), 15 * MINUTE],
  candles: [candles, 5 * MINUTE],
  manyCandles: [candles, HOUR],
  marketHealth: [() => 'market-health', 15 * MINUTE],
  signum: [() => 'indicators/signum-rgg?limit=250', HOUR],
  heatmap: [() => 'indicators/heatmap', HOUR],
  cvi: [() => 'volatility/index', HOUR],
  cviHistory: [(days = 90) => `volatility/index/history?days=${days}`, HOUR],
  volatilityScore: [() => 'volatility/regime/score', HOUR],
  policy: [() => 'policy/regime/score', 15 * MINUTE],
  event: [() => 'event/regime/score', 15 * MINUTE],
  security: [() => 'security/regime/score', 15 * MINUTE],
  meme: [() => 'meme/regime/score', HOUR],
  liquidity: [() => 'liquidity/regime/score', 2 * MINUTE],
  liquidityRows: [() => 'liquidity/regime', 2 * MINUTE],
  coinRows: [() => 'quant/coins?limit=250', 15 * MINUTE],
  volatilityRows: [() => 'volatility/regime?limit=250', HOUR],
  memeRows: [() => 'meme/regime?limit=250', HOUR],
  volumeRows: [() => 'volume/scanner?limit=250', HOUR],
  openInterest: [() => 'perpdex/open-interest', 5 * MINUTE],
  flowRows: [() => 'perpdex/trade-flow/universe', 5 * MINUTE],
  recent: [() => 'stream/recent?limit=100', MINUTE],
  recentOf: [(query) => `stream/recent?limit=100&${query}`, MINUTE],
  delayed: [() => 'stream/delayed', 30 * MINUTE],
  fearGreed: [() => 'sentiment/fear-greed', 15 * MINUTE],
  macro: [() => 'sentiment/macro', 15 * MINUTE],
  stablecoins: [() => 'sentiment/stablecoins', 15 * MINUTE],
  daily: [() => 'daily', 15 * MINUTE],
  // Computed and requested every minute, a fifth of this cadence: a day of reports is a large answer.
  news: [() => 'news/market-moving?hours=24&limit=100', 5 * MINUTE],
  pulse: [() => 'news/pulse?hours=24', 5 * MINUTE],
  etf: [(asset) => `market-intelligence/etf/${asset}/flows`, 15 * MINUTE],
  // Outside the API: it serves the operator, and is public.
  status: [() => '/status', MINUTE],
  me: [() => 'auth/keys/me', HOUR],
  webhooks: [() => 'webhooks', 15 * MINUTE],
  coinNow: [(symbol) => `quant/coins/${coin(symbol)}`, 15 * MINUTE],
  coinSignum: [(symbol) => `indicators/signum-rgg/${coin(symbol)}?h4=true`, HOUR],
  coinVolatility: [(symbol) => `volatility/regime/${coin(symbol)}`, HOUR],
  coinVolume: [(symbol) => `volume/scanner/${coin(symbol)}`, HOUR],
  gamma: [(symbol) => `quant/gex?symbol=${coin(symbol)}`, 5 * MINUTE],
};

/** Time that an answer describes. */
export function asOf(data) {
  if (data == null) return undefined;
  const { as_of: own, positions_as_of: positions, window_end: window, now } = data;
  return moment(own ?? positions ?? window ?? now);
}

/** Interval between requests of a question, ms: a fifth of the cadence, within limits. */
const pause = (cadence) => Math.min(5 * MINUTE, Math.max(20_000, cadence / 5));
/** Interval while a cold start runs, ms. */
const STARTING_MS = 4000;
const isHealth = ({ shown }) => shown === 'GET /health';
const pauseAfter = (entry, data) => {
  if (isHealth(entry) && data.status === 'warming') return STARTING_MS;
  const { cadence } = entry;
  return entry.isFree ? pause(cadence) : (pace?.patience(cadence, counted()) ?? pause(cadence));
};

const STATE_OF_STATUS = {
  401: 'locked',
  402: 'locked',
  403: 'locked',
  404: 'missing',
  // Not drawn: the question waits.
  429: 'limited',
  503: 'unavailable',
};
const WARMING = new Set(['warming_up', 'trade_flow_warming', 'positioning_warming_up', 'too_little_history']);
/** Codes of names that do not exist. */
const NO_SUCH = new Set(['unknown_coin', 'unknown_symbol', 'symbol_not_found']);

/** State of a failed answer, with the service's message. */
function failed(status, body, requestId, retryAfter) {
  const detail = Array.isArray(body?.detail) ? body.detail[0] : body?.detail;
  const code = detail?.error;
  const state = WARMING.has(code) ? 'warming' : NO_SUCH.has(code) ? 'missing' : (STATE_OF_STATUS[status] ?? 'error');
  const message = detail?.message ?? detail?.msg;
  const { required_tier: tier, suggestions } = detail ?? {};
  return { state, status, code, message, tier, suggestions, requestId, retryAfter };
}

/** Operations of the host by path template, and whether this caller may use them; undefined until known. */
let index;
const pattern = (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

async function readIndex() {
  try {
    const answer = await fetch('api/v1', { headers: headers() });
    const { endpoints } = await answer.json();
    index = answer.ok ? endpoints.map((one) => ({ ...one, pattern: pattern(one.path) })) : undefined;
  } catch {
    index = undefined;
  }
}

/** Reads the host's clock, where ranges end; it may be that of a replay. */
async function readClock() {
  try {
    const answer = await fetch('api/v1/health');
    if (!answer.ok) return;
    const data = await answer.json();
    setClock(data.now, data.clock);
    const entry = entryOf('health');
    entry.next = Date.now() + (data.status === 'warming' ? STARTING_MS : pause(entry.cadence));
    publish(entry, { state: 'ok', data });
  } catch {
    // Until the host answers, the clock of the previous page, or else the reader's.
    const { offset, clock } = kept().about;
    if (typeof offset === 'number') setClock(Date.now() + offset, clock);
  }
}

/** Operation of a path, from the index. A template without parameters precedes one with them, as in the service. */
function operationOf(bare, method = 'GET') {
  const all = index.filter((one) => one.method === method);
  return all.find((one) => one.path === bare) ?? all.find((one) => one.pattern.test(bare));
}

/**
 * Failure that the index predicts: nothing is requested that does not exist, or that this caller may not use.
 * undefined: it may be requested, or the index is unknown.
 */
export function foreseen(path, method) {
  const bare = `/api/v1/${path.split('?')[0]}`;
  if (index === undefined || path.startsWith('/')) return undefined;
  const found = operationOf(bare, method);
  if (found === undefined)
    return { state: 'missing', status: 404, code: 'not_found', message: `This host does not serve ${bare} yet.` };
  if (found.unlocked) return undefined;
  const tier = found.access === 'pro' || found.access === 'pro_plus' ? found.access : undefined;
  if (access().by === 'nobody') return { state: 'locked', status: 401, message: 'This is not shown without a key.' };
  return { state: 'locked', status: 403, tier, message: `${found.summary} The key is of a lower tier.` };
}

/** True for a question that does not count against a key. */
function isUncounted(path) {
  if (path.startsWith('/')) return true;
  return index !== undefined && operationOf(`/api/v1/${path.split('?')[0]}`)?.access === 'none';
}

/** Number of questions refreshed at the cost of the key. */
const counted = () => [...asked.values()].filter(({ users, isFree }) => users.size > 0 && isFree === false).length;

/** Result of a question without any response. */
const lost = async () => ({ state: 'error', status: 0, isAway: !(await checkReach()) });

/** @returns undefined when no panel wants the answer any more */
async function ask(entry, isWanted) {
  await opened;
  const path = entry.path();
  const known = foreseen(path);
  entry.isFree = known !== undefined || isUncounted(path);
  if (known !== undefined) return known;
  const secret = access().secret;
  const mine = entry.isFree ? undefined : pace;
  if ((await mine?.turn({ shown: entry.shown, isWanted, waits: (until) => wait(entry, until) })) === false)
    return undefined;
  let heard;
  try {
    const isOutside = path.startsWith('/');
    const answer = await (isOutside ? fetch(path.slice(1)) : fetch(`api/v1/${path}`, { headers: headers() }));
    heard = answer.headers;
    const body = await answer.json().catch(() => undefined);
    if (isGateway(answer.status) && body === undefined) return await lost();
    if (answer.ok && body !== undefined) return { state: 'ok', data: body, tag: answer.headers.get('etag') };
    const requestId = answer.headers.get('x-request-id');
    const retryAfter = Number(answer.headers.get('retry-after')) || undefined;
    const result = failed(answer.status, body, requestId, retryAfter);
    if (answer.status === 401 && secret !== undefined) await refused(secret, result.message);
    return result;
  } catch {
    return await lost();
  } finally {
    // Limits reported for a key that was changed meanwhile do not apply to the present one.
    mine?.landed(access().secret === secret ? heard : undefined);
  }
}

const asked = new Map();

/** Pace of a pasted key, which may be small; undefined for the operator's key, which has enough calls. */
let pace;

/** Determines the caller, its operations and its pace. */
async function ready() {
  const { by } = access();
  index = undefined;
  const indexed = readIndex();
  // The operator's key opens everything: its questions do not wait for the index.
  [pace] = await Promise.all([by === 'key' ? import('./pace.mjs') : undefined, by === 'session' ? undefined : indexed]);
  pace?.begin();
}

/** Passes the remaining calls of a key from a response to the pace. */
export const hear = (answered) => pace?.hear(answered);

/** First access, after which the frame is drawn in its final form. No question is sent before it is known. */
export const opened = Promise.all([readClock(), enter().then(ready)]);

function entryOf(kind, of) {
  const what = [of].flat();
  const key = `${kind} ${what.join(' ')}`;
  let entry = asked.get(key);
  if (entry === undefined) {
    const [pathOf, cadence] = QUESTIONS[kind];
    const path = () => pathOf(...what);
    const shown = `GET /${path().replace(/^\//, '').split('?')[0]}`;
    entry = {
      key,
      path,
      cadence,
      users: new Set(),
      timer: undefined,
      isBusy: false,
      next: 0,
      result: { state: 'loading', cadence, path: shown },
      shown,
    };
    asked.set(key, entry);
  }
  return entry;
}

function publish(entry, result) {
  entry.result = { ...result, cadence: entry.cadence, path: entry.shown, url: entry.path() };
  for (const user of entry.users) user(entry.result);
}

/** Requested now, or scheduled. */
const isWaiting = (entry) => entry.isBusy || entry.timer !== undefined;

/** Postpones a question until its key has a call left; an existing answer stays, with its age. */
function wait(entry, until) {
  const { state, until: before } = entry.result;
  if (state !== 'ok' && !(state === 'waiting' && before === until)) publish(entry, { state: 'waiting', until });
}

async function refresh(entry) {
  clearTimeout(entry.timer);
  entry.timer = undefined;
  entry.isBusy = true;
  const mine = (entry.turn = (entry.turn ?? 0) + 1);
  const began = access().secret;
  const result = await ask(entry, () => mine === entry.turn && entry.users.size > 0);
  if (mine !== entry.turn) return;
  entry.isBusy = false;
  // No panel wanted it when its turn came, but one may by now.
  if (result === undefined) return entry.users.size > 0 ? refresh(entry) : undefined;
  // An ended session was reopened meanwhile: the question is repeated at once.
  if (result.status === 401 && access().secret !== undefined && access().secret !== began) return refresh(entry);
  if (isHealth(entry) && result.state === 'ok') setClock(result.data.now, result.data.clock);
  if (result.state === 'limited') wait(entry, Date.now() + 1000 * (result.retryAfter ?? 30));
  // While the host is unreachable the last answer stays, with its age.
  else if (result.isAway && lastOf(entry) !== undefined)
    publish(entry, { state: 'ok', data: lastOf(entry), isKept: true });
  // An identical answer is not redrawn.
  else if (result.tag == null || result.tag !== entry.result.tag) publish(entry, result);
  const patient =
    result.state === 'ok' ? pauseAfter(entry, result.data) : Math.max(5000, 1000 * (result.retryAfter ?? 30));
  entry.next = Date.now() + patient;
  if (entry.users.size > 0) keepFresh(entry);
}

/** Last answer of an entry, from this page or an earlier one in this tab. */
function lastOf({ key, result }) {
  return result.state === 'ok' ? result.data : kept().answers.get(key);
}

/** A hidden tab requests nothing until it is visible, except for alerts. */
function whenSeen(entry) {
  entry.timer = undefined;
  if (entry.users.size === 0) return;
  if (!document.hidden || entry.ears > 0) void refresh(entry);
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return keepAnswers();
  for (const entry of asked.values()) if (entry.users.size > 0 && !isWaiting(entry)) void refresh(entry);
});
// All questions wait for the first access; later changes refresh them.
let shownTo = owner();
void opened.then(() =>
  onAccess(async () => {
    // Answers of one caller are not shown to another.
    if (owner() !== shownTo) {
      forget();
      for (const entry of asked.values())
        entry.result = { ...entry.result, state: 'loading', data: undefined, tag: undefined };
    }
    shownTo = owner();
    await ready();
    askAgain();
  }),
);
onReach((since) => {
  if (since !== undefined) return;
  // The session could not be opened while the host was unreachable.
  if (access().by === 'nobody' && shownTo !== '') void enter();
  else askAgain();
});
// Stored when the page is left or hidden: visible answers first.
function keepAnswers() {
  const entries = [...asked.values()]
    .filter(({ result }) => result.state === 'ok')
    .sort((a, b) => b.users.size - a.users.size);
  if (entries.length > 0)
    keep(
      entries.map(({ key, result }) => [key, result.data]),
      { offset: hostTime(0), clock: clockKind() },
    );
}
addEventListener('pagehide', keepAnswers);

const keepFresh = (entry) => {
  entry.timer = setTimeout(() => whenSeen(entry), entry.next - Date.now());
};

/** Refreshes every question on the page. */
export function askAgain() {
  for (const entry of asked.values()) entry.next = 0;
  for (const entry of asked.values()) if (entry.users.size > 0) void refresh(entry);
}

/** Subscribes to the answers of a question. @returns a function that unsubscribes */
function join(entry, user) {
  entry.users.add(user);
  user(entry.result);
  if (!isWaiting(entry)) {
    // A reopened view shows its last answer until a new one is due.
    if (entry.result.state === 'ok' && entry.next > Date.now()) keepFresh(entry);
    else void refresh(entry);
  }
  return () => {
    entry.users.delete(user);
    if (entry.users.size > 0) return;
    clearTimeout(entry.timer);
    entry.timer = undefined;
  };
}

/**
 * Answer to a question, kept fresh: `{ state, data, path, cadence, … }`.
 *
 * @param of arguments of the question's path: a text, or a list; @param isAsked false: it is not requested now
 */
export function useAnswer(kind, of, isAsked = true) {
  const entry = entryOf(kind, of);
  const [result, set] = useState(entry.result);
  useEffect(() => (isAsked ? join(entry, set) : undefined), [entry, isAsked]);
  return result;
}

/** Calls `act` for every new answer to a question, also in a hidden tab. @returns a function that unsubscribes */
export function listen(kind, of, act) {
  const entry = entryOf(kind, of);
  entry.ears = (entry.ears ?? 0) + 1;
  const leave = join(entry, act);
  return () => {
    entry.ears--;
    leave();
  };
}

/** Requests a question again now. */
export const refreshNow = (kind, of) => refresh(entryOf(kind, of));
