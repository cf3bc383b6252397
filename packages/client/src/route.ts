/** Route of an operation, as in the generated table. */

/** Method, path and kind of an operation. */
export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  /** As in the contract: `/api/v1/indicators/signum-rgg/{symbol}`. */
  readonly path: string;
  readonly kind: 'json' | 'file' | 'stream';
  /** Longest response time of the service, seconds, when above 10. */
  readonly seconds?: number;
}
