/** Signatures of expiring links: HMAC with a secret shared by all replicas of a store. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EngineStates } from '@barograph/store';

const SECRET = { engine: 'links', scope: 'secret', configVersion: 'links/1' } as const;
const SECRET_BYTES = 32;

/** Signs links and verifies their signatures. */
export interface LinkSigner {
  sign(text: string): Promise<string>;
  /** Compares in constant time. */
  isSigned(text: string, signature: string): Promise<boolean>;
}

/** Signer with the secret of a store, which the first use creates. */
export function createLinkSigner(states: EngineStates): LinkSigner {
  let known: string | undefined;
  const stored = async (): Promise<string | undefined> => {
    const found = await states.load(SECRET.engine, SECRET.configVersion);
    const state = found.find(({ scope }) => scope === SECRET.scope)?.state;
    return typeof state === 'string' ? state : undefined;
  };
  const secret = async (): Promise<string> => {
    known ??= await stored();
    if (known === undefined) {
      await states.save([{ ...SECRET, asOf: 0, state: randomBytes(SECRET_BYTES).toString('hex') }]);
      known = await stored();
    }
    if (known === undefined) throw new Error('the secret of links could not be kept');
    return known;
  };
  const sign = async (text: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest('hex');
  return {
    sign,
    isSigned: async (text, signature) => {
      const [want, got] = [Buffer.from(await sign(text)), Buffer.from(signature)];
      return want.length === got.length && timingSafeEqual(want, got);
    },
  };
}
