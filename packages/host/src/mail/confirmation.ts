/** Mail that confirms an address. */

import { CONFIRMED_PRO_HOURS, TIER_LIMITS } from '@barograph/contract';
import type { Mail } from './mailer.ts';

/**
 * Writes the mail that confirms an address.
 * @param hours validity of the link.
 */
export function confirmationMail(to: string, link: string, prefix: string, hours: number): Mail {
  const text = [
    'Somebody, most likely you, made a Barograph API key for this address.',
    '',
    `Open this link and press the button there to confirm the address of the key that begins with ${prefix}:`,
    '',
    link,
    '',
    `The key then has ${TIER_LIMITS.free.daily} requests a day, and Pro for ${CONFIRMED_PRO_HOURS} hours.`,
    `The link works for ${hours} hours; a newer mail replaces it. If you made no key, do nothing.`,
    '',
  ].join('\n');
  return { to, subject: 'Confirm your Barograph key', text };
}
