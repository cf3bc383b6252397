import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { EMAIL_PATTERN } from './create.ts';
import type { Tier } from '../tiers.ts';
import { encodeConfirmed, encodeKeyInfo, encodeMintedKey, encodeRotatedKey, type KeyFacts } from './row.ts';

const NOW = 1_760_000_000_000;
const facts: KeyFacts = {
  tier: 'free',
  tierExpiresAt: null,
  emailVerified: false,
  prefix: 'bg_live_abcd',
  email: 'a@b.cd',
  createdAt: 5,
};
const minted = { ...facts, text: 'bg_live_abcdefgh', address: 'A@b.cd', mail: 'queued' } as const;
const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);

function faultsOf(name: string, body: unknown): string {
  const schema = JSON.parse(readFileSync(new URL(`${name}.json`, SCHEMAS), 'utf8')) as Record<string, unknown>;
  delete schema['$id'];
  const validate = new Ajv2020({ strict: false }).compile(schema);
  return validate(body) ? '' : JSON.stringify(validate.errors);
}

describe('the record of a new key', () => {
  const record = encodeMintedKey(minted, NOW, '/plans');

  it('carries every field of the contract [#53] [#54] [#55] [#56] [#57] [#59] [#60]', () => {
    const { next_step, ...rest } = record;
    expect(rest).toEqual({
      api_key: 'bg_live_abcdefgh',
      key_prefix: 'bg_live_abcd',
      email: 'A@b.cd',
      tier: 'free',
      tier_expires_at: null,
      daily_limit: 100,
      per_minute_limit: 10,
      rate_limit_scope: 'api_key',
      email_verified: false,
      verified_daily_limit: 1000,
      confirmation_mail: 'queued',
      upgrade: {
        pro: { price_usd_monthly: 29, daily_limit: 10_000, per_minute_limit: 30 },
        pro_plus: { price_usd_monthly: 99, daily_limit: 50_000, per_minute_limit: 120 },
        pricing_url: '/plans',
        agent_subscribe: { endpoint: '/api/v1/payments/agent-subscribe', protocol: 'x402' },
      },
    });
    expect(next_step).not.toBe('');
  });

  it.each(['queued', 'throttled', 'not_configured'] as const)(
    'says what confirming brings, and what became of the mail when it is %s [#58]',
    (mail) => {
      const { next_step: step } = encodeMintedKey({ ...minted, mail }, NOW, '/plans');
      expect(step).toMatch(/from 100 to 1000 requests\/day and switches Pro on for 24 hours/);
      expect(/sends no mail/.test(step)).toBe(mail === 'not_configured');
      expect(/less than 10 minutes ago/.test(step)).toBe(mail === 'throttled');
    },
  );

  it.skipIf(!existsSync(SCHEMAS))('is valid under the schema of the contract (needs ../shared/spec) [#44]', () => {
    expect(faultsOf('api_key_record', record)).toBe('');
    expect(faultsOf('api_key_record', { ...record, daily_limit: 1000 })).not.toBe('');
  });
});

describe('key info', () => {
  it('shows what the key has right now, not the headline of its tier [#61] [#62] [#63]', () => {
    expect(encodeKeyInfo(facts, 7, NOW, NOW + 1)).toMatchObject({
      tier: 'free',
      requests_today: 7,
      daily_limit: 100,
      per_minute_limit: 10,
      email_verified: false,
      verified_daily_limit: 1000,
      upgrade_message: expect.stringContaining('from 100 to 1000') as string,
    });
  });

  it.each<readonly [Tier, number | null, object]>([
    ['free', null, { tier: 'free', tier_expires_at: null, daily_limit: 1000, per_minute_limit: 10 }],
    ['pro', NOW + 1, { tier: 'pro', tier_expires_at: NOW + 1, daily_limit: 10_000, per_minute_limit: 30 }],
    ['pro', NOW, { tier: 'free', tier_expires_at: null, daily_limit: 1000, per_minute_limit: 10 }],
    ['pro_plus', null, { tier: 'pro_plus', tier_expires_at: null, daily_limit: 50_000, per_minute_limit: 120 }],
  ])('of a confirmed %s until %s is %j, without a word on confirming', (tier, tierExpiresAt, shown) => {
    const info = encodeKeyInfo({ ...facts, tier, tierExpiresAt, emailVerified: true }, 0, NOW, NOW + 1);
    expect(info).toMatchObject(shown);
    expect(info).not.toHaveProperty('verified_daily_limit');
    expect(info).not.toHaveProperty('upgrade_message');
  });

  it.skipIf(!existsSync(SCHEMAS))('is valid under the schema of the contract (needs ../shared/spec) [#46]', () => {
    for (const emailVerified of [true, false]) {
      expect(faultsOf('key_info', encodeKeyInfo({ ...facts, emailVerified }, 0, NOW, NOW + 1))).toBe('');
    }
  });
});

describe('the other answers', () => {
  it('rotation carries the new text and what the key has', () => {
    expect(encodeRotatedKey(facts, 'bg_live_new', NOW)).toMatchObject({
      api_key: 'bg_live_new',
      email: 'a@b.cd',
      daily_limit: 100,
      rotated_at: NOW,
    });
  });

  it('confirmation says what the key has from now on', () => {
    const key = { ...facts, tier: 'pro', tierExpiresAt: NOW + 86_400_000, emailVerified: true } as const;
    expect(encodeConfirmed('confirmed', key, NOW)).toMatchObject({
      status: 'confirmed',
      message: expect.stringContaining('tier pro and 10000 requests/day') as string,
      tier_expires_at: NOW + 86_400_000,
    });
  });
});

describe('addresses', () => {
  const pattern = new RegExp(EMAIL_PATTERN, 'u');
  it.each(['a@b.cd', 'first.last+tag@sub.example.co', "o'neil@xn--mller-kva.example", `${'x'.repeat(64)}@a.bc`])(
    'takes %s',
    (address) => expect(pattern.test(address)).toBe(true),
  );
  it.each([
    '',
    'a',
    'a@b',
    '@b.cd',
    'a b@c.de',
    'a@b.cd\r\nBcc: x@y.zz',
    'a@b.cd,x@y.zz',
    '<a@b.cd>',
    'a@b..cd',
    'a@b.cd\n',
    `${'x'.repeat(65)}@a.bc`,
  ])('refuses %j', (address) => expect(pattern.test(address)).toBe(false));
});
