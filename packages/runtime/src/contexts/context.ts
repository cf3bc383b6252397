/** Operation contexts: data of this host, restricted to the caller's tier. The only place that applies tiers. */

import {
  byValue,
  createRecent,
  type Context,
  type Operation,
  type Port,
  type Provenance,
  type Publication,
  type Published,
  type Refreshed,
  type Tier,
  type View,
} from '@barograph/contract';
import { UsageError } from '@barograph/core';
import { type Market, shownProvenance } from '@barograph/sources';
import { closedBars } from '../producers/closed-bars.ts';
import { createKeptBars } from '../producers/kept-bars.ts';

/** Dependencies of a host's contexts. */
export interface ContextParts {
  readonly now: () => number;
  readonly market: Market;
  /** Latest publication under a name. */
  readonly latest: (name: string) => Published<unknown, unknown> | undefined;
  readonly retryAfter: (name: string) => number;
  readonly refresh: (name: string) => Promise<Refreshed>;
  readonly ports: ReadonlyMap<string, unknown>;
  /** Shares results of requests on demand. @default a cache of these contexts */
  readonly atMostEvery?: Context['atMostEvery'];
  /** Wraps each service that an operation uses. @default the service itself */
  readonly serviceOf?: (port: Port<unknown>, service: unknown) => unknown;
}

/** Context of an operation for a tier; always the same object. undefined: no tier, nothing is hidden. */
export type Contexts = (operation: Operation, tier: Tier | undefined) => Context;

type AnyView = View<unknown, unknown>;
/** Views of publications, by the sources that are fresh now. */
type Seen = WeakMap<Published<unknown, unknown>, Map<string, AnyView>>;

/** Number of cached values of `atMostEvery`. */
const KEPT = 512;

/** Contexts over the parts of a host. */
export function createContexts(parts: ContextParts): Contexts {
  const { market } = parts;
  const atMostEvery = parts.atMostEvery ?? keptFor(parts.now);
  const ask: Context['closedBars'] = async (...question) => closedBars(market, ...question);
  const countsRequests = market.sources.some((source) => source.countsRequests === true);
  const barsOf = countsRequests ? createKeptBars(ask) : ask;
  const contextOf = (viewOf: (publication: Publication<unknown, unknown>) => AnyView | undefined): Context => ({
    now: parts.now,
    dataSource: market.kind,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- published under that very name and version
    latest: <Row, Head>(publication: Publication<Row, Head>) => viewOf(publication) as View<Row, Head> | undefined,
    retryAfter: ({ name }) => parts.retryAfter(name),
    refresh: async ({ name }) => parts.refresh(name),
    closedBars: barsOf,
    atMostEvery,
    use: <Service>(port: Port<Service>) => {
      if (!parts.ports.has(port.name)) throw new UsageError(`"ports" expected a service for ${port.name}, got none`);
      const service = parts.ports.get(port.name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- provided under that very port
      return (parts.serviceOf === undefined ? service : parts.serviceOf(port, service)) as Service;
    },
  });

  const viewsWithin = (operation: Operation | undefined, tier: Tier | undefined) => {
    const seen: Seen = new WeakMap();
    return (publication: Publication<unknown, unknown>): AnyView | undefined => {
      const published = parts.latest(publication.name);
      if (published === undefined) return undefined;
      const origin = shownProvenance(market, published.provenance);
      const freshness = origin?.map(({ isFresh }) => Number(isFresh)).join('') ?? '';
      let views = seen.get(published);
      if (views === undefined) seen.set(published, (views = new Map<string, AnyView>()));
      let view = views.get(freshness);
      if (view === undefined) {
        view = viewOf(publication, stamped(published, origin, market.kind), operation, tier);
        views.set(freshness, view);
      }
      return view;
    };
  };

  const whole = contextOf(viewsWithin(undefined, undefined));
  const scoped = new Map<string, Context>();
  return (operation, tier) => {
    if (tier === undefined || !isScoped(operation)) return whole;
    const key = `${operation.id} ${tier}`;
    let context = scoped.get(key);
    if (context === undefined) {
      context = contextOf(viewsWithin(operation, tier));
      scoped.set(key, context);
    }
    return context;
  };
}

/** One cache for all contexts: its values do not depend on the caller. */
function keptFor(now: () => number): Context['atMostEvery'] {
  const kept = createRecent<{ readonly at: number; readonly value: Promise<unknown> }>(KEPT);
  return async <Value>(ms: number, key: string, make: () => Promise<Value>): Promise<Value> => {
    const at = now();
    const known = kept.get(key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key names one type of value
    if (known !== undefined && at - known.at < ms) return known.value as Promise<Value>;
    const value = make();
    kept.set(key, { at, value });
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key);
    });
    return value;
  };
}

/** True when answers depend on the tier: each tier then has separate views and answers. */
function isScoped({ scope, coinScope, rowScope, parts }: Operation): boolean {
  return [scope, coinScope, rowScope, parts].some((limit) => limit !== undefined);
}

type Values = Readonly<Record<string, unknown>>;

/** Publication with the kind of its bars' source. */
function stamped(
  { provenance: _, ...published }: Published<unknown, unknown>,
  origin: readonly Provenance[] | undefined,
  kind: Market['kind'],
): Stamped {
  const ofBars = origin?.find(({ feed }) => feed === 'bars')?.kind;
  const dataSource = published.dataSource ?? ofBars ?? kind;
  return { ...published, dataSource, ...(origin === undefined ? {} : { provenance: origin }) };
}
type Stamped = Omit<AnyView, 'universeSize'>;

/** View of a publication for a tier: some coins, the first rows, or everything. */
function viewOf(
  publication: Publication<unknown, unknown>,
  published: Stamped,
  operation: Operation | undefined,
  tier: Tier | undefined,
): AnyView {
  const { records } = published;
  const coins = tier === undefined ? undefined : operation?.coinScope?.[tier];
  const rows = tier === undefined ? undefined : operation?.rowScope?.[tier];
  // oxlint-disable typescript/no-unsafe-type-assertion -- rows of a scoped operation are records with a symbol
  if (coins !== undefined) {
    return {
      ...published,
      head: publication.scopeHead === undefined ? published.head : publication.scopeHead(published.head, coins),
      records: records.filter(({ value }) => coins.includes(String((value as Values)['symbol']))),
      universeSize: records.length,
    };
  }
  if (rows !== undefined) {
    const order = byValue<{ readonly symbol: string }>('desc', (row) => (row as Values)[rows.by] as number | null);
    const first = [...records]
      .sort((a, b) => order(a.value as { readonly symbol: string }, b.value as { readonly symbol: string }))
      .slice(0, rows.top);
    return { ...published, records: first, universeSize: first.length };
  }
  // oxlint-enable typescript/no-unsafe-type-assertion
  return { ...published, universeSize: records.length };
}
