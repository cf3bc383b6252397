/** The source of macro series and dates of releases as a host registers it. */

import { ok } from '@barograph/core';
import { cexaAddresses, type CexaSettings } from '../cexa/definition.ts';
import { addressOf, defineSource, type Asking, type SourceDefinition } from '../define-source.ts';
import { secretKey } from '../fields/kinds.ts';
import { outlookAddress } from './address-field.ts';
import { MACRO_URLS } from './config.ts';
import { createMacroSource, type MacroAddresses } from './source.ts';

/** Configuration of macro series. Undefined base URLs default to the publishers' own with `live`. */
export interface MacroSettings {
  /** Base of the series of FRED. */
  readonly fredUrl: string | undefined;
  /** Base URL of its API, used only with a key. */
  readonly fredApiUrl: string | undefined;
  readonly fredKey: string | undefined;
  /** Base of the yields of the US Treasury. */
  readonly treasuryUrl: string | undefined;
  /** Base of the reference rates of the ECB. */
  readonly ecbUrl: string | undefined;
}

/** Base URLs of the publishers; gold uses the spot address of the large exchange. */
export function macroAddresses(config: MacroSettings & CexaSettings, asking: Asking): MacroAddresses {
  const url = (name: Exclude<keyof MacroSettings, 'fredKey'>, feed: 'macro' | 'macroCalendar'): string | undefined =>
    asking.held.has(feed) ? undefined : addressOf(config[name], MACRO_URLS[name], asking);
  return {
    fredUrl: url('fredUrl', 'macro'),
    fredApiUrl: url('fredApiUrl', 'macroCalendar'),
    fredKey: config.fredKey,
    treasuryUrl: url('treasuryUrl', 'macro'),
    ecbUrl: url('ecbUrl', 'macro'),
    goldUrl: asking.held.has('macro') ? undefined : cexaAddresses(config, asking)?.url,
  };
}

/** The source of macro series. The built-in calendar of releases is part of every live market. */
export const MACRO: SourceDefinition<MacroSettings, MacroSettings & CexaSettings> = defineSource<
  MacroSettings,
  MacroSettings & CexaSettings
>({
  id: 'macro',
  fields: {
    fredUrl: outlookAddress('fredUrl', 'FRED, which has macro series without a key'),
    fredApiUrl: outlookAddress('fredApiUrl', 'the API of FRED, which has dates of releases with `fredKey`'),
    fredKey: secretKey('none: only the shipped calendar of releases', 'Key of the API of FRED.'),
    treasuryUrl: outlookAddress('treasuryUrl', 'the US Treasury, which states yields'),
    ecbUrl: outlookAddress('ecbUrl', 'the ECB, which states the rate of the euro'),
  },
  feeds: ['macro', 'macroCalendar'],
  loopback: { fredUrl: '/outlook', fredApiUrl: '/outlook', treasuryUrl: '/outlook', ecbUrl: '/outlook' },
  addresses: (config, asking) => {
    const at = macroAddresses(config, asking);
    return [
      ['FRED', at.fredUrl],
      ['yields of the Treasury', at.treasuryUrl],
      ['rates of the ECB', at.ecbUrl],
      ['dates of FRED', at.fredKey === undefined ? undefined : at.fredApiUrl],
    ];
  },
  open: (config, parts) => {
    const at = macroAddresses(config, parts);
    const hasCalendar = !parts.held.has('macroCalendar');
    const isAsked = [at.fredUrl, at.treasuryUrl, at.ecbUrl, at.goldUrl].some((url) => url !== undefined);
    return ok(hasCalendar || isAsked ? [createMacroSource(at, { ...parts, hasCalendar })] : []);
  },
});
