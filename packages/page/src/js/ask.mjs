/** Questions to the host: every panel says what it asks, and each question is asked once, however many panels show it. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { access, enter, headers, onAccess, refused } from './access.mjs';
import { now, setClock } from './time.mjs';
import { moment } from './format.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const coin = (symbol) => encodeURIComponent(symbol);
const fortnight = () => Math.floor((now() - 14 * DAY) / HOUR) * HOUR;

/** Operations of the page: path and cadence, which is how often the service makes a new answer. */
export const QUESTIONS = {
  health: [() => 'health', MINUTE],
  cycle: [() => 'regimes/current', 15 * MINUTE],
  regimes: [() => 'regimes', 15 * MINUTE],
  now4: [() => 'quant/market?horizon=4h', 15 * MINUTE],
  now24: [() => 'quant/market?horizon=24h', 15 * MINUTE],
  labels: [() => 'quant/regimes', DAY],
  history: [(symbol) => `quant/history?scope=${coin(symbol)}&start=${fortnight()}&limit=400`, 2 * HOUR],
  timeline: [() => 'quant/timeline', DAY],
  bars: [(symbol) => `perpdex/candles?coin=${coin(symbol)}&interval=1h&limit=340`, 15 * MINUTE],
  bars4: [(symbol) => `perpdex/candles?coin=${coin(symbol)}&interval=4h&limit=160`, 5 * MINUTE],
  days: [(symbol) => `perpdex/candles?coin=${coin(symbol)}&interval=1d&limit=456`, HOUR],
  marketHealth: [() => 'market-health', 15 * MINUTE],
  signum: [() => 'indicators/signum-rgg?limit=250', HOUR],
  heatmap: [() => 'indicators/heatmap', HOUR],
  cvi: [() => 'volatility/index', HOUR],
  cviHistory: [() => 'volatility/index/history?days=90', HOUR],
  volatilityScore: [() => 'volatility/regime/score', HOUR],
  policy: [() => 'policy/regime/score', 15 * MINUTE],
  event: [() => 'event/regime/score', 15 * MINUTE],
  security: [() => 'security/regime/score', 15 * MINUTE],
  meme: [() => 'meme/regime/score', HOUR],
  liquidity: [() => 'liquidity/regime/score', 2 * MINUTE],
  liquidityRows: [() => 'liquidity/regime', 2 * MINUTE],
  recent: [() => 'stream/recent?limit=100', MINUTE],
  delayed: [() => 'stream/delayed', 30 * MINUTE],
  fearGreed: [() => 'sentiment/fear-greed', 15 * MINUTE],
  macro: [() => 'sentiment/macro', 15 * MINUTE],
  stablecoins: [() => 'sentiment/stablecoins', 15 * MINUTE],
  daily: [() => 'daily', 15 * MINUTE],
  // Made every minute, and asked every minute: a day of reports is a large answer.
  news: [() => 'news/market-moving?hours=24&limit=100', 5 * MINUTE],
  pulse: [() => 'news/pulse?hours=24', 5 * MINUTE],
  etf: [(asset) => `market-intelligence/etf/${asset}/flows`, 15 * MINUTE],
  // Outside of the API: the operator's, shown to anybody.
  status: [() => '/status', MINUTE],
  me: [() => 'auth/keys/me', HOUR],
  coinNow: [(symbol) => `quant/coins/${coin(symbol)}`, 15 * MINUTE],
  coinSignum: [(symbol) => `indicators/signum-rgg/${coin(symbol)}?h4=true`, HOUR],
  coinVolatility: [(symbol) => `volatility/regime/${coin(symbol)}`, HOUR],
  coinVolume: [(symbol) => `volume/scanner/${coin(symbol)}`, HOUR],
  ladder: [(symbol) => `quant/positioning/ladder?symbol=${coin(symbol)}`, 5 * MINUTE],
  gamma: [(symbol) => `quant/gex?symbol=${coin(symbol)}`, 5 * MINUTE],
  coinNews: [(symbol) => `news/coin/${coin(symbol)}?hours=72`, 5 * MINUTE],
  scenarios: [(horizon) => `risk/scenarios?horizon=${horizon}`, HOUR],
  flow: [(symbol) => `perpdex/trade-flow?coin=${coin(symbol)}&minutes=60`, MINUTE],
};

/** The moment that an answer is of. */
export function asOf(data) {
  if (data == null) return undefined;
  const { as_of: own, positions_as_of: positions, window_end: window, now } = data;
  return moment(own ?? positions ?? window ?? now);
}

/** Waits between two questions of a kind, ms: a fifth of the cadence, neither a nuisance nor a guess. */
const pause = (cadence) => Math.min(5 * MINUTE, Math.max(20_000, cadence / 5));
/** The progress of a cold start is watched. */
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
  // Not drawn: it waits.
  429: 'limited',
  503: 'unavailable',
};
const WARMING = new Set(['warming_up', 'trade_flow_warming', 'positioning_warming_up', 'too_little_history']);
/** Codes of names that do not exist. */
const NO_SUCH = new Set(['unknown_coin', 'unknown_symbol', 'symbol_not_found']);

/** The state of an answer that is none, with the words of the server. */
function failed(status, body, requestId, retryAfter) {
  const detail = Array.isArray(body?.detail) ? body.detail[0] : body?.detail;
  const code = detail?.error;
  const state = WARMING.has(code) ? 'warming' : NO_SUCH.has(code) ? 'missing' : (STATE_OF_STATUS[status] ?? 'error');
  const message = detail?.message ?? detail?.msg;
  return { state, status, code, message, tier: detail?.required_tier, requestId, retryAfter };
}

/** Operations of the host and whether they are open to this caller, by path with its names in braces; undefined until it is known. */
let index;
const pattern = (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

async function readIndex() {
  try {
    const answer = await fetch('api/v1', { headers: headers() });
    const { endpoints } = await answer.json();
    index = answer.ok
      ? endpoints.filter(({ method }) => method === 'GET').map((one) => ({ ...one, pattern: pattern(one.path) }))
      : undefined;
  } catch {
    index = undefined;
  }
}

/** Ranges end at the host's now, which may be that of a replay. */
async function readClock() {
  try {
    const answer = await fetch('api/v1/health');
    if (!answer.ok) return;
    const data = await answer.json();
    setClock(data.now, data.clock);
    publish(entryOf('health'), { state: 'ok', data });
  } catch {
    // The reader's clock does until the host answers.
  }
}

/** The operation of a path, by the index. One without names in it goes before one that has them, as in the service. */
function operationOf(bare) {
  return index.find((one) => one.path === bare) ?? index.find((one) => one.pattern.test(bare));
}

/**
 * The answer that the index of the service gives already: nothing is asked that is not there, or not for this caller.
 * undefined: it may ask, or the index is not known.
 */
export function foreseen(path) {
  const bare = `/api/v1/${path.split('?')[0]}`;
  if (index === undefined || path.startsWith('/')) return undefined;
  const found = operationOf(bare);
  if (found === undefined)
    return { state: 'missing', status: 404, code: 'not_found', message: `This host does not serve ${bare} yet.` };
  if (found.unlocked) return undefined;
  const tier = found.access === 'pro' || found.access === 'pro_plus' ? found.access : undefined;
  if (access().by === 'nobody') return { state: 'locked', status: 401, message: 'This is not shown without a key.' };
  return { state: 'locked', status: 403, tier, message: `${found.summary} The key is of a lower tier.` };
}

/** True of a question that costs no call of a key. */
function isUncounted(path) {
  if (path.startsWith('/')) return true;
  return index !== undefined && operationOf(`/api/v1/${path.split('?')[0]}`)?.access === 'none';
}

/** Questions that are kept fresh at the cost of the key. */
const counted = () => [...asked.values()].filter(({ users, isFree }) => users.size > 0 && isFree === false).length;

/** @returns undefined when nobody wants the answer any more */
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
    if (answer.ok && body !== undefined) return { state: 'ok', data: body, tag: answer.headers.get('etag') };
    const requestId = answer.headers.get('x-request-id');
    const retryAfter = Number(answer.headers.get('retry-after')) || undefined;
    const result = failed(answer.status, body, requestId, retryAfter);
    if (answer.status === 401 && secret !== undefined) await refused(secret, result.message);
    return result;
  } catch {
    return { state: 'error', status: 0 };
  } finally {
    // What a key that was changed meanwhile had left says nothing of the present one.
    mine?.landed(access().secret === secret ? heard : undefined);
  }
}

const asked = new Map();

/** The pace of a pasted key, which may be small; undefined of the operator's own, which has calls enough. */
let pace;

/** Who asks, what is open to them, and at which pace. */
async function ready() {
  const isPasted = access().by === 'key';
  [pace] = await Promise.all([isPasted ? import('./pace.mjs') : undefined, readIndex()]);
  pace?.begin();
}

/** Takes what an answer tells of the calls that its key has left. */
export const hear = (answered) => pace?.hear(answered);

/** The first entry: nothing is asked as nobody before it is known that nobody it is. */
const opened = Promise.all([readClock(), enter().then(ready)]);

function entryOf(kind, symbol) {
  const key = `${kind} ${symbol ?? ''}`;
  let entry = asked.get(key);
  if (entry === undefined) {
    const [pathOf, cadence] = QUESTIONS[kind];
    const path = () => pathOf(symbol);
    const shown = `GET /${path().replace(/^\//, '').split('?')[0]}`;
    entry = {
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
  entry.result = { ...result, cadence: entry.cadence, path: entry.shown };
  for (const user of entry.users) user(entry.result);
}

/** Asked now, or soon. */
const isWaiting = (entry) => entry.isBusy || entry.timer !== undefined;

/** An answer that its key has no call left for yet; one that is there stays, with its age. */
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
  // Nobody wanted it when its turn came; who came since does.
  if (result === undefined) return entry.users.size > 0 ? refresh(entry) : undefined;
  // A session that ended was opened again meanwhile: the question is asked once more, at once.
  if (result.status === 401 && access().secret !== undefined && access().secret !== began) return refresh(entry);
  if (isHealth(entry) && result.state === 'ok') setClock(result.data.now, result.data.clock);
  if (result.state === 'limited') wait(entry, Date.now() + 1000 * (result.retryAfter ?? 30));
  // The same answer again is not drawn again.
  else if (result.tag == null || result.tag !== entry.result.tag) publish(entry, result);
  const patient =
    result.state === 'ok' ? pauseAfter(entry, result.data) : Math.max(5000, 1000 * (result.retryAfter ?? 30));
  entry.next = Date.now() + patient;
  if (entry.users.size > 0) keepFresh(entry);
}

/** A hidden tab asks nothing until it is looked at. */
function whenSeen(entry) {
  entry.timer = undefined;
  if (entry.users.size === 0) return;
  if (!document.hidden) void refresh(entry);
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  for (const entry of asked.values()) if (entry.users.size > 0 && !isWaiting(entry)) void refresh(entry);
});
// The first entry is waited for by every question; later ones ask anew.
void opened.then(() =>
  onAccess(async () => {
    await ready();
    askAgain();
  }),
);

const keepFresh = (entry) => {
  entry.timer = setTimeout(() => whenSeen(entry), entry.next - Date.now());
};

/** Asks everything on the page again. */
export function askAgain() {
  for (const entry of asked.values()) entry.next = 0;
  for (const entry of asked.values()) if (entry.users.size > 0) void refresh(entry);
}

/** The answer to a question, kept fresh: `{ state, data, path, cadence, … }`. `isAsked` false: it is not asked now. */
export function useAnswer(kind, symbol, isAsked = true) {
  const entry = entryOf(kind, symbol);
  const [result, set] = useState(entry.result);
  useEffect(() => {
    if (!isAsked) return undefined;
    entry.users.add(set);
    set(entry.result);
    if (!isWaiting(entry)) {
      // A view that is opened again shows what it knew until a new answer is due.
      if (entry.result.state === 'ok' && entry.next > Date.now()) keepFresh(entry);
      else void refresh(entry);
    }
    return () => {
      entry.users.delete(set);
      if (entry.users.size === 0) {
        clearTimeout(entry.timer);
        entry.timer = undefined;
      }
    };
  }, [entry, isAsked]);
  return result;
}
