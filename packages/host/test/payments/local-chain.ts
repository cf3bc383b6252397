/** A chain on this machine with a token of EIP-3009 in the place of USDC on base-sepolia. */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createPublicClient, createTestClient, createWalletClient, http, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { NETWORKS } from '../../src/payments/rails.ts';
import type { Hex } from '../../src/payments/payment.ts';

const root = new URL('../../../../', import.meta.url);
/** Program of the node. */
export const ANVIL: string = fileURLToPath(new URL('node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil', root));
/** The reason why there is no chain here; undefined: there is one. */
export const NO_CHAIN: string | undefined = existsSync(ANVIL) ? undefined : 'anvil is installed on linux x64 alone';

/** The first account of anvil: it settles, and pays the gas. */
export const SETTLING_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
/** Address of that account. */
export const SETTLING_ACCOUNT: Hex = privateKeyToAccount(SETTLING_KEY).address;
const asset = NETWORKS['base-sepolia'].asset;
const TOKEN = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]);

/** A node that runs. */
export interface Node {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a node on a port of its own. @param args flags of anvil. */
export async function startNode(...args: readonly string[]): Promise<Node> {
  const child = spawn(ANVIL, ['--port', '0', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
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

/** A chain that runs. */
export type LocalChain = Awaited<ReturnType<typeof startChain>>;

/** Starts a chain. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- clients of viem
export async function startChain() {
  const { url: rpcUrl, stop } = await startNode('--chain-id', '84532', '--accounts', '2');
  const transport = http(rpcUrl);
  const chain = baseSepolia;
  const reader = createPublicClient({ chain, transport, pollingInterval: 20 });
  const tools = createTestClient({ chain, transport, mode: 'anvil' });
  const settler = createWalletClient({ chain, transport, account: privateKeyToAccount(SETTLING_KEY) });
  const { code } = JSON.parse(readFileSync(new URL('fixtures/chain/usd3009.json', root), 'utf8')) as { code: Hex };
  await tools.setCode({ address: asset, bytecode: code });
  const write = async (functionName: string, args: readonly unknown[]): Promise<void> => {
    const call = { address: asset, abi: TOKEN, functionName, args };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests name functions of the token
    const hash = await settler.writeContract(call as unknown as Parameters<typeof settler.writeContract>[0]);
    await reader.waitForTransactionReceipt({ hash });
  };
  return {
    rpcUrl,
    tools,
    write,
    fill: async (to: Hex, units: bigint) => write('mint', [to, units]),
    balance: async (of: Hex) =>
      reader.readContract({ address: asset, abi: TOKEN, functionName: 'balanceOf', args: [of] }),
    /** Wei: what an account has for gas. */
    gas: async (of: Hex) => reader.getBalance({ address: of }),
    transactions: async (of: Hex) => reader.getTransactionCount({ address: of }),
    now: async () => Number((await reader.getBlock()).timestamp) * 1000,
    stop,
  };
}
