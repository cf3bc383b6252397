/** Definition of the token checks: three publishers in one source. */

import { ok } from '@barograph/core';
import { defineSource, type SourceDefinition } from '../define-source.ts';
import { chainAddress, chainUrl, type ChainsSettings } from '../pools/definition.ts';
import { createSecuritySource } from './source.ts';

/** Configuration of the checks: base URLs. When undefined, the publishers' own with `livePools`, otherwise off. */
export interface SecuritySettings {
  readonly goplusUrl: string | undefined;
  readonly honeypotUrl: string | undefined;
  readonly rugcheckUrl: string | undefined;
}

function urlsOf(config: SecuritySettings & ChainsSettings): SecuritySettings {
  return {
    goplusUrl: chainUrl(config, 'goplusUrl'),
    honeypotUrl: chainUrl(config, 'honeypotUrl'),
    rugcheckUrl: chainUrl(config, 'rugcheckUrl'),
  };
}

/** The checks of tokens. */
export const SECURITY: SourceDefinition<SecuritySettings, SecuritySettings & ChainsSettings> = defineSource<
  SecuritySettings,
  SecuritySettings & ChainsSettings
>({
  id: 'token_checks',
  fields: {
    goplusUrl: chainAddress('goplusUrl', 'GoPlus, which checks tokens'),
    honeypotUrl: chainAddress('honeypotUrl', 'honeypot.is, which simulates trades'),
    rugcheckUrl: chainAddress('rugcheckUrl', 'RugCheck, which checks tokens of solana'),
  },
  feeds: ['tokenSecurity'],
  needs: { tokenSecurity: '--live-pools' },
  modes: ['live', 'simulated'],
  addresses: (config) => Object.entries(urlsOf(config)).map(([name, url]) => [name.replace(/Url$/, ''), url]),
  open: (config, { clock, log }) => {
    const urls = urlsOf(config);
    const isAsked = Object.values(urls).some((url) => url !== undefined);
    return ok(isAsked ? [createSecuritySource(urls, { clock, log })] : []);
  },
});
