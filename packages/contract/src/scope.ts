/** Tier scope: the part of an operation that a lower tier may request, such as BTC alone. */

import { coinNamed, err, ok, type Result } from '@barograph/core';
import type { Endpoint, PaidParameter } from './endpoint.ts';
import { problem, type Problem } from './problem.ts';
import { TIERS, unlocks, type Tier } from './tiers.ts';

/** Lowest higher tier without a scope here. */
function wholeFrom(endpoint: Endpoint, tier: Tier): 'pro' | 'pro_plus' {
  const above = TIERS.slice(TIERS.indexOf(tier) + 1).find((tier) => endpoint.scope?.[tier] === undefined);
  return above === undefined || above === 'free' ? 'pro_plus' : above;
}

/**
 * Applies the paid parameters of a request.
 *
 * @param sent names of the parameters that the caller sent; defaults request nothing.
 * @returns the narrowed values, or the 403 of a value that needs a higher tier.
 */
function settlePaid(
  endpoint: Endpoint,
  tier: Tier,
  parameters: Readonly<Record<string, unknown>>,
  sent: readonly string[],
  pricingUrl: string | undefined,
): Result<Readonly<Record<string, number>>, Problem> {
  const narrowed: Record<string, number> = {};
  for (const [name, given] of Object.entries(endpoint.paid ?? {})) {
    const bounds = [given].flat().filter(({ tier: needed }) => !unlocks(tier, needed));
    const value = parameters[name];
    const schema = endpoint.query.properties[name];
    const isUsual = schema !== undefined && 'default' in schema && value === schema.default;
    const exceeds = ({ most }: PaidParameter): boolean =>
      most === undefined ? !isUsual : !(typeof value === 'number' && value <= most);
    const mosts = bounds.flatMap(({ most }) => most ?? []);
    if (!sent.includes(name)) {
      if (mosts.length > 0) narrowed[name] = Math.min(...mosts, typeof value === 'number' ? value : Infinity);
      continue;
    }
    const refusing = bounds.findLast(exceeds);
    if (refusing === undefined) continue;
    const allowed = mosts.length === 0 ? `may not send ${name}` : `may ask for ${name} up to ${Math.min(...mosts)}`;
    const extra = { requiredTier: refusing.tier, ...(pricingUrl === undefined ? {} : { pricingUrl }) };
    return err(problem('tier_too_low', `A key of tier ${tier} ${allowed} here.`, extra));
  }
  return ok(narrowed);
}

/**
 * Applies the scope of the caller's tier to a request's parameters. Every item of a comma list must lie within it. An absent
 * parameter without a default becomes what the tier may see, because otherwise it would mean everything.
 *
 * @param parameters checked path and query parameters by name.
 * @param sent names of the query parameters that the caller sent. @default all
 * @returns parameters set by the scope, in its spelling, or the 403 of a value outside it.
 * @example
 * const operation = operationNamed('liquidity.depth_symbol');
 * settleScope(operation, 'free', { symbol: 'DOGE' }).ok; // → false
 * settleScope(operation, 'pro_plus', { symbol: 'DOGE' }).ok; // → true
 */
export function settleScope(
  endpoint: Endpoint,
  tier: Tier,
  parameters: Readonly<Record<string, unknown>>,
  pricingUrl?: string,
  sent: readonly string[] = Object.keys(parameters),
): Result<Readonly<Record<string, string | number>>, Problem> {
  const paid = settlePaid(endpoint, tier, parameters, sent, pricingUrl);
  if (!paid.ok) return paid;
  const limit = endpoint.scope?.[tier];
  if (limit === undefined) return paid;
  const { parameter, only } = limit;
  const value = parameters[parameter];
  if (value === undefined) return ok({ ...paid.value, [parameter]: only.join(',') });
  const names = (typeof value === 'string' ? value : JSON.stringify(value)).split(',');
  const outside = names.filter((name) => !only.includes(coinNamed(name)));
  if (outside.length === 0) {
    // Pass the checked name, so that another parse of the input cannot reach another coin.
    const checked = names.map(coinNamed).join(',');
    return checked === value ? paid : ok({ ...paid.value, [parameter]: checked });
  }
  const message = `A key of tier ${tier} may ask for ${only.join(', ')} here, not for ${outside.join(', ')}.`;
  return err(
    problem('tier_too_low', message, {
      requiredTier: wholeFrom(endpoint, tier),
      ...(pricingUrl === undefined ? {} : { pricingUrl }),
    }),
  );
}

/**
 * Returns the 403 of a request for past data that needs a higher tier than current data.
 *
 * @param tier tier of the caller; undefined for a service without keys, where everyone may ask.
 * @example
 * settlePast(operationNamed('regimes.current'), 'pro')?.status; // → 403
 * settlePast(operationNamed('regimes.current'), 'pro_plus'); // → undefined
 */
export function settlePast({ pastAccess }: Endpoint, tier: Tier | undefined, pricingUrl?: string): Problem | undefined {
  if (tier === undefined || pastAccess === undefined || unlocks(tier, pastAccess)) return undefined;
  const requiredTier = pastAccess === 'pro_plus' ? 'pro_plus' : 'pro';
  const extra = { requiredTier, ...(pricingUrl === undefined ? {} : { pricingUrl }) } as const;
  return problem(
    'tier_too_low',
    `A key of tier ${tier} may not ask for the past of this: as_of needs ${requiredTier}.`,
    extra,
  );
}
