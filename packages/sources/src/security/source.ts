/**
 * Checks of tokens by up to three sources, each with its own host, budget and breaker: one that fails leaves the others, and
 * its own checks unavailable.
 */

import type { CheckSource } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { PoolChain, TokenCheck, TokenFinding } from '@barograph/stress';
import type { Clock } from '../clock.ts';
import type { FeedProblem, Series } from '../market/feed.ts';
import { exactJsonReader } from '../upstream/payload/exact-json.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { TokenFacts, TokenQuery, TokenSecurity } from '../market/pools.ts';
import type { Source } from '../market/source.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { unavailable, type CheckedToken } from './checked-token.ts';
import { CHAINS_V1, type ChainsConfig } from '../pools/config.ts';
import { GOPLUS, goplusChecks, goplusPayload, goplusRefusal, parseGoplus } from './goplus.ts';
import { HONEYPOT, honeypotChecks, honeypotPayload, parseHoneypot } from './honeypot.ts';
import { createAskedState, createOutside, type Outside, type OutsideParts } from '../pools/outside.ts';
import { parseRugcheck, RUGCHECK, rugcheckChecks, rugcheckPayload } from './rugcheck.ts';

/** Base URLs of the sources of checks; undefined turns a source off. */
export interface SecurityUrls {
  readonly goplusUrl: string | undefined;
  readonly honeypotUrl: string | undefined;
  readonly rugcheckUrl: string | undefined;
}

/** One source of checks. */
interface Checker {
  readonly outside: Outside;
  /** Checks that it supports on a chain; undefined for an unknown chain. */
  checks(chain: PoolChain): readonly TokenCheck[] | undefined;
  /** null when the source does not know the token. */
  ask(chain: PoolChain, address: string): Promise<Answered<Parsed<CheckedToken | null>>>;
}

function goplus(outside: Outside, { chainIds }: ChainsConfig): Checker {
  return {
    outside,
    checks: (chain) => (chain === 'solana' || chainIds[chain] !== undefined ? goplusChecks(chain) : undefined),
    ask: async (chain, address) => {
      const path = `/api/v1/${chain === 'solana' ? 'solana/token_security' : `token_security/${chainIds[chain]}`}`;
      const query = { contract_addresses: address };
      const common = { weight: 1, schema: goplusPayload, refusalOf: goplusRefusal } as const;
      const answer = await outside.request({ ...common, path, query });
      return answer.ok ? ok({ ...answer.value, value: parseGoplus(chain, address, answer.value.value) }) : answer;
    },
  };
}

function honeypot(outside: Outside, { simulated, chainIds }: ChainsConfig): Checker {
  return {
    outside,
    checks: (chain) => (simulated.includes(chain) ? honeypotChecks() : undefined),
    ask: async (chain, address) => {
      const query = { address, chainID: String(chainIds[chain]) };
      const answer = await outside.request({ path: '/v2/IsHoneypot', query, weight: 1, schema: honeypotPayload });
      return answer.ok ? ok({ ...answer.value, value: parseHoneypot(chain, address, answer.value.value) }) : answer;
    },
  };
}

function rugcheck(outside: Outside): Checker {
  return {
    outside,
    checks: (chain) => (chain === 'solana' ? rugcheckChecks() : undefined),
    ask: async (_, address) => {
      const path = `/v1/tokens/${address}/report`;
      const answer = await outside.request({ path, weight: 1, schema: rugcheckPayload, reader: exactJsonReader });
      return answer.ok ? ok({ ...answer.value, value: parseRugcheck(address, answer.value.value) }) : answer;
    },
  };
}

/** Answer of one source. */
interface Said {
  readonly source: CheckSource;
  readonly token: CheckedToken | null;
  readonly findings: readonly TokenFinding[];
  readonly fetchedAt: number | null;
  readonly isWhole: boolean;
}

async function answerOf(checker: Checker, chain: PoolChain, address: string, now: number): Promise<Said> {
  const { source } = checker.outside;
  const checks = checker.checks(chain) ?? [];
  const nothing = { token: null, isWhole: true } as const;
  const unknown = (fetchedAt: number): Said => ({
    ...nothing,
    source: { source, state: 'unknown', reason: null },
    findings: checks.map((check) => ({ check, source, state: 'unknown', value: NaN })),
    fetchedAt,
  });
  const answer = await checker.ask(chain, address);
  if (!answer.ok) {
    if (answer.error.status === 404) return unknown(now);
    const reason = describeUpstreamProblem(answer.error);
    const findings = unavailable(source, checks);
    return { ...nothing, source: { source, state: 'unavailable', reason }, findings, fetchedAt: null };
  }
  const { value, fetchedAt } = answer.value;
  if (value.rows === null && value.fault !== undefined) {
    const reason = `${source}: ${value.fault}`;
    return {
      ...nothing,
      source: { source, state: 'unavailable', reason },
      findings: unavailable(source, checks),
      fetchedAt: null,
    };
  }
  if (value.rows === null) return unknown(fetchedAt);
  const { findings } = value.rows;
  const isWhole = value.fault === undefined;
  return { source: { source, state: 'ok', reason: null }, token: value.rows, findings, fetchedAt, isWhole };
}

/** Merges facts: the first known value of each wins; more digits or holders do not make a source preferable. */
function factsOf(tokens: readonly CheckedToken[]): TokenFacts {
  const first = <T>(read: (facts: TokenFacts) => T | null): T | null =>
    tokens.map(({ facts }) => read(facts)).find((value) => value !== null && !Number.isNaN(value)) ?? null;
  return {
    symbol: first(({ symbol }) => symbol),
    name: first(({ name }) => name),
    decimals: first(({ decimals }) => decimals) ?? NaN,
    supply: first(({ supply }) => supply),
    holders: first(({ holders }) => holders) ?? NaN,
  };
}

async function securityOf(
  checkers: readonly Checker[],
  { chain, address }: TokenQuery,
  clock: Pick<Clock, 'now'>,
): Promise<Result<Series<TokenSecurity>, FeedProblem>> {
  const able = checkers.filter((checker) => checker.checks(chain) !== undefined);
  if (able.length === 0) return err({ code: 'unavailable', reason: `no source checks tokens of ${chain}` });
  const all = await Promise.all(able.map(async (checker) => answerOf(checker, chain, address, clock.now())));
  const sources = all.map(({ source }) => source);
  const moments = all.flatMap(({ fetchedAt }) => fetchedAt ?? []);
  if (moments.length === 0) {
    return err({ code: 'stale_source', reason: sources.map(({ reason }) => reason).join('; ') });
  }
  const tokens = all.flatMap(({ token }) => token ?? []);
  const isWhole = all.every((answer) => answer.isWhole && answer.fetchedAt !== null);
  const findings = all.flatMap((answer) => answer.findings);
  const token = tokens.length === 0 ? null : factsOf(tokens);
  // A failed source might know a token that is unknown to the others.
  if (token === null && !isWhole) {
    return err({ code: 'stale_source', reason: sources.flatMap(({ reason }) => reason ?? []).join('; ') });
  }
  const rows = { token, findings, sources };
  return ok({ rows, asOf: Math.min(...moments), ...(isWhole ? {} : { isStale: true }) });
}

/**
 * The source of checks. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createSecuritySource({ goplusUrl, honeypotUrl, rugcheckUrl }, { clock, log });
 */
export function createSecuritySource(
  { goplusUrl, honeypotUrl, rugcheckUrl }: SecurityUrls,
  parts: Omit<OutsideParts, 'url'>,
  config: ChainsConfig = CHAINS_V1,
): Source {
  const { budgets } = config;
  const to = (source: string, url: string, limit: number): Outside => createOutside(source, limit, { ...parts, url });
  const checkers = [
    ...(goplusUrl === undefined ? [] : [goplus(to(GOPLUS, goplusUrl, budgets.goplus), config)]),
    ...(honeypotUrl === undefined ? [] : [honeypot(to(HONEYPOT, honeypotUrl, budgets.honeypot), config)]),
    ...(rugcheckUrl === undefined ? [] : [rugcheck(to(RUGCHECK, rugcheckUrl, budgets.rugcheck))]),
  ];
  const state = createAskedState(parts.clock);
  return {
    id: 'token_checks',
    kind: 'live',
    countsRequests: true,
    feeds: {
      tokenSecurity: {
        pull: async (query) => {
          const answer = await securityOf(checkers, query, parts.clock);
          if (answer.ok) state.record(ok({ value: null, fetchedAt: answer.value.asOf }));
          else if (answer.error.code === 'stale_source') state.record(err(failureOf(answer.error.reason)));
          return answer;
        },
      },
    },
    start: async () => {
      await Promise.all(checkers.map(async ({ outside }) => outside.start()));
    },
    close: async () => {
      await Promise.all(checkers.map(async ({ outside }) => outside.close()));
    },
    upstreams: () => checkers.map(({ outside }) => outside.reading()),
    state: (now) => [state.state('tokenSecurity', now)],
  };
}

/** Combined failure of all sources. */
function failureOf(reason: string) {
  const nowhere = { path: '', status: null, field: null, retryAfterMs: null } as const;
  return { code: 'network', source: 'token_checks', reason, ...nowhere } as const;
}
