/** Reads authorizations from a chain, and settles with the operator's key. */

import { paymentLibrary, type Reader } from './libraries.ts';
import type { Hex } from './payment.ts';
import { payloadOf, refusalOf, settlementOf } from './facilitator.ts';
import type { Settler, Sought, Standing } from './settler.ts';
import { requirementsOf, type Rail } from './terms.ts';

/** Access to a chain. */
export interface ChainParts {
  readonly rail: Rail;
  readonly rpcUrl: string;
  /** Maximum wait for an answer, ms. */
  readonly timeoutMs: number;
}

/** Blocks per log query: public nodes refuse more. */
const BLOCKS = 2000n;
/** Seconds before an attempt that are also searched, because clocks differ. */
const MARGIN_S = 120;

async function readerOf({ rail, rpcUrl, timeoutMs }: ChainParts): Promise<Reader> {
  const { createPublicClient, defineChain, http } = await paymentLibrary('viem');
  const chain = defineChain({
    id: rail.chainId,
    name: rail.v1Network,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  return createPublicClient({ chain, transport: http(rpcUrl, { timeout: timeoutMs }), pollingInterval: 250 });
}

/** Creates a reader of authorization states, which connects on first use. */
export function createStanding(parts: ChainParts): Settler['standing'] {
  let opened: Promise<Reader> | undefined;
  return async (sought) => standingOf(await (opened ??= readerOf(parts)), parts.rail.asset, sought);
}

/**
 * A used nonce proves nothing: the payer may have cancelled it, or used it for another transfer. The event of its
 * use and the transfer right after it are proof.
 *
 * @source https://eips.ethereum.org/EIPS/eip-3009
 */
async function standingOf(reader: Reader, asset: Hex, sought: Sought): Promise<Standing> {
  const { parseAbi } = await paymentLibrary('viem');
  const { payer, nonce, since } = sought;
  const abi = parseAbi([
    'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
    'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  ]);
  const last = await reader.getBlock({ blockTag: 'latest' });
  const blockNumber = last.number;
  const call = { address: asset, abi, functionName: 'authorizationState', args: [payer, nonce], blockNumber };
  if (!(await reader.readContract<boolean>(call))) return { kind: 'unused', time: Number(last.timestamp) * 1000 };
  // Assumes at most one block a second.
  const age = BigInt(Math.max(0, Number(last.timestamp) - Math.floor(since / 1000)) + MARGIN_S);
  const first = age >= blockNumber ? 0n : blockNumber - age;
  for (let to = blockNumber; ; to -= BLOCKS) {
    const fromBlock = to - BLOCKS + 1n > first ? to - BLOCKS + 1n : first;
    const args = { authorizer: payer, nonce };
    const event = abi[1];
    const [used] = await reader.getLogs({ address: asset, event, args, fromBlock, toBlock: to });
    if (used !== undefined) {
      const transfers = await reader.getLogs({ address: asset, event: abi[2], blockHash: used.blockHash });
      const next = transfers.find(({ logIndex }) => logIndex === used.logIndex + 1);
      return isPayment(next?.args, sought) ? { kind: 'moved', transaction: used.transactionHash } : { kind: 'spent' };
    }
    if (fromBlock === first) return { kind: 'spent' };
  }
}

function isPayment(
  moved: { readonly from?: Hex; readonly to?: Hex; readonly value?: bigint } | undefined,
  { payer, payTo, amount }: Sought,
): boolean {
  return moved?.from?.toLowerCase() === payer && moved.to?.toLowerCase() === payTo && moved.value === amount;
}

/** Runs one transaction of the account at a time, across replicas. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a settler with the operator's key, which pays the gas. */
export function createChainSettler(parts: ChainParts, key: Hex, oneAtATime: OneAtATime): Settler {
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const [reader, viem, { privateKeyToAccount }, { ExactEvmScheme }] = await Promise.all([
      readerOf(parts),
      paymentLibrary('viem'),
      paymentLibrary('viem/accounts'),
      paymentLibrary('@x402/evm/exact/facilitator'),
    ]);
    const account = privateKeyToAccount(key);
    const transport = viem.http(parts.rpcUrl, { timeout: parts.timeoutMs });
    const wallet = viem.createWalletClient({ account, chain: reader.chain, transport });
    const send = async (call: object): Promise<Hex> => {
      const { maxFeePerGas, maxPriorityFeePerGas } = await reader.estimateFeesPerGas();
      return oneAtATime(async () => {
        const nonce = await reader.getTransactionCount({ address: account.address, blockTag: 'pending' });
        return wallet.writeContract({ ...call, nonce, maxFeePerGas, maxPriorityFeePerGas });
      });
    };
    const scheme = new ExactEvmScheme({
      getAddresses: () => [account.address],
      readContract: async (call: object) => reader.readContract(call),
      verifyTypedData: async (data: object) => reader.verifyTypedData(data),
      writeContract: send,
      sendTransaction: async () => Promise.reject(new Error('No account is deployed for a payer.')),
      waitForTransactionReceipt: async ({ hash }: { readonly hash: Hex }) =>
        reader.waitForTransactionReceipt({ hash, timeout: parts.timeoutMs }),
      getCode: async ({ address }: { readonly address: Hex }) => reader.getCode({ address }),
    });
    const abi = viem.parseAbi(['function balanceOf(address) view returns (uint256)']);
    const balanceOf = async (payer: Hex): Promise<bigint> =>
      reader.readContract({ address: parts.rail.asset, abi, functionName: 'balanceOf', args: [payer] });
    return { scheme, balanceOf };
  };
  const chain = async () => (opened ??= open());
  return {
    standing: createStanding(parts),
    verify: async (due) => {
      const { scheme, balanceOf } = await chain();
      // The scheme's own check needs a contract that not every chain has.
      if ((await balanceOf(due.authorization.from)) < due.terms.amount) return refusalOf('insufficient_funds');
      const { isValid, invalidReason } = await scheme.verify(payloadOf(due), requirementsOf(due.terms));
      return isValid ? undefined : refusalOf(invalidReason);
    },
    settle: async (due) => settlementOf(await (await chain()).scheme.settle(payloadOf(due), requirementsOf(due.terms))),
  };
}
