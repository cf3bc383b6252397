/** Maps every error of a request to an error body of the contract. No answer shows a stack. */

import { ENDPOINT_LIST, problem, validationProblem, type Problem, type ProblemCode } from '@barograph/contract';
import type { FastifyError } from 'fastify';
import { NestingError } from '@barograph/runtime';
import { SourceError } from '@barograph/sources';
import { isStoreAway } from '@barograph/store';
import { DeadlineError } from './deadline.ts';
import { validationItems } from './validation.ts';

const CODE_OF_STATUS: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  400: ['bad_request', 'The request is malformed.'],
  408: ['request_timeout', 'The request did not come whole in time.'],
  413: ['payload_too_large', 'The body is too large.'],
  415: ['unsupported_media_type', 'The body is of a type that is not understood.'],
  417: ['expectation_failed', 'Nothing but 100-continue can be expected.'],
  431: ['headers_too_large', 'The headers are too large.'],
};

const RETRY_SECONDS = 30;
const STORE_RETRY_SECONDS = 5;

/** Error from a handler or the framework. */
type Thrown = Error & Partial<Pick<FastifyError, 'statusCode' | 'validation' | 'validationContext'>>;

/** Problem for an error from a handler or the framework. An unknown error does not reveal its cause. */
export function problemOfError(error: Thrown): Problem {
  if (error.validation !== undefined)
    return validationProblem(...validationItems(error.validation, error.validationContext));
  if (error instanceof NestingError) return problem('bad_request', error.message);
  if (error instanceof SourceError) {
    return problem('source_unavailable', 'The source did not bring its bars.', { retryAfter: RETRY_SECONDS });
  }
  if (error instanceof DeadlineError) {
    const late = problem(
      'deadline_exceeded',
      'The answer took longer than it may; it may be there when asked for again.',
    );
    return error.endsConnection ? { ...late, headers: { connection: 'close' } } : late;
  }
  if (isStoreAway(error)) {
    return problem('store_unavailable', 'The database does not answer.', { retryAfter: STORE_RETRY_SECONDS });
  }
  const known = CODE_OF_STATUS[error.statusCode ?? 500];
  return known === undefined
    ? problem('internal_error', 'Something went wrong here; the request id helps to find it.')
    : problem(known[0], known[1]);
}

const PATHS = ENDPOINT_LIST.map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Methods of a path, each once; empty for an unknown path. A symbol may match the name of another path. */
export function methodsAt(url: string): readonly string[] {
  const path = url.split('?', 1)[0] ?? '';
  return [...new Set(PATHS.filter(({ pattern }) => pattern.test(path)).map((known) => known.method))];
}

/** 405 when the path exists for other methods, else 404. */
export function problemOfUnknownRoute(method: string, url: string): Problem {
  const allow = methodsAt(url);
  return allow.length > 0
    ? problem('method_not_allowed', `${method} is not for this path; ${allow.join(', ')} is.`, { allow })
    : problem('not_found', 'There is nothing at this path; /api/v1 lists what there is.');
}
