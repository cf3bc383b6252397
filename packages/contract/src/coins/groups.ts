/** Curated groups of coins: ids, names, descriptions and tickers. A changed list is a new version. */

import { deepFreeze } from '@barograph/core';

/** A group of coins that have something in common. */
export interface CategoryGroup {
  /** Stable. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Tickers, each once. */
  readonly members: readonly string[];
}

/** All groups. */
export interface CategoryGroupsConfig {
  readonly version: `category-groups/${string}`;
  readonly groups: readonly CategoryGroup[];
}

function tickers(text: string): readonly string[] {
  return text.split(' ');
}

/** Version 1, by the coin's purpose, not its chain. A coin may be in several groups. */
export const CATEGORY_GROUPS_V1: CategoryGroupsConfig = deepFreeze({
  version: 'category-groups/1',
  groups: [
    {
      id: 'layer-1',
      name: 'Layer 1 chains',
      description: 'Chains with a consensus of their own that run smart contracts and pay for it with the coin.',
      members: tickers('ETH BNB SOL ADA TRX AVAX SUI TON DOT NEAR APT ATOM ALGO HBAR ICP SEI TIA KAS XTZ EGLD MON S'),
    },
    {
      id: 'store-of-value',
      name: 'Payment and store of value',
      description: 'Chains made to hold and send money, most of them secured by proof of work.',
      members: tickers('BTC LTC BCH BSV DOGE XRP XLM DASH ZEC XMR DCR ETC'),
    },
    {
      id: 'privacy',
      name: 'Privacy coins',
      description: 'Coins that hide who pays whom, by default or on demand.',
      members: tickers('XMR ZEC DASH DCR ZEN ZANO XVG RAIL TORN'),
    },
    {
      id: 'layer-2',
      name: 'Layer 2 rollups',
      description: 'Chains that settle on another one, and the tokens that govern them.',
      members: tickers('ARB OP POL MNT STRK ZK LINEA IMX METIS MOVE'),
    },
    {
      id: 'exchange-tokens',
      name: 'Exchange tokens',
      description: 'Tokens of centralised exchanges: lower fees, buybacks, or a claim on a share of the business.',
      members: tickers('BNB LEO OKB CRO BGB KCS GT WBT HTX MX NEXO'),
    },
    {
      id: 'dex',
      name: 'Decentralised exchanges',
      description: 'Tokens of exchanges that are programs: pools, order books and aggregators without a custodian.',
      members: tickers('UNI CAKE CRV AERO RAY JUP 1INCH SUN COW DODO ZRX'),
    },
    {
      id: 'perp-dex',
      name: 'Perpetuals on chain',
      description: 'Tokens of venues that trade perpetual futures on a chain.',
      members: tickers('HYPE ASTER DYDX GMX SNX LIT DRIFT MYX'),
    },
    {
      id: 'lending',
      name: 'Lending',
      description: 'Protocols that lend against collateral, and their governance tokens.',
      members: tickers('AAVE MORPHO COMP SYRUP EUL KMNO FLUID LQTY'),
    },
    {
      id: 'liquid-staking',
      name: 'Liquid staking and restaking',
      description: 'Protocols that stake for others and give a tradable receipt, and those that stake it again.',
      members: tickers('LDO RPL ETHFI EIGEN JTO SSV SD REZ'),
    },
    {
      id: 'yield',
      name: 'Yield and synthetic dollars',
      description: 'Protocols that package yield, or build a dollar out of positions that earn it.',
      members: tickers('ENA PENDLE SKY CVX YFI USUAL RESOLV'),
    },
    {
      id: 'stablecoins-fiat',
      name: 'Stablecoins with reserves',
      description: 'Dollars and euros on a chain whose issuer holds money or bills against them.',
      members: tickers('USDT USDC PYUSD FDUSD USD1 RLUSD TUSD EURC USDG'),
    },
    {
      id: 'stablecoins-crypto',
      name: 'Stablecoins with crypto collateral',
      description: 'Dollars on a chain that are backed by other coins, by hedged positions or by other stablecoins.',
      members: tickers('USDE DAI USDS GHO CRVUSD FRXUSD USR DOLA USDF'),
    },
    {
      id: 'tokenised-gold',
      name: 'Tokenised gold and silver',
      description: 'Tokens that stand for metal in a vault.',
      members: tickers('PAXG XAUT KAU KAG'),
    },
    {
      id: 'real-world-assets',
      name: 'Real-world assets',
      description: 'Platforms that bring loans, bills and funds to a chain.',
      members: tickers('ONDO CFG PLUME SYRUP CTC QNT OM'),
    },
    {
      id: 'oracles',
      name: 'Oracles and data',
      description: 'Networks that bring prices and other facts to programs on a chain.',
      members: tickers('LINK PYTH API3 RED GRT TRAC BAND'),
    },
    {
      id: 'ai',
      name: 'Artificial intelligence',
      description: 'Networks for models, agents and computing power whose token pays for them.',
      members: tickers('TAO FET RENDER VIRTUAL GRASS AKT KITE 0G VANA VVV'),
    },
    {
      id: 'depin',
      name: 'Physical infrastructure',
      description: 'Networks that pay people for hardware: storage, radio, graphics cards, sensors.',
      members: tickers('FIL AR HNT RENDER AKT ATH IOTX THETA WAL PEAQ'),
    },
    {
      id: 'storage',
      name: 'Decentralised storage',
      description: 'Networks that keep files, and tokens that pay for it.',
      members: tickers('FIL AR WAL STORJ SC BTT'),
    },
    {
      id: 'gaming',
      name: 'Games and virtual worlds',
      description: 'Games, worlds and platforms for them, with items and money on a chain.',
      members: tickers('AXS SAND MANA GALA RON IMX APE BEAM SUPER YGG'),
    },
    {
      id: 'memes-dog',
      name: 'Memes with dogs',
      description: 'Jokes with a dog on them, Dogecoin and those that came after it.',
      members: tickers('DOGE SHIB FLOKI BONK WIF BABYDOGE NEIRO DOG'),
    },
    {
      id: 'memes-other',
      name: 'Memes of other kinds',
      description: 'Jokes and mascots without a dog: frogs, cats, penguins, ideas.',
      members: tickers('PEPE SPX FARTCOIN PENGU BRETT MOG POPCAT TURBO TOSHI MEW'),
    },
    {
      id: 'political',
      name: 'Politics',
      description: 'Tokens of politicians and of campaigns around them.',
      members: tickers('TRUMP MELANIA WLFI PEOPLE'),
    },
    {
      id: 'launchpads',
      name: 'Launchpads',
      description: 'Platforms on which others make and sell new tokens, and their own tokens.',
      members: tickers('PUMP VIRTUAL ZORA BONK PINKSALE'),
    },
    {
      id: 'interoperability',
      name: 'Bridges and messaging',
      description: 'Networks that carry tokens and messages from one chain to another.',
      members: tickers('ATOM DOT ZRO W AXL STG DBR RUNE ACX QNT'),
    },
    {
      id: 'bitcoin-layers',
      name: 'Around Bitcoin',
      description: 'Layers, staking and tokens that build on Bitcoin.',
      members: tickers('STX BABY CORE MERL BARD'),
    },
    {
      id: 'modular',
      name: 'Modular chains',
      description: 'Parts of a chain as a service: data availability, sequencing, shared security.',
      members: tickers('TIA EIGEN DYM ALT AVAIL INIT'),
    },
    {
      id: 'wallets-identity',
      name: 'Wallets, names and identity',
      description: 'Wallets, names for addresses, and proofs of being a person.',
      members: tickers('WLD ENS TWT SAFE ID SFP'),
    },
    {
      id: 'fan-tokens',
      name: 'Fan tokens',
      description: 'Tokens of clubs and the chain that issues them.',
      members: tickers('CHZ SANTOS OG ARG PSG BAR'),
    },
  ],
});
