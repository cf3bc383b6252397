/** Operations on API keys. */

import { feature } from '../feature.ts';
import { confirmAddress, confirmationPage } from './confirm.ts';
import { createKey } from './create.ts';
import { resendVerify, revokeKey, rotateKey, showKey } from './own.ts';

export { ACCOUNTS, type Accounts, type Origin } from './port.ts';
export {
  encodeConfirmed,
  encodeKeyInfo,
  encodeMintedKey,
  encodeRotatedKey,
  resend as resendReply,
  revokedKey,
  type ApiKeyRecordWire,
  type KeyFacts,
  type KeyInfoWire,
  type ResendStatus,
  type ResendWire,
} from './row.ts';
export const accounts = feature({
  operations: [createKey, revokeKey, showKey, resendVerify, rotateKey, confirmationPage, confirmAddress],
  families: { accounts: 'Keys: made, shown, renewed, revoked and confirmed.' },
});
