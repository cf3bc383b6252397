/** Values of configuration fields, read from text. Each reader returns undefined for a text that is not what is expected. */

import { PERPDEX_FILLS_V1 } from '../perpdex/fills-config.ts';

/** `true` or `false`. */
export function trueOrFalse(value: string): boolean | undefined {
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** One of some words. */
export function choiceOf<const T extends string>(values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

/** Any text but none. */
export const anyText = (value: string): string | undefined => (value === '' ? undefined : value);

/** A decimal number within bounds, both included. */
export function numberWithin(low: number, high: number, isWhole: boolean): (text: string) => number | undefined {
  return (value) => {
    const parsed = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
    return parsed >= low && parsed <= high && (!isWhole || Number.isInteger(parsed)) ? parsed : undefined;
  };
}

/** An address of http or https, without the slashes at its end. */
export function webUrl(value: string): string | undefined {
  return /^https?:\/\/\S+$/.test(value) ? value.replace(/\/+$/, '') : undefined;
}

/** An address of a websocket. */
export function streamUrl(value: string): string | undefined {
  return /^wss?:\/\/\S+$/.test(value) ? value : undefined;
}

/** Origins, separated by commas, or `*`. */
export function originsOf(value: string): readonly string[] | undefined {
  const origins = value.split(',').map((one) => one.trim());
  return origins.every((one) => one === '*' || isOrigin(one)) ? origins : undefined;
}

/** Accounts of the perp venue, each once. */
export function accountsOf(value: string): readonly string[] | undefined {
  const accounts = value.split(',').map((one) => one.trim().toLowerCase());
  const isSound = accounts.every((one) => /^0x[0-9a-f]{40}$/.test(one)) && new Set(accounts).size === accounts.length;
  return isSound && accounts.length <= PERPDEX_FILLS_V1.accounts ? accounts : undefined;
}

/** As browsers send it: scheme, host and port, without anything behind. */
function isOrigin(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value;
}
