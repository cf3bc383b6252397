/** Configuration of the live sources of stablecoins, hacks, media volume and headlines. */

/** Part of the configuration about stablecoins, hacks, media volume and headlines. */
export interface EventsConfig {
  /** Base of the source of stablecoins; undefined: that of the source itself with `live` alone. */
  readonly stablecoinsUrl: string | undefined;
  /** Base of the source of hacks, by the same rule; not asked without a key. */
  readonly hacksUrl: string | undefined;
  /** Its paid key; undefined: no live hacks. */
  readonly defillamaKey: string | undefined;
  /** Base of the bulk files of media volume, by the same rule. */
  readonly mediaUrl: string | undefined;
  /** Base of the journal of the government, by the same rule. */
  readonly registerUrl: string | undefined;
  /** JSON file with the feeds of headlines; undefined: the list that ships, with `live` alone. */
  readonly headlines: string | undefined;
  /** JSON file with the sources of news; undefined: the list that ships, with `live` alone. */
  readonly news: string | undefined;
  /** Address that publishers of headlines may write to; undefined: those that want one are not asked. */
  readonly contact: string | undefined;
}
