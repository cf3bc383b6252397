export { type Allowance, type AnswerMeta, type CallError, type Fault, type Outcome, type OwnCode } from './answer.ts';
export { CACHE_V1, type CacheBounds } from './cache.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export { ROUTES } from './generated/routes.ts';
export { type Operations, type ProblemCode } from './generated/wire.ts';
export { USDC_OF, type Paid, type Paying, type SignedData, type Wallet } from './pay.ts';
export { type World } from './perform.ts';
export { type Route } from './route.ts';
export { type StreamMessage, type StreamOptions } from './stream.ts';
export {
  type AnyAsk,
  type AskOf,
  type AskedWith,
  type CallOptions,
  type FileId,
  type JsonId,
  type OperationId,
  type QueryOf,
  type ReplyOf,
  type StreamEvent,
} from './types.ts';
export { PATIENCE_V1, type Patience } from './waiting.ts';
