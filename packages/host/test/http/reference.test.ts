/** The reference of a host's operations, for people and for agents. */

import { ENDPOINT_LIST, PLAN_NAMES, PLANS, SERVICE } from '@barograph/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addReference } from '../../src/http/reference.ts';
import { html } from '../../src/reference/html.ts';

const server: FastifyInstance = Fastify();
addReference(server, SERVICE);
const get = async (url: string, headers: Readonly<Record<string, string>> = {}) => server.inject({ url, headers });
const FAMILIES = [...new Set(ENDPOINT_LIST.map(([, { family }]) => family))];

describe('the reference', () => {
  it('has a section for every operation, with a form, how to read it, and an example', async () => {
    const overview = await get('/docs/api');
    expect(overview.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const family of FAMILIES) {
      const { body } = await get(`/docs/api/${family}`);
      for (const [id, { method, path }] of ENDPOINT_LIST.filter(([, one]) => one.family === family)) {
        expect(overview.body, id).toContain(`href="/docs/api/${family}#${id}"`);
        const [, section = ''] = body.split(`<section id="${id}"`);
        const [own = ''] = section.split('</section>');
        expect(own, id).toContain(`data-method="${method}" data-path="${path}"`);
        if (method !== 'HEAD' && id !== 'openapi') expect(own, id).toContain('Example of an answer');
      }
    }
  });

  it('says codes, limits, the commonest questions, and how each score is read', async () => {
    const { body } = await get('/docs/api');
    for (const text of ['tier_too_low', '1000, 100 until', '50000', 'What would flip it', 'How to read the scores'])
      expect(body).toContain(text);
    expect(body).toMatch(/fragility score of the market[^]{0,120}Mean of the scores of the coins/);
  });

  it('asks no other host for anything, and runs nothing that stands in a page', async () => {
    for (const name of ['', ...FAMILIES.map((family) => `/${family}`)]) {
      const { body, headers } = await get(`/docs/api${name}`);
      expect(headers['content-security-policy']).toMatch(/^default-src 'self';/);
      expect(body).not.toMatch(/\s(?:src|href|action|style|on\w+)="(?!\/|#)/);
      expect(body).not.toMatch(/<style|<script(?! type="module" src="\/docs\/api\/reference\.js"><\/script>)/);
    }
    const { body: script } = await get('/docs/api/reference.js');
    expect(script).not.toMatch(/https?:|innerHTML|eval\(|localStorage/);
    expect((await get('/docs/api/reference.css')).body).not.toMatch(/url\(|@import/);
  });

  it('shows what is put into it as text', () => {
    expect(html`<b title="${'"'}">${'<i>&'}${html`<u></u>`}</b>`.html).toBe(
      '<b title="&quot;">&lt;i&gt;&amp;<u></u></b>',
    );
  });

  it('is answered by 304 when it is known, and by 404 where there is nothing', async () => {
    const { headers } = await get('/llms.txt');
    const again = await get('/llms.txt', { 'if-none-match': `"other", W/${String(headers['etag'])}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const none = await get('/docs/api/nothing');
    expect([none.statusCode, none.json()]).toMatchObject([404, { detail: { error: 'not_found' } }]);
  });
});

describe('the texts for agents', () => {
  it('name every operation, with its parameters and how to read it', async () => {
    const [short, full] = [(await get('/llms.txt')).body, (await get('/llms-full.txt')).body];
    for (const [, { method, path, query, description, family }] of ENDPOINT_LIST) {
      expect(short).toContain(`[${family}](/docs/api/${family}.md)`);
      expect((await get(`/docs/api/${family}.md`)).body).toContain(`### ${method} ${path}\n`);
      const [, section = ''] = full.split(`\n### ${method} ${path}\n`);
      const [own = ''] = section.split('\n### ');
      for (const name of Object.keys(query.properties)) expect(own, path).toContain(`\n| ${name} | query |`);
      if (description !== undefined) expect(own).toContain(description.split('\n\n')[0]);
    }
    expect(short).toMatch(/^# Barograph\n\n> /);
    expect(Buffer.byteLength(short)).toBeLessThan(8000);
  });

  it('tell a wallet what is sold, for how much, and each step of a payment', async () => {
    const [short, full] = [(await get('/llms.txt')).body, (await get('/llms-full.txt')).body];
    for (const body of [short, full]) {
      const [, section = ''] = body.split('\n## Pay without an account\n');
      const [own = ''] = section.split('\n## ');
      const sold = ENDPOINT_LIST.filter(([, { payable }]) => payable !== undefined && 'answer' in payable.prices);
      expect(sold.length).toBeGreaterThanOrEqual(5);
      for (const [, { path, payable }] of sold) expect(own).toContain(`${path} ${payable!.prices['answer']} USD`);
      if (body === short) expect(own).toContain('/.well-known/x402');
      else for (const name of PLAN_NAMES) expect(own).toContain(`${name} ${PLANS[name].usd} ${PLANS[name].tier}`);
      for (const word of ['402', 'accepts', 'EIP-3009', 'Payment-Signature', 'X-Payment', 'test-balance'])
        expect(full).toContain(word);
    }
    expect(full).toContain('Id `regimes.current`, any key, or 0.01 USD without one');
    expect((await get('/docs/api/regimes')).body).toContain('any key, or 0.01 USD without one');
  });

  it('have every field of a family on a page of its own', async () => {
    const { body, headers } = await get('/docs/api/indicators.md');
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(body).toContain('| items[].days_in_color | integer');
  });
});
