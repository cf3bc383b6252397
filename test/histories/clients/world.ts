/** Surroundings of the clients: replicas to ask, the record, and the names of secrets in it. */

import type { Outcome } from '../checks/history.ts';
import type { Recorder } from '../recorder.ts';
import type { Replica } from '../stage/replica.ts';

/** Surroundings. */
export interface World {
  readonly recorder: Recorder;
  readonly replicas: readonly Replica[];
  /** Keys of the highest tier, for readers. */
  readonly readers: readonly string[];
  /** Aborted when the run ends. */
  readonly ending: AbortSignal;
  /** Whether the run ends for a violation: nothing is brought to its end then. */
  readonly isFound: () => boolean;
  /** Alias of a secret, the same each time. */
  readonly alias: (secret: string) => string;
  /** Aliases by secret. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** An answer, or what is known without one. */
export interface Answered {
  readonly result: Outcome;
  readonly status?: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Longest wait of a client. */
const PATIENCE_MS = 10_000;

/** Whether a status is a refusal, which has no effect. */
const outcomeOf = (status: number): Outcome => (status < 400 ? 'ok' : status < 500 ? 'error' : 'unknown');

/** Asks a replica. A broken connection and silence are answers, too. */
export async function ask(replica: Replica, path: string, key?: string, init: RequestInit = {}): Promise<Answered> {
  const headers = {
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callers give records
    ...(init.headers as Record<string, string> | undefined),
  };
  try {
    const answer = await fetch(`${replica.url}${path}`, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await answer.text();
    let body: Answered['body'] = {};
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers of the service are objects
      body = JSON.parse(text) as Answered['body'];
    } catch {
      // Not JSON.
    }
    return { result: outcomeOf(answer.status), status: answer.status, headers: answer.headers, body, text };
  } catch {
    return { result: 'unknown', headers: new Headers(), body: {}, text: '' };
  }
}

/** The stable word of an error. */
export function codeOf({ body }: Answered): string | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the envelope of an error
  const { detail } = body as { readonly detail?: { readonly error?: string } };
  return detail?.error;
}

/** A status where there is one. */
export const statusOf = ({ status }: Answered): { readonly status?: number } =>
  status === undefined ? {} : { status };

/** Chooses one of a list by a number within [0, 1). */
export function chosen<Item>(items: readonly Item[], choice: number): Item | undefined {
  return items[Math.floor(choice * items.length)];
}
