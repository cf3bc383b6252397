/**
 * Libraries of real payments: viem and x402. They are in the repository's folder `payments` with a separate lock file,
 * because a host without payments starts without them. The types cover the parts in use.
 */

import { existsSync } from 'node:fs';
import type { Hex } from './payment.ts';

const HOME = new URL('../../../payments/', import.meta.url);

/** Installation hint; undefined when the libraries are installed. */
export function missingPaymentLibraries(home: URL = HOME): string | undefined {
  return existsSync(new URL('node_modules/viem/package.json', home))
    ? undefined
    : 'payTo: expected the payment libraries, which are not installed; npm run setup -- --payments installs them';
}

/** Modules by import name. */
interface Libraries {
  readonly viem: Viem;
  readonly 'viem/accounts': { readonly privateKeyToAccount: (key: Hex) => { readonly address: Hex } };
  readonly '@x402/core/http': { readonly HTTPFacilitatorClient: new (config: object) => Facilitator };
  readonly '@x402/evm/exact/facilitator': { readonly ExactEvmScheme: new (signer: object) => Facilitator };
}

/** Loads a library of payments. */
export async function paymentLibrary<Name extends keyof Libraries>(name: Name): Promise<Libraries[Name]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module outside the workspace
  const { load } = (await import(new URL('load.mjs', HOME).href)) as {
    readonly load: (name: Name) => Promise<Libraries[Name]>;
  };
  return load(name);
}

/** Verifies and settles x402 payments. */
export interface Facilitator {
  verify(payload: object, requirements: object): Promise<Verdict>;
  settle(payload: object, requirements: object): Promise<Receipt>;
}
interface Verdict {
  readonly isValid: boolean;
  readonly invalidReason?: string;
}
interface Receipt {
  readonly success: boolean;
  readonly transaction: string;
  readonly errorReason?: string;
}

interface Viem {
  readonly createPublicClient: (config: object) => Reader;
  readonly createWalletClient: (config: object) => { readonly writeContract: (call: object) => Promise<Hex> };
  readonly defineChain: (chain: object) => object;
  readonly http: (url: string, config: { readonly timeout: number }) => object;
  readonly parseAbi: (lines: readonly string[]) => readonly object[];
}

/** Reads a chain. */
export interface Reader {
  readonly chain: object;
  getBlock(question: { readonly blockTag: 'latest' }): Promise<{ readonly number: bigint; readonly timestamp: bigint }>;
  /** `Value` must match the ABI. */
  readContract<Value>(call: object): Promise<Value>;
  getLogs(question: object): Promise<readonly Log[]>;
  estimateFeesPerGas(): Promise<{ readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }>;
  getTransactionCount(question: { readonly address: Hex; readonly blockTag: 'pending' }): Promise<number>;
  verifyTypedData(data: object): Promise<boolean>;
  waitForTransactionReceipt(question: { readonly hash: Hex; readonly timeout: number }): Promise<object>;
  getCode(question: { readonly address: Hex }): Promise<Hex | undefined>;
}
interface Log {
  readonly args: { readonly from?: Hex; readonly to?: Hex; readonly value?: bigint };
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}
