/** A request that is answered for a payment, and what comes to hold once that is settled. */

import type { FeedBody, Operation, Problem, Sale as ContractSale } from '@barograph/contract';
import { UsageError, type Result } from '@barograph/core';
import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from 'kysely';
import type { Answer } from '@barograph/runtime';
import { type Tables, sha256 } from '@barograph/store';

/** Runs in the transaction that settles the sale. */
export type Effect = (transaction: Transaction<Tables>) => Promise<void>;

/** A sale as the host knows it. */
export interface Sale extends ContractSale {
  /** No money moves. */
  readonly isTest: boolean;
  /** A key that comes to hold with the settlement. @throws {UsageError} there is one already. */
  sellKey(keyId: string, effect: Effect): void;
  /** The key that is sold. */
  readonly sold: { readonly keyId: string; readonly effect: Effect } | undefined;
}

/** A sale that nothing was made for yet. */
export function createSale(id: string, isTest: boolean): Sale {
  let sold: Sale['sold'];
  return {
    id,
    isTest,
    sellKey: (keyId, effect) => {
      if (sold !== undefined) throw new UsageError('"sellKey" expected one key for a sale, got another');
      sold = { keyId, effect };
    },
    get sold() {
      return sold;
    },
  };
}

/** Checked parts of a request. */
interface Question {
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Parameters that many operations take alike. */
  readonly common?: object | undefined;
}

/** Outcome of a request: an answer, or a stream, which is never sold. */
export type Outcome = Result<Answer<unknown> | FeedBody, Problem>;

/** A request for something that is for sale. */
export interface ForSale {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly remote: string | undefined;
  readonly asked: Question;
  /** The reason why nothing can be sold to it. */
  readonly unsaleable: () => Problem | undefined | Promise<Problem | undefined>;
  readonly perform: (sale: Sale) => Outcome | Promise<Outcome>;
}

/** Names what is asked for: the same for requests that ask for the same, in whatever order. */
export function fingerprintOf({
  operation,
  asked: { path, query, body, common },
}: Pick<ForSale, 'operation' | 'asked'>): string {
  const parts = [path, query, body ?? null, common ?? {}].map((part) => sorted(part));
  return sha256(JSON.stringify([operation.id, ...parts]));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, sorted(one)]);
}
