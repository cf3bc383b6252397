/** A real node on this machine whose tokens log any transfer on demand. */

import { startNode } from '../../../../payments/test/local-chain.ts';
import { hexOf, topicOf, TRANSFER_TOPIC } from '../../../../sources/src/evm/payloads.ts';
import { BLOCK_MS, GENESIS_MS, USDT, WETH, type Sent } from '../../../../sources/test/evm/fake-chain.ts';

/**
 * A contract that logs `Transfer` of its three words of input, sender, receiver and value: `mstore(0, calldata[64])`,
 * then `log3(0, 32, topic, calldata[0], calldata[32])`.
 */
const LOGGER = `0x6040356000526020356000357f${TRANSFER_TOPIC.slice(2)}60206000a300`;
/** The first account of anvil: it pays the gas. */
const PAYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** Starts a node whose blocks are mined by hand, one every 12 seconds of its own time. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- methods over one process
export async function startAnvil() {
  const ids = ['--chain-id', '31337', '--accounts', '1'];
  const { url, stop } = await startNode(...ids, '--no-mining', '--timestamp', String(GENESIS_MS / 1000));
  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await reply.json()) as { readonly result?: unknown; readonly error?: unknown };
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  for (const token of [USDT, WETH]) await call('anvil_setCode', token, LOGGER);
  await call('anvil_setBlockTimestampInterval', BLOCK_MS / 1000);
  let nonce = 0;
  /** Sends again with the same nonce what was taken back: it is the same transaction. */
  const submit = async ({ from, to, units, token = USDT }: Sent, at: number): Promise<void> => {
    const data = `${topicOf(from)}${topicOf(to).slice(2)}${units.toString(16).padStart(64, '0')}`;
    await call('eth_sendTransaction', { from: PAYER, to: token, data, nonce: hexOf(at), gas: hexOf(100_000), gasPrice: hexOf(10_000_000_000) }); // prettier-ignore
  };
  const sent: Sent[][] = [];
  const mine = async (...transfers: readonly Sent[]): Promise<void> => {
    for (const one of transfers) await submit(one, nonce++);
    await call('evm_mine');
    sent.push([...transfers]);
  };
  return {
    url,
    mine,
    now: async (): Promise<number> => {
      const block = (await call('eth_getBlockByNumber', 'latest', false)) as { readonly timestamp: string };
      return Number(block.timestamp) * 1000;
    },
    /** The last blocks are replaced by empty ones; their transfers come again in one block behind them. */
    turnBack: async (depth: number): Promise<void> => {
      const again = sent.slice(-depth).flat();
      await call('anvil_reorg', depth, []);
      // Those of the blocks that went wait for a block again, or are gone, by the version of the node.
      await call('anvil_dropAllTransactions');
      nonce -= again.length;
      await mine(...again);
    },
    stop,
  };
}
