/** The queries of the event stream as the host works with them. */

import { coinNamed, err, ok, type Result, shown } from '@barograph/core';
import { coinsSeenBy, type DatasetName } from '../datasets.ts';
import { EVENT_TYPES, USUAL_TYPES, type EventType } from './kinds.ts';
import { problem, validationProblem, type Problem } from '../problem.ts';
import type { Tier } from '../tiers.ts';

/** Event selection; an undefined filter of symbols lets every event pass. */
export interface EventQuery {
  /** The documented types when undefined; others pass by name alone. */
  readonly types: ReadonlySet<EventType> | undefined;
  /** Base coins, upper case. */
  readonly symbols: ReadonlySet<string> | undefined;
  /** Least size in USD, whatever its sign; 0 lets every one pass. */
  readonly minUsd: number;
  /** Events that this tier does not see do not pass; all are seen when undefined. */
  readonly tier?: Tier | undefined;
}

/** The checked parameters that both the stream and its tail have. */
export interface RawEventQuery {
  readonly types?: string | undefined;
  readonly symbols?: string | undefined;
  readonly min_usd: number;
}

/** Event fields that filters read. A type that is not of this version passes no list of types. */
export interface FilteredEvent {
  readonly type: string;
  readonly symbol: string;
  readonly usd: number | null;
  /** That of the documented types when left out. */
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

/** A name, and the coin that it stands for: events of both pass. */
const spellings = (name: string): readonly string[] => [name.toUpperCase(), coinNamed(name).toUpperCase()];

function unknownType(message: string): Problem {
  return problem('unknown_event_type', message, { accepted: EVENT_TYPES });
}

/**
 * @param seen types that the caller's tier sees (`typesSeenBy`); all when left out.
 * @returns the query, or the 400, 403 or 422 that answers it.
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
 * True when an event passes. Events without a size (funding, price moves, changes of state) pass every least size.
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
 * After which event a stream begins.
 *
 * @param lastEventId the header; it wins, because a browser that reconnects sends it with the URL that it began with.
 * @returns undefined when neither names one: the stream begins now. A 422 when one of them is no id.
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
