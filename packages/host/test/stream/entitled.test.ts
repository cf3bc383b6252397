import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { KeyRecord } from '../../../store/src/keys.ts';
import { streamEntitlement } from '../../src/stream/entitled.ts';

const NOW = Date.UTC(2025, 8, 1);
const PRO: KeyRecord = {
  id: 'k',
  hash: 'h',
  prefix: 'bg_live_x',
  email: null,
  tier: 'pro',
  tierExpiresAt: null,
  emailVerifiedAt: null,
  confirmHash: null,
  confirmExpiresAt: null,
  lastConfirmationSentAt: null,
  createdAt: 0,
  revokedAt: null,
  replacedBy: null,
  accountId: null,
  revokedNetwork: null,
};

describe('streamEntitlement', () => {
  it.each([
    ['a pro key', PRO, true],
    ['a pro_plus key', { ...PRO, tier: 'pro_plus' }, true],
    ['a free key', { ...PRO, tier: 'free' }, false],
    ['a pro key whose tier ends in a moment', { ...PRO, tierExpiresAt: NOW + 1 }, true],
    ['a pro key whose tier has just ended', { ...PRO, tierExpiresAt: NOW }, false],
    ['a key that was revoked', { ...PRO, revokedAt: NOW }, false],
    ['a key that is gone', undefined, false],
  ] satisfies readonly (readonly [string, KeyRecord | undefined, boolean])[])(
    'of %s is settled',
    async (_, key, expected) => {
      const isEntitled = streamEntitlement({ findById: async () => key }, createManualClock(NOW));
      expect(await isEntitled('k')).toBe(expected);
    },
  );
});
