/** GET /dex/security/{chain}/{address}: checks and risk of a token. */

import { ok } from '@barograph/core';
import {
  chainFamily,
  POOL_CHAINS,
  TOKEN_CHECK_STATES,
  TOKEN_CHECKS,
  TOKEN_RISK_BANDS,
  tokenRisk,
  type TokenCheckResult,
  type TokenRisk,
} from '@barograph/stress';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { decodeToken, foundFields, foundOr, ofDex, TOKEN_ERRORS, tokenPath } from './found.ts';
import { DEX, type CheckSource, type FoundAt, type TokenChecked } from './port.ts';

const SHARE = { minimum: 0, maximum: 1 };
const resultField = fieldsOf<TokenCheckResult>();
const check = record('TokenCheck', {
  check: resultField.choice(TOKEN_CHECKS, 'Name of the check.', (c) => c.check),
  state: resultField.choice(
    TOKEN_CHECK_STATES,
    'ok: answered; unknown: those that were asked do not say, which is not safe; unavailable: nobody could be asked.',
    (c) => c.state,
  ),
  value: resultField.numberOrNull(
    'The riskiest answer: 1 or 0 of a flag, a fraction of taxes and shares, a count of few_holders; null unless ok.',
    (c) => c.value,
  ),
  risk: resultField.numberOrNull('Risk of the value; null unless ok.', (c) => c.risk, SHARE),
  weight: resultField.number('Share of what is left to 100 that a risk of 1 takes.', (c) => c.weight, SHARE),
  sources: resultField.list(Type.String(), 'Sources that answered.', (c) => c.sources),
});
const from = fieldsOf<CheckSource>();
const source = record('CheckSource', {
  source: from.text('Name of the source.', (s) => s.source),
  state: from.choice(
    TOKEN_CHECK_STATES,
    'ok: answered; unknown: knows nothing of the token; unavailable: failed, or was not asked.',
    (s) => s.state,
  ),
  reason: from.textOrNull('Why it is unavailable; null otherwise.', (s) => s.reason),
});

interface Found extends TokenChecked, FoundAt {
  readonly risk: TokenRisk;
}
const COUNT = { minimum: 0 };
const field = fieldsOf<Found>();
const securityReply = record('TokenSecurity', {
  chain: field.choice(POOL_CHAINS, 'As asked.', (t) => t.chain),
  address: field.text('As asked; lower case but on solana.', (t) => t.address),
  symbol: field.textOrNull('Ticker that the token gives itself; null where it is not known.', (t) => t.symbol),
  name: field.textOrNull('As it gives it itself; null where it is not known.', (t) => t.name),
  decimals: field.integerOrNull('Decimals of an amount.', (t) => t.decimals, COUNT),
  supply_raw: field.textOrNull(
    'Smallest units that exist, in decimal digits: such numbers do not fit into a JSON number. Null where it is not known.',
    (t) => t.supply,
  ),
  holders: field.integerOrNull('Accounts that hold it.', (t) => t.holders, COUNT),
  risk_score: field.numberOrNull(
    'Higher is worse; 100 of a honeypot. Null where no check is known.',
    (t) => t.risk.score,
    { minimum: 0, maximum: 100 },
  ),
  risk_band: field.choiceOrNull(
    TOKEN_RISK_BANDS,
    'moderate from 20, high from 50, critical from 80; null where less than half is known and what is known is below 50.',
    (t) => t.risk.band,
  ),
  coverage: field.number(
    'Weight of the checks that are known, of all that are about such a chain.',
    (t) => t.risk.coverage,
    SHARE,
  ),
  checks: field.items(check, 'Every check that is about such a chain.', (t) => t.risk.checks),
  sources: field.items(source, 'Sources of checks.', (t) => t.sources),
  config_version: field.text('Checks, weights and bands.', (t) => t.risk.version),
  ...foundFields,
});
type Wire = WireOf<typeof securityReply>;

const kept = keptByView<ValueBody<Wire>>();

export const tokenSecurity = operation('dex.security', {
  ...ofDex,
  path: '/dex/security/{chain}/{address}',
  summary: 'Checks of one token for traps, and a risk score of 0 to 100.',
  description:
    'The score is 100 · (1 − Π (1 − weight · risk)) over the checks that are known: a check that nobody answered lowers coverage and not the score, and no check makes up for another one. A low score is no proof of safety. Asked for on demand, at a rate of its own per key (10 tokens a minute, 500 a day; 429 beyond it); equal questions within 60 s count once.',
  pathParameters: tokenPath,
  reply: withProvenance(securityReply.schema),
  errors: TOKEN_ERRORS,
  answer: async (context, { path, caller, query }) => {
    const lookup = decodeToken(path);
    if (!lookup.ok) return lookup;
    const { chain, address } = lookup.value;
    const answer = foundOr(await context.use(DEX).checks(chain, address, caller?.key), 'checks of the token');
    if (!answer.ok) return answer;
    const found = answer.value;
    const make = (): ValueBody<Wire> => {
      const risk = tokenRisk(found.findings, chainFamily(chain));
      return value(provenanced(securityReply.encode({ ...found, risk }), found));
    };
    return ok(kept(found, query, () => '', make));
  },
});
