/** The source of promotions of tokens as a host registers it. */

import { defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { chainAddress, chainUrl, type ChainsSettings } from '../pools/definition.ts';
import { createPromotionsSource } from './source.ts';

/** Configuration of the source of promotions. */
export interface PromotionsSettings {
  /** Base URL of its requests. When undefined, its own with `livePools`, otherwise the source is off. */
  readonly promotionsUrl: string | undefined;
}

/** The source of promotions. */
export const PROMOTIONS: SourceDefinition<PromotionsSettings, PromotionsSettings & ChainsSettings> = defineSource<
  PromotionsSettings,
  PromotionsSettings & ChainsSettings
>({
  id: 'promotions',
  fields: { promotionsUrl: chainAddress('promotionsUrl', 'the source of promotions') },
  feeds: ['promotions'],
  needs: { promotions: '--live-pools' },
  modes: ['live', 'simulated'],
  addresses: (config) => [['promotions', chainUrl(config, 'promotionsUrl')]],
  open: (config, parts) =>
    openAt(chainUrl(config, 'promotionsUrl'), (url) => createPromotionsSource({ ...parts, url })),
});
