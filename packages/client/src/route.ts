/** The way to an operation, as the generated table has it. */

/** Method, path and manner of one operation. */
export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  /** As in the contract: `/api/v1/indicators/signum-rgg/{symbol}`. */
  readonly path: string;
  readonly kind: 'json' | 'file' | 'stream';
  /** The longest that the service takes for it, where that is more than 10 s. */
  readonly seconds?: number;
}
