/** Local chain with an EIP-3009 token in place of USDC on base-sepolia. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { installed, library } from '../../../test/apart.ts';
import { PAY_NETWORKS } from '@barograph/contract';
import type { Hex } from '../src/payment.ts';

const root = new URL('../../../', import.meta.url);
/** Executable of the node, installed on first use. */
const ANVIL = 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil';
/** Reason why no chain can be started; undefined when it can. */
export const NO_CHAIN: string | undefined =
  process.platform === 'linux' && process.arch === 'x64' ? undefined : 'anvil is installed on linux x64 alone';

/** Key of anvil's first account, which settles and pays the gas. */
export const SETTLING_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
/** Address of that account. */
export const SETTLING_ACCOUNT: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const asset = PAY_NETWORKS['base-sepolia'].asset;
const TOKEN = [
  'function mint(address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
];

/** A node that runs. */
export interface Node {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a node on a free port. @param args flags of anvil. */
export async function startNode(...args: readonly string[]): Promise<Node> {
  const child = spawn(join(await installed('.ci/peers'), ANVIL), ['--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('anvil ended')));
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return {
    url,
    stop: async () => {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
      await once(child, 'exit').catch(() => undefined);
    },
  };
}

/** The parts of viem in use. */
interface Viem {
  readonly createPublicClient: (config: object) => {
    readContract(call: object): Promise<bigint>;
    getBalance(of: { readonly address: Hex }): Promise<bigint>;
    getTransactionCount(of: { readonly address: Hex }): Promise<number>;
    getBlock(): Promise<{ readonly timestamp: bigint }>;
    waitForTransactionReceipt(of: { readonly hash: Hex }): Promise<object>;
  };
  readonly createTestClient: (config: object) => { setCode(code: object): Promise<void> };
  readonly createWalletClient: (config: object) => { writeContract(call: object): Promise<Hex> };
  readonly http: (url: string) => object;
  readonly parseAbi: (lines: readonly string[]) => object;
}

/** A chain that runs. */
export type LocalChain = Awaited<ReturnType<typeof startChain>>;

/** Starts a chain. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- methods over one process
export async function startChain() {
  const viem = await library<Viem>('payments', 'viem');
  const accounts = await library<{ readonly privateKeyToAccount: (key: Hex) => object }>('payments', 'viem/accounts');
  const { baseSepolia: chain } = await library<{ readonly baseSepolia: object }>('payments', 'viem/chains');
  const { url: rpcUrl, stop } = await startNode('--chain-id', '84532', '--accounts', '2');
  const transport = viem.http(rpcUrl);
  const abi = viem.parseAbi(TOKEN);
  const reader = viem.createPublicClient({ chain, transport, pollingInterval: 20 });
  const tools = viem.createTestClient({ chain, transport, mode: 'anvil' });
  const account = accounts.privateKeyToAccount(SETTLING_KEY);
  const settler = viem.createWalletClient({ chain, transport, account });
  const { code } = JSON.parse(readFileSync(new URL('fixtures/chain/usd3009.json', root), 'utf8')) as { code: Hex };
  await tools.setCode({ address: asset, bytecode: code });
  const write = async (functionName: string, args: readonly unknown[]): Promise<void> => {
    const hash = await settler.writeContract({ address: asset, abi, functionName, args });
    await reader.waitForTransactionReceipt({ hash });
  };
  return {
    rpcUrl,
    write,
    fill: async (to: Hex, units: bigint) => write('mint', [to, units]),
    balance: async (of: Hex) => reader.readContract({ address: asset, abi, functionName: 'balanceOf', args: [of] }),
    /** Wei: what an account has for gas. */
    gas: async (of: Hex) => reader.getBalance({ address: of }),
    transactions: async (of: Hex) => reader.getTransactionCount({ address: of }),
    now: async () => Number((await reader.getBlock()).timestamp) * 1000,
    stop,
  };
}
