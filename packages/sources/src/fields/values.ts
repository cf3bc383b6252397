/** Parsers of configuration values. Each returns undefined for invalid text. */

import { PERPDEX_FILLS_V1 } from '../perpdex/fills-config.ts';

/** `true` or `false`. */
export function trueOrFalse(value: string): boolean | undefined {
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Parser of one of `values`. */
export function choiceOf<const T extends string>(values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

/** Any non-empty text. */
export const anyText = (value: string): string | undefined => (value === '' ? undefined : value);

/** Parser of a number within bounds, both included. */
export function numberWithin(low: number, high: number, isWhole: boolean): (text: string) => number | undefined {
  return (value) => {
    const parsed = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
    return parsed >= low && parsed <= high && (!isWhole || Number.isInteger(parsed)) ? parsed : undefined;
  };
}

/** http or https URL, without trailing slashes. */
export function webUrl(value: string): string | undefined {
  return /^https?:\/\/\S+$/.test(value) ? value.replace(/\/+$/, '') : undefined;
}

/** WebSocket URL. */
export function streamUrl(value: string): string | undefined {
  return /^wss?:\/\/\S+$/.test(value) ? value : undefined;
}

/** Comma-separated origins, or `*`. */
export function originsOf(value: string): readonly string[] | undefined {
  const origins = value.split(',').map((part) => part.trim());
  return origins.every((origin) => origin === '*' || isOrigin(origin)) ? origins : undefined;
}

/** Accounts of the perp venue, without duplicates. */
export function accountsOf(value: string): readonly string[] | undefined {
  const accounts = value.split(',').map((part) => part.trim().toLowerCase());
  const isSound =
    accounts.every((account) => /^0x[0-9a-f]{40}$/.test(account)) && new Set(accounts).size === accounts.length;
  return isSound && accounts.length <= PERPDEX_FILLS_V1.accounts ? accounts : undefined;
}

/** Origin as browsers send it: scheme, host and port only. */
function isOrigin(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value;
}
