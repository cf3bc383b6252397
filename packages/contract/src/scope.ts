/** Tier scope: the part of an operation that a lower tier may ask for, such as BTC alone. */

import { err, ok, type Result } from '@barograph/core';
import type { Endpoint } from './endpoint.ts';
import { problem, type Problem } from './problem.ts';
import { TIERS, type Tier } from './tiers.ts';

/** Spellings of one coin that operations take: `btc`, `BTCUSDT`, `BTC-PERP`. */
function plain(name: string): string {
  return name
    .trim()
    .toUpperCase()
    .replace(/(?:-PERP|USDT)$/, '');
}

/** The lowest tier above one that has no scope here. */
function wholeFrom(endpoint: Endpoint, tier: Tier): 'pro' | 'pro_plus' {
  const above = TIERS.slice(TIERS.indexOf(tier) + 1).find((one) => endpoint.scope?.[one] === undefined);
  return above === undefined || above === 'free' ? 'pro_plus' : above;
}

/**
 * The parameters of a request within the scope of the caller's tier. A comma list must lie within it whole. A parameter
 * that is not sent and has no default becomes what the tier may see, for it would mean everything.
 *
 * @param parameters checked parameters by name, of the path and the query together.
 * @returns what the scope sets (usually nothing), or the 403 of a value outside of it.
 */
export function settleScope(
  endpoint: Endpoint,
  tier: Tier,
  parameters: Readonly<Record<string, unknown>>,
  pricingUrl?: string,
): Result<Readonly<Record<string, string>>, Problem> {
  const scope = endpoint.scope?.[tier];
  if (scope === undefined) return ok({});
  const { parameter, only } = scope;
  const asked = parameters[parameter];
  if (asked === undefined) return ok({ [parameter]: only.join(',') });
  const outside = (typeof asked === 'string' ? asked : JSON.stringify(asked))
    .split(',')
    .filter((name) => !only.includes(plain(name)));
  if (outside.length === 0) return ok({});
  const message = `A key of tier ${tier} may ask for ${only.join(', ')} here, not for ${outside.join(', ')}.`;
  return err(
    problem('tier_too_low', message, {
      requiredTier: wholeFrom(endpoint, tier),
      ...(pricingUrl === undefined ? {} : { pricingUrl }),
    }),
  );
}
