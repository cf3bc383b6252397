/** Queries of the event stream in the host's form. */

import { coinNamed, err, ok, type Result, shown } from '@barograph/core';
import { coinsSeenBy, type DatasetName } from '../datasets.ts';
import { EVENT_TYPES, USUAL_TYPES, type EventType } from './kinds.ts';
import { problem, validationProblem, type Problem } from '../problem.ts';
import type { Tier } from '../tiers.ts';

/** Event selection; without a filter of symbols every symbol passes. */
export interface EventQuery {
  /** Selected types; undefined selects the documented types, others pass only by name. */
  readonly types: ReadonlySet<EventType> | undefined;
  /** Base coins, upper case. */
  readonly symbols: ReadonlySet<string> | undefined;
  /** Minimum absolute size in USD; 0 passes every event. */
  readonly minUsd: number;
  /** Tier of the caller, whose invisible events do not pass; undefined sees all. */
  readonly tier?: Tier | undefined;
}

/** Checked parameters that the stream and its tail share. */
export interface RawEventQuery {
  readonly types?: string | undefined;
  readonly symbols?: string | undefined;
  readonly min_usd: number;
}

/** Event fields read by filters. A type unknown to this version passes no list of types. */
export interface FilteredEvent {
  readonly type: string;
  readonly symbol: string;
  readonly usd: number | null;
  /** @default the dataset of the documented types */
  readonly dataset?: DatasetName;
}

const itemsOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function typesOf(list: string): Result<ReadonlySet<EventType>, Problem> {
  const types = new Set<EventType>();
  const items = itemsOf(list);
  for (const item of items) {
    const type = EVENT_TYPES.find((known) => known === item);
    if (type === undefined) return err(unknownType(`There is no event type ${JSON.stringify(item.slice(0, 40))}.`));
    types.add(type);
  }
  return items.length === 0 ? err(unknownType('types names no event type.')) : ok(types);
}

/** A name and the coin that it means: events of both pass. */
const spellings = (name: string): readonly string[] => [name.toUpperCase(), coinNamed(name).toUpperCase()];

function unknownType(message: string): Problem {
  return problem('unknown_event_type', message, { accepted: EVENT_TYPES });
}

/**
 * @param seen types visible to the caller's tier (`typesSeenBy`). @default all
 * @returns the query, or a 400, 403 or 422.
 * @example
 * const query = decodeEventQuery({ types: 'liquidation,funding', symbols: 'btc', min_usd: 100_000 });
 * query.ok && [...(query.value.types ?? [])]; // → [ 'liquidation', 'funding' ]
 * decodeEventQuery({ types: 'weather', min_usd: 0 }).ok; // → false
 */
export function decodeEventQuery(query: RawEventQuery, seen?: ReadonlySet<EventType>): Result<EventQuery, Problem> {
  const usual = seen === undefined ? undefined : new Set([...USUAL_TYPES].filter((type) => seen.has(type)));
  const types = query.types === undefined ? ok(usual) : typesOf(query.types);
  if (!types.ok) return types;
  const unseen = seen === undefined ? undefined : [...(types.value ?? [])].find((type) => !seen.has(type));
  if (unseen !== undefined) return err(problem('tier_too_low', `Events of type ${unseen} need a higher tier.`));
  const symbols = query.symbols === undefined ? undefined : itemsOf(query.symbols);
  if (symbols?.length === 0) {
    return err(validationProblem({ loc: ['query', 'symbols'], msg: 'expected at least one coin', type: 'minItems' }));
  }
  if (query.min_usd < 0) {
    return err(
      validationProblem({
        loc: ['query', 'min_usd'],
        msg: `expected a number of at least 0, got ${query.min_usd}`,
        type: 'minimum',
      }),
    );
  }
  return ok({
    types: types.value,
    symbols: symbols === undefined ? undefined : new Set(symbols.flatMap(spellings)),
    minUsd: query.min_usd,
  });
}

function isSeen(tier: Tier, { symbol, dataset = 'events' }: FilteredEvent): boolean {
  const coins = coinsSeenBy(dataset, tier);
  return coins === 'all' || coins.includes(coinNamed(symbol));
}

/**
 * Whether an event passes. Events without a size (funding, price moves, state changes) pass every minimum.
 *
 * @example
 * const query = { types: new Set(['liquidation'] as const), symbols: new Set(['BTC']), minUsd: 100_000 };
 * matchesEventQuery({ type: 'liquidation', symbol: 'BTC', usd: 250_000 }, query); // → true
 * matchesEventQuery({ type: 'liquidation', symbol: 'BTC', usd: 9_000 }, query); // → false
 */
export function matchesEventQuery(event: FilteredEvent, query: EventQuery): boolean {
  const { type, symbol, usd } = event;
  const { types = USUAL_TYPES, symbols, minUsd, tier } = query;
  const known: ReadonlySet<string> = types;
  return (
    known.has(type) &&
    (symbols === undefined || symbols.has(symbol.toUpperCase())) &&
    (usd === null || Math.abs(usd) >= minUsd) &&
    (tier === undefined || isSeen(tier, event))
  );
}

/**
 * Event after which a stream resumes.
 *
 * @param lastEventId the header; it takes precedence, because a reconnecting browser sends it with its original URL.
 * @returns undefined when neither names an event: the stream starts now. A 422 when an id is invalid.
 */
export function decodeResumeId(
  sinceId: number | undefined,
  lastEventId: string | undefined,
): Result<number | undefined, Problem> {
  if (lastEventId !== undefined && lastEventId !== '') {
    if (!/^\d{1,15}$/.test(lastEventId)) {
      return err(
        validationProblem({
          loc: ['header', 'Last-Event-ID'],
          msg: `expected the id of an event, got ${shown(lastEventId)}`,
          type: 'integer',
        }),
      );
    }
    return ok(Number(lastEventId));
  }
  if (sinceId !== undefined && sinceId < 0) {
    return err(
      validationProblem({
        loc: ['query', 'since_id'],
        msg: `expected an integer of at least 0, got ${sinceId}`,
        type: 'minimum',
      }),
    );
  }
  return ok(sinceId);
}
