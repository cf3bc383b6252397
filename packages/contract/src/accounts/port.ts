/** Port of operations to the accounts of a host. */

import type { Result } from '@barograph/core';
import { UsageError } from '@barograph/core';
import { port, type Asked, type Caller, type CallerKey } from '../context.ts';
import type { Problem } from '../problem.ts';
import type {
  ApiKeyRecordWire,
  ConfirmedWire,
  KeyInfoWire,
  ResendWire,
  RevokedKeyWire,
  RotatedKeyWire,
} from './row.ts';

/** Origin of a request: remote address and headers. */
export type Origin = Pick<Asked, 'remote' | 'headers'>;

/** Keys: made, shown, renewed, revoked and confirmed. */
export interface Accounts<Key extends CallerKey = CallerKey> {
  /** @param origin origin of the request, because keys per network are limited. */
  create(email: string, origin: Origin): Promise<Result<ApiKeyRecordWire, Problem>>;
  info(key: Key): Promise<KeyInfoWire>;
  revoke(key: Key, origin: Origin): Promise<Result<RevokedKeyWire, Problem>>;
  rotate(key: Key): Promise<Result<RotatedKeyWire, Problem>>;
  resend(key: Key): Promise<Result<ResendWire, Problem>>;
  confirm(token: string): Promise<Result<ConfirmedWire, Problem>>;
}

/** Port of the accounts that keys belong to. */
export const ACCOUNTS = port<Accounts>('accounts');

/** The caller's key. @throws {UsageError} when the operation does not require a key. */
export function keyOf(caller: Caller | undefined): CallerKey {
  if (caller === undefined) throw new UsageError('"caller" expected a key, got none: the operation must demand one');
  return caller.key;
}
