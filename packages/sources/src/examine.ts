/** Examines a source against its real venue: reads every feed once and reports missing and new fields. */

import { DAY_MS, HOUR_MS, UsageError } from '@barograph/core';
import { pino, type Logger } from 'pino';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { FEED_NAMES, type FeedName, type FeedQuery } from './market/feeds.ts';
import type { Pulled } from './market/market.ts';
import { definitionOf, openSource, type OpenedSource, type OpenSourceOptions } from './open-source.ts';
import { REAL_TIME } from './deadline.ts';

/**
 * Verdict on a feed or a request. `missing_field`: a required field is absent; `new_field`: an unknown field is present;
 * `refused`: 403, 429 or an error of the venue; `restricted`: the venue does not serve this region; `silent`: a stream without
 * data; `not_configured`: a key is missing.
 */
export type Verdict =
  | 'ok'
  | 'missing_field'
  | 'new_field'
  | 'refused'
  | 'restricted'
  | 'slow'
  | 'silent'
  | 'failing'
  | 'not_configured';

/** One line of an examination. */
export interface Finding {
  readonly source: string;
  /** Name of a feed, or path of a request. */
  readonly what: string;
  readonly verdict: Verdict;
  /** Fields, or the reason; empty on success. */
  readonly detail: string;
  /** Response time, ms; null without a request. */
  readonly ms: number | null;
}

/** Newest raw body of each path. */
export interface Sample {
  readonly source: string;
  readonly path: string;
  readonly body: string;
}

/** Findings and the answers behind them. */
export interface Examination {
  readonly findings: readonly Finding[];
  readonly samples: readonly Sample[];
}

/** Options of an examination. */
export interface ExamineOptions extends Pick<OpenSourceOptions, 'settings' | 'loopback' | 'clock'> {
  /** Maximum wait for streamed data, ms. @default 20000 */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 20_000;
const SLOW_MS = 5_000;

/** Line of the log of requests. */
interface Line {
  readonly path?: string;
  readonly field?: string;
  readonly code?: string;
  readonly reason?: string;
  readonly body?: string;
  readonly absent?: readonly string[];
  readonly msg: string;
}

/** Creates a logger that captures its lines. */
function createCapture(lines: Line[]): Logger {
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lines of the log itself
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  return pino({ level: 'trace' }, sink);
}

/** Small query of a feed; undefined when the feed cannot be queried without input. */
function questionOf<Name extends FeedName>(feed: Name, source: string, now: number): FeedQuery<Name> | undefined {
  const perp = source === 'perpdex' || source === 'options' ? 'BTC' : 'BTCUSDT';
  const range = { from: now - DAY_MS, to: now };
  const window = { kind: 'last', count: 3 };
  const questions: Readonly<Partial<Record<FeedName, object>>> = {
    bars: { symbol: 'BTC', interval: '1h', window, asOf: now, venue: source === 'cexa' ? 'cexa_spot' : 'perpdex_perp' },
    pairBars: { symbol: 'BTCUSDT', interval: '1h', window, asOf: now },
    funding: { symbol: perp, ...range },
    openInterest: { symbol: perp, ...range },
    book: { symbol: perp, asOf: now },
    trades: { symbol: perp, from: now - HOUR_MS, to: now },
    settlements: { symbol: perp, venue: source, ...range },
    venueOpenInterest: { symbol: perp, venue: source, step: '1h', ...range },
    longShort: { symbol: perp, venue: source, step: '1h', ...range },
    venuePerps: { venue: source, asOf: now },
    implied: { symbol: 'BTC', step: '1h', ...range },
    options: { symbol: 'BTC', asOf: now },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query of the feed of that name
  return (questions[feed] ?? { from: now - DAY_MS, to: now, asOf: now }) as FeedQuery<Name> | undefined;
}

/** Feeds that need an account or token, for which no default exists. */
const NEEDS_A_NAME: ReadonlySet<FeedName> = new Set([
  'accounts',
  'account',
  'accountFills',
  'tokenPools',
  'tokenSecurity',
]);

/** Streamed feeds, which send data when events happen. */
const STREAMED: ReadonlySet<FeedName> = new Set(['trades', 'liquidations', 'forcedCloses']);

const CODES: Readonly<Record<string, Verdict>> = {
  wrong_shape: 'missing_field',
  rate_limited: 'refused',
  blocked: 'refused',
  refused: 'refused',
  restricted: 'restricted',
  timeout: 'slow',
};

/** Findings about failed requests and unknown fields. */
function requestFindings(source: string, lines: readonly Line[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { path, field, code, reason, msg, absent = [] } of lines) {
    if (path === undefined) continue;
    if (absent.length > 0) {
      found.set(path, { source, what: path, verdict: 'missing_field', detail: absent.join(', '), ms: null });
    }
    if (msg === 'unknown field of upstream') {
      const known = found.get(`${path} new`);
      const detail = known === undefined ? field! : `${known.detail}, ${field}`;
      found.set(`${path} new`, { source, what: path, verdict: 'new_field', detail, ms: null });
    } else if (code !== undefined && reason !== undefined) {
      found.set(path, { source, what: path, verdict: CODES[code] ?? 'failing', detail: reason, ms: null });
    }
  }
  return [...found.values()];
}

async function untilWarm(source: OpenedSource, now: () => number, patienceMs: number): Promise<void> {
  const began = REAL_TIME.now();
  const isWarming = (): boolean =>
    source
      .state(now())
      .some(({ feeds }) => feeds.some(({ feed, status }) => status === 'warming' && !NEEDS_A_NAME.has(feed)));
  while (isWarming() && REAL_TIME.now() - began < patienceMs) await setTimeout(100);
}

/** Queries a feed once. */
async function ask(
  source: OpenedSource,
  feed: FeedName,
  now: number,
): Promise<Pick<Finding, 'verdict' | 'detail' | 'ms'>> {
  const began = REAL_TIME.now();
  let pulled: Pulled<unknown>;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query of the feed of that name
    pulled = await source.read(feed, questionOf(feed, source.id, now) as never);
  } catch (error) {
    return {
      verdict: 'failing',
      detail: error instanceof Error ? error.message : String(error),
      ms: REAL_TIME.now() - began,
    };
  }
  const ms = Math.round(REAL_TIME.now() - began);
  if (!pulled.ok)
    return {
      verdict: pulled.error.isWarming === true || STREAMED.has(feed) ? 'silent' : 'failing',
      detail: pulled.error.reason,
      ms,
    };
  return { verdict: ms > SLOW_MS ? 'slow' : 'ok', detail: ms > SLOW_MS ? `${ms} ms` : '', ms };
}

/**
 * Queries each feed of a source once, within its budget, and reports missing and new fields of its answers.
 *
 * @param id name of the source in reports.
 * @param options `patienceMs`: maximum wait for streamed data, ms.
 * @throws {UsageError} when the source is unknown.
 * @example
 * const { findings } = await examineSource('perpdex');
 * findings.filter(({ verdict }) => verdict !== 'ok');
 */
export async function examineSource(id: string, options: ExamineOptions = {}): Promise<Examination> {
  const { patienceMs = PATIENCE_MS, ...rest } = options;
  definitionOf(id); // an unknown one is no source without a key
  const lines: Line[] = [];
  let source: OpenedSource;
  try {
    source = await openSource(id, { ...rest, log: createCapture(lines) });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {
      findings: [{ source: id, what: id, verdict: 'not_configured', detail: 'it needs a key or an address', ms: null }],
      samples: [],
    };
  }
  const now = (): number => rest.clock?.now() ?? Date.now();
  try {
    await untilWarm(source, now, patienceMs);
    const findings: Finding[] = [];
    for (const what of FEED_NAMES) {
      if (source.has(what) && !NEEDS_A_NAME.has(what))
        findings.push({ source: id, what, ...(await ask(source, what, now())) });
    }
    const samples = new Map(
      lines.flatMap(({ path, body }) =>
        path === undefined || body === undefined ? [] : [[path, { source: id, path, body }] as const],
      ),
    );
    return { findings: [...findings, ...requestFindings(id, lines)], samples: [...samples.values()] };
  } finally {
    await source.close();
  }
}
