/** Coins of protocols with unlock schedules whose two sources use different names. */

/** Slug of a schedule → id of the coin in the table. A slug that is not here is the id itself. */
// oxfmt-ignore
const COINS: Readonly<Record<string, string>> = Object.freeze({
  SmarDex: 'smardex', across: 'across-protocol', aerodrome: 'aerodrome-finance', aster: 'aster-2', axs: 'axie-infinity',
  beam: 'beam-2', berachain: 'berachain-bera', bigtime: 'big-time', centrifuge: 'centrifuge-2', cetus: 'cetus-protocol',
  commonwealth: 'common-2', compound: 'compound-governance-token', convex: 'convex-finance', core: 'coredaoorg',
  'curve-finance': 'curve-dao-token', cyberConnect: 'cyberconnect', doge: 'dogecoin', drift: 'drift-protocol',
  dydx: 'dydx-chain', ens: 'ethereum-name-service', equilibria: 'equilibria-finance', etherfi: 'ether-fi',
  falconFinance: 'falcon-finance-ff', gmt: 'stepn', hedera: 'hedera-hashgraph', holdstation: 'holdstation-2',
  icp: 'internet-computer', immutable: 'immutable-x', infrared: 'infrared-finance', injective: 'injective-protocol',
  jupiter: 'jupiter-exchange-solana', lido: 'lido-dao', limitless: 'limitless-3', listadao: 'lista',
  lombard: 'lombard-protocol', magiceden: 'magic-eden', mantra: 'mantra-dao', maplefinance: 'syrup',
  melania: 'melania-meme', memecoin: 'memecoin-2', metis: 'metis-token', move: 'movement',
  'number-protocol': 'numbers-protocol', omni: 'omni-network', orderly: 'orderly-network', peaq: 'peaq-2',
  pengu: 'pudgy-penguins', polygon: 'polygon-ecosystem-token', prime: 'echelon-prime', pyth: 'pyth-network',
  redstone: 'redstone-oracles', rocketpool: 'rocket-pool', scallop: 'scallop-2', sei: 'sei-network', sonic: 'sonic-3',
  stable: 'stable-2', stargate: 'stargate-finance', sun: 'sun-token', swell: 'swell-network', thegraph: 'the-graph',
  ton: 'the-open-network', tornado: 'tornado-cash', velodrome: 'velodrome-finance', virtuals: 'virtual-protocol',
  vvsfinance: 'vvs-finance', walrus: 'walrus-2', woo: 'woo-network', xai: 'xai-blockchain', yearn: 'yearn-finance',
  zk: 'zksync', zro: 'layerzero',
});

/**
 * Returns the coin id of a protocol's schedule.
 * @param slug identifier of the protocol at the publisher of schedules.
 *
 * @example
 * coinOfProtocol('lido'); // → 'lido-dao'
 * coinOfProtocol('arbitrum'); // → 'arbitrum'
 */
export function coinOfProtocol(slug: string): string {
  return Object.hasOwn(COINS, slug) ? COINS[slug]! : slug;
}
