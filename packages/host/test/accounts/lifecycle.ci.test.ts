/** Lifecycle table of API keys, row by row, on the real store, at the boundaries of its times. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { confirmationMail } from '../../src/mail/confirmation.ts';
import { createSmtpMailer } from '../../src/mail/mailer.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { startMail, type TestMail } from './test-mail.ts';
import { ask, codeOf, mint, NOW, replica } from './test-support.ts';

/** The token of the link in the last mail. */
function tokenIn({ taken }: TestMail): string {
  const link = taken.at(-1)?.text.match(/https:\/\/example\.org\/api\/v1\/auth\/confirm\?token=([\w-]+)/);
  if (link === null || link === undefined) throw new Error('expected a link in the last mail');
  return link[1]!;
}

let server: TestServer;
let mail: TestMail;
let store: Store;
let wall: ManualClock;
let host: Host;
beforeAll(async () => {
  server = await startTestServer();
  mail = await startMail();
});
afterAll(async () => {
  await mail.stop();
  await server.stop();
});
beforeEach(async () => {
  mail.taken.length = 0;
  mail.isRefusing = false;
  store = await server.open(await server.database());
  wall = createManualClock(NOW);
  host = replica(store, wall, mail);
});
afterEach(async () => {
  await host.server.close();
  await server.closeStores();
});

const me = async (key: string): ReturnType<typeof ask> => ask(host, 'GET /auth/keys/me', { key });
const resend = async (key: string): ReturnType<typeof ask> => ask(host, 'POST /auth/resend-verify', { key });
const confirm = async (token: string): ReturnType<typeof ask> => ask(host, `POST /auth/confirm?token=${token}`);

describe('a key', () => {
  it('is made by one call without a key, shown once, and kept as a hash alone [#7] [#44] [#49] [#50] [#51] [#52]', async () => {
    const { status, body, headers } = await ask(host, 'POST /auth/keys', { body: { email: 'Some.One@Example.com' } });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body['api_key']).toMatch(/^bg_live_[\w-]{32}$/);
    expect(body).toMatchObject({
      email: 'Some.One@Example.com',
      tier: 'free',
      daily_limit: 100,
      email_verified: false,
    });
    const key = String(body['api_key']);
    expect(key.startsWith(String(body['key_prefix']))).toBe(true);
    expect(String(body['key_prefix']).length).toBeLessThan(16);
    const { rows } = await store.pool.query('select * from keys');
    expect(rows.length).toBe(1);
    expect(JSON.stringify(rows)).not.toContain(key.slice(12));
    const info = await me(key);
    expect(info.status).toBe(200);
    expect(JSON.stringify(info.body)).not.toContain(key.slice(12));
  });

  it('is another one each time', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, async (_, i) => mint(host, `a${i}@example.com`)));
    expect(new Set(keys).size).toBe(20);
  });

  it.each([
    ['no body', undefined],
    ['no JSON', '{'],
    ['JSON of another kind', '[]'],
    ['no address', {}],
    ['a number', { email: 5 }],
    ['no address at all', { email: 'nobody' }],
    ['two addresses', { email: 'a@b.cd,e@f.gh' }],
    ['a header in the address', { email: 'a@b.cd\r\nBcc: e@f.gh' }],
    ['an endless address', { email: `${'x'.repeat(60)}@${'y.'.repeat(200)}com` }],
  ])('is not made of %s: 422 that leads to the body [#75] [#130]', async (_, body) => {
    const { status, body: answer } = await ask(host, 'POST /auth/keys', { body });
    expect(status).toBe(422);
    const [fault] = answer['detail'] as { loc: unknown[] }[];
    expect(fault!.loc[0]).toBe('body');
    expect((await store.pool.query('select 1 from keys')).rowCount).toBe(0);
  });

  it('is made whatever type the body claims, for the body says it is JSON', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const asked = { body: { email: 'a@b.cd' }, headers: { 'content-type': type } };
      expect((await ask(host, 'POST /auth/keys', asked)).status).toBe(200);
    }
  });
});

describe('key info', () => {
  it('counts the requests of the day, its own included, and starts anew at midnight UTC [#46] [#61]', async () => {
    const key = await mint(host);
    expect((await me(key)).body).toMatchObject({ requests_today: 1, daily_limit: 100, per_minute_limit: 10 });
    await ask(host, 'GET /perpdex/candles?limit=1', { key });
    expect((await me(key)).body).toMatchObject({ requests_today: 3, resets_at: Date.UTC(2026, 10, 19) });
    wall.moveTo(Date.UTC(2026, 10, 19) - 1);
    expect((await me(key)).body['requests_today']).toBe(4);
    wall.moveTo(Date.UTC(2026, 10, 19));
    expect((await me(key)).body['requests_today']).toBe(1);
  });
});

describe('rotation', () => {
  it('gives a new key with all that the old one had, and ends the old one at once [#48] [#71]', async () => {
    const key = await mint(host);
    await me(key);
    const { status, body } = await ask(host, 'POST /auth/keys/rotate', { key });
    expect(status).toBe(200);
    const next = String(body['api_key']);
    expect(next).toMatch(/^bg_live_[\w-]{32}$/);
    expect(next).not.toBe(key);
    expect(body).toMatchObject({ email: 'someone@example.com', tier: 'free', daily_limit: 100 });
    expect(codeOf(await me(key))).toBe('invalid_api_key');
    // The allowance is not renewed by it.
    expect((await me(next)).body).toMatchObject({ requests_today: 2, email: 'someone@example.com' });
  });

  it('of a key with a tier keeps it and its end', async () => {
    const key = await mint(host);
    const [row] = (await store.pool.query<{ id: string }>('select id from keys')).rows;
    await store.keys.setTier(row!.id, 'pro_plus', NOW + HOUR_MS);
    const { body } = await ask(host, 'POST /auth/keys/rotate', { key });
    expect(body).toMatchObject({ tier: 'pro_plus', tier_expires_at: NOW + HOUR_MS, daily_limit: 50_000 });
  });

  it('twice at once leaves one new key', async () => {
    const key = await mint(host);
    const both = await Promise.all([1, 2].map(async () => ask(host, 'POST /auth/keys/rotate', { key })));
    expect(both.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 401]);
  });
});

describe('revocation', () => {
  it('ends the key, and keeps its address from a new one until seven days later [#45] [#72]', async () => {
    const key = await mint(host, 'Late@Example.com');
    const revoked = await ask(host, 'DELETE /auth/keys', { key });
    expect(revoked).toMatchObject({ status: 200, body: { status: 'revoked', new_key_from: NOW + 7 * DAY_MS } });
    expect(codeOf(await me(key))).toBe('invalid_api_key');
    expect((await ask(host, 'DELETE /auth/keys', { key })).status).toBe(401);
    const again = async (email: string): ReturnType<typeof ask> => ask(host, 'POST /auth/keys', { body: { email } });
    const refused = await again('late@example.COM');
    expect(refused.status).toBe(409);
    expect(codeOf(refused)).toBe('revoke_cooldown');
    expect(refused.headers['retry-after']).toBe(String(7 * 86_400));
    expect((await again('other@example.com')).status).toBe(200);
    wall.moveTo(NOW + 7 * DAY_MS - 1);
    expect((await again('late@example.com')).status).toBe(409);
    wall.moveTo(NOW + 7 * DAY_MS);
    expect((await again('late@example.com')).status).toBe(200);
  });
});

describe('confirmation', () => {
  it.each(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', 'text/html, application/json;q=0.5', undefined])(
    '[12.11] is not done by a scanner that opens the link with Accept %j: it gets a page with a button',
    async (accept) => {
      const key = await mint(host);
      await resend(key);
      const url = `/api/v1/auth/confirm?token=${tokenIn(mail)}`;
      const headers = accept === undefined ? {} : { accept };
      const page = await host.server.inject({ url, headers });
      expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(page.body).toContain('<form method="post"><button');
      expect(page.body).not.toContain(tokenIn(mail));
      expect((await me(key)).body).toMatchObject({ email_verified: false, daily_limit: 100 });
      const pressed = await host.server.inject({ method: 'POST', url, headers: { accept: 'text/html' } });
      expect([pressed.statusCode, pressed.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect((await confirm(tokenIn(mail))).body).toMatchObject({ status: 'already_verified' });
    },
  );

  it('[12.11] is done at once by a program that opens the link with Accept: application/json', async () => {
    await resend(await mint(host));
    const headers = { accept: 'application/json' };
    const done = await ask(host, `GET /auth/confirm?token=${tokenIn(mail)}`, { headers });
    expect(done).toMatchObject({ status: 200, body: { status: 'confirmed' } });
  });

  it('raises the cap to 1000 and switches Pro on for 24 hours, on the same key [#57] [#67]', async () => {
    const key = await mint(host);
    expect((await resend(key)).body['status']).toBe('sent');
    const confirmed = await confirm(tokenIn(mail));
    expect(confirmed).toMatchObject({
      status: 200,
      body: { status: 'confirmed', tier: 'pro', tier_expires_at: NOW + DAY_MS, daily_limit: 10_000 },
    });
    expect(confirmed.headers['cache-control']).toBe('no-store');
    const shown = async (): Promise<unknown> => (await me(key)).body;
    const pro = { tier: 'pro', daily_limit: 10_000, per_minute_limit: 30, email_verified: true };
    expect(await shown()).toMatchObject(pro);
    wall.moveTo(NOW + DAY_MS - 1);
    expect(await shown()).toMatchObject(pro);
    wall.moveTo(NOW + DAY_MS);
    const after = await shown();
    expect(after).toMatchObject({ tier: 'free', daily_limit: 1000, per_minute_limit: 10, email_verified: true });
    expect(after).not.toHaveProperty('upgrade_message');
  });

  it('opens Pro operations for those 24 hours and no longer', async () => {
    const key = await mint(host);
    const refresh = async (): Promise<number> =>
      (await ask(host, 'POST /indicators/signum-rgg/refresh', { key })).status;
    expect(await refresh()).toBe(403);
    await resend(key);
    await confirm(tokenIn(mail));
    expect(await refresh()).toBe(200);
    wall.moveTo(NOW + DAY_MS);
    expect(await refresh()).toBe(403);
  });

  it('happens once: the link opened again changes nothing', async () => {
    const key = await mint(host);
    await resend(key);
    const token = tokenIn(mail);
    await confirm(token);
    wall.moveTo(NOW + HOUR_MS);
    expect((await confirm(token)).body).toMatchObject({ status: 'already_verified', tier_expires_at: NOW + DAY_MS });
    expect((await me(key)).body).toMatchObject({ tier_expires_at: NOW + DAY_MS });
  });

  it.each([
    ['works until the last moment of 48 hours', 48 * HOUR_MS - 1, 200],
    ['has expired after 48 hours', 48 * HOUR_MS, 404],
  ])('%s', async (_, later, status) => {
    await resend(await mint(host));
    wall.moveTo(NOW + later);
    const answer = await confirm(tokenIn(mail));
    expect(answer.status).toBe(status);
    expect(codeOf(answer)).toBe(status === 404 ? 'unknown_link' : undefined);
  });

  it('knows no invented token, and needs one', async () => {
    expect(codeOf(await confirm('x'.repeat(32)))).toBe('unknown_link');
    expect((await ask(host, 'GET /auth/confirm')).status).toBe(422);
  });

  it('goes on working over a rotation, on the key that took the place', async () => {
    const key = await mint(host);
    await resend(key);
    const next = String((await ask(host, 'POST /auth/keys/rotate', { key })).body['api_key']);
    expect((await confirm(tokenIn(mail))).status).toBe(200);
    expect((await me(next)).body).toMatchObject({ tier: 'pro', email_verified: true });
  });

  it('does not bring a revoked key back', async () => {
    const key = await mint(host);
    await resend(key);
    await ask(host, 'DELETE /auth/keys', { key });
    expect(codeOf(await confirm(tokenIn(mail)))).toBe('unknown_link');
    expect((await me(key)).status).toBe(401);
  });
});

describe('resend-verify', () => {
  it('sends again when the last mail is ten minutes old, and is throttled until then [#47] [#66] [#68] [#69]', async () => {
    const key = await mint(host);
    expect((await resend(key)).body).toMatchObject({ status: 'sent' });
    expect(mail.taken.length).toBe(1);
    wall.moveTo(NOW + 10 * MINUTE_MS - 1);
    expect((await resend(key)).body).toMatchObject({ status: 'throttled', retry_after_s: 1 });
    expect(mail.taken.length).toBe(1);
    const old = tokenIn(mail);
    wall.moveTo(NOW + 10 * MINUTE_MS);
    expect((await resend(key)).body).toMatchObject({ status: 'sent' });
    expect(mail.taken.map(({ to }) => to)).toEqual(['someone@example.com', 'someone@example.com']);
    expect(tokenIn(mail)).not.toBe(old);
    expect((await confirm(old)).status).toBe(404);
    expect((await confirm(tokenIn(mail))).status).toBe(200);
  });

  it('of a confirmed key is always already_verified [#65] [#70]', async () => {
    const key = await mint(host);
    await resend(key);
    await confirm(tokenIn(mail));
    for (const later of [0, 10 * MINUTE_MS, 2 * DAY_MS]) {
      wall.moveTo(NOW + later);
      expect((await resend(key)).body).toMatchObject({ status: 'already_verified' });
    }
    expect(mail.taken.length).toBe(1);
  });

  it('asked ten times at once sends one mail', async () => {
    const key = await mint(host);
    const all = await Promise.all(Array.from({ length: 10 }, async () => (await resend(key)).body['status']));
    expect(all.filter((status) => status === 'sent').length).toBe(1);
    expect(all.filter((status) => status === 'throttled').length).toBe(9);
    expect(mail.taken.length).toBe(1);
  });

  it('lets keys of one address share its right to a mail, so that nobody is flooded', async () => {
    await resend(await mint(host));
    const record = await ask(host, 'POST /auth/keys', { body: { email: 'SOMEONE@example.com' } });
    expect(record.body).toMatchObject({ confirmation_mail: 'throttled' });
    expect((await resend(String(record.body['api_key']))).body).toMatchObject({ status: 'throttled' });
    expect(mail.taken.length).toBe(1);
  });

  it('says queued, not sent, when the mail server refuses, and the queue sends it later [#66]', async () => {
    mail.isRefusing = true;
    const key = await mint(host);
    expect((await resend(key)).body).toMatchObject({ status: 'queued' });
    expect(mail.taken.length).toBe(0);
    const { rows } = await store.pool.query<{ payload: unknown }>('select payload from graphile_worker._private_jobs');
    expect(rows.length).toBe(1);
    expect(Object.keys(rows[0]!.payload as object)).toEqual(['id']); // no token waits in the queue
    mail.isRefusing = false;
    await host.start();
    await vi.waitFor(() => expect(mail.taken.length).toBe(1));
    expect((await confirm(tokenIn(mail))).status).toBe(200);
    await host.stop();
  });

  it('says not_configured when there is no mail server, also in the record of a new key [#47] [#66]', async () => {
    const silent = replica(store, wall);
    const record = await ask(silent, 'POST /auth/keys', { body: { email: 'a@b.cd' } });
    expect(record.body).toMatchObject({ confirmation_mail: 'not_configured' });
    const answer = await ask(silent, 'POST /auth/resend-verify', { key: String(record.body['api_key']) });
    expect(answer).toMatchObject({ status: 200, body: { status: 'not_configured' } });
    await silent.server.close();
  });
});

describe('mail', () => {
  it('arrives with sender, subject, link, and what confirming brings [#58]', async () => {
    await resend(await mint(host));
    const { to, text } = mail.taken.at(-1)!;
    expect(to).toBe('someone@example.com');
    expect(text).toContain('From: Barograph <no-reply@example.org>');
    expect(text).toContain('Subject: Confirm your Barograph key');
    expect(text).toMatch(/1000 requests a day, and Pro for 24 hours/);
    expect(text).toContain('48 hours');
  });

  it('that a server refuses, or where there is none, is an error', async () => {
    mail.isRefusing = true;
    const refused = createSmtpMailer(mail.url, mail.from).send(confirmationMail('a@b.cd', 'x', 'y', 48));
    await expect(refused).rejects.toThrow(/try later/);
    const nowhere = createSmtpMailer('smtp://127.0.0.1:1', mail.from).send(confirmationMail('a@b.cd', 'x', 'y', 48));
    await expect(nowhere).rejects.toThrow(/ECONNREFUSED/);
  });
});
