/** Sales: paid requests, and effects that apply with the settlement. */

import type { FeedBody, Operation, Problem, Sale as ContractSale } from '@barograph/contract';
import { UsageError, type Result } from '@barograph/core';
import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from 'kysely';
import type { Answer } from '@barograph/runtime';
import { type Tables, sha256 } from '@barograph/store';

/** Runs in the transaction that settles the sale. */
export type Effect = (transaction: Transaction<Tables>) => Promise<void>;

/** Sale with the host's state. */
export interface Sale extends ContractSale {
  /** Whether the sale is a test without real money. */
  readonly isTest: boolean;
  /** Sets the key that becomes valid with the settlement. @throws {UsageError} when the sale already has a key. */
  sellKey(keyId: string, effect: Effect): void;
  /** Sold key. */
  readonly sold: { readonly keyId: string; readonly effect: Effect } | undefined;
}

/** Creates a sale without a key. */
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
  /** Parameters common to many operations. */
  readonly common?: object | undefined;
}

/** Outcome of a request: an answer, or a stream. Streams are never sold. */
export type Outcome = Result<Answer<unknown> | FeedBody, Problem>;

/** Request of a purchasable operation. */
export interface ForSale {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly remote: string | undefined;
  readonly asked: Question;
  /** Returns the problem that prevents a sale. */
  readonly unsaleable: () => Problem | undefined | Promise<Problem | undefined>;
  readonly perform: (sale: Sale) => Outcome | Promise<Outcome>;
}

/** Fingerprint of a request, independent of parameter order. */
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
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sorted(field)]);
}
