/** All commands: help line and module. */

import type { Command } from 'commander';
import type { EngineCommand } from './engine-command.ts';
import type { Io } from './io.ts';

/** Adds a command to the program. */
export type Add = (program: Command, io: Io) => void;

interface Listed {
  /** Flags and arguments shown after the name in the program's help. */
  readonly usage: string;
  /** Help line; equal to the summary in the module. */
  readonly summary: string;
  readonly load: () => Promise<Add>;
}

/**
 * Commands in help order. Loading a module with its engine and schemas takes hundreds of milliseconds, so only the called
 * command is loaded; the program's help loads no module.
 */
export const COMMANDS: Readonly<Record<string, Listed>> = {
  signum: {
    usage: '[options] <path>',
    summary: 'trend colour (red, grey, green) from ADX and the directional indicators',
    load: async () => (await import('./commands/signum.ts')).addSignum,
  },
  technical: {
    usage: '[options] <path>',
    summary: 'averages, RSI, squeeze, range, support and resistance',
    load: async () => engine((await import('./commands/technical.ts')).technicalCommand),
  },
  volatility: {
    usage: '[options] <path>',
    summary: 'volatility regime (vol_shock, mean_reverting, compressed, expanding, normal) from daily ranges',
    load: async () => engine((await import('./commands/volatility.ts')).volatilityCommand),
  },
  volume: {
    usage: '[options] <path>',
    summary: 'volume of the last 24 h against the last 30 days, and its band',
    load: async () => engine((await import('./commands/volume.ts')).volumeCommand),
  },
  heatmap: {
    usage: '[options] <path>',
    summary: 'moves of the last hours, with colours, liquidity and the 200-day average',
    load: async () => engine((await import('./commands/heatmap.ts')).heatmapCommand),
  },
  meme: {
    usage: '[options] <path>',
    summary: 'regime of meme coins (euphoric, distribution, ignition, bleeding, dormant)',
    load: async () => engine((await import('./commands/meme.ts')).memeCommand),
  },
  indicator: {
    usage: '[options] [slug] [file]',
    summary: 'an indicator of the catalogue, bar by bar',
    load: async () => (await import('./commands/indicator.ts')).addIndicator,
  },
  wiki: {
    usage: '[options] <query...>',
    summary: 'pages about strategies, indicators and how numbers are made',
    load: async () => (await import('./commands/wiki.ts')).addWiki,
  },
  depth: {
    usage: '[options] <file>',
    summary: 'depth of an order book within 10, 25, 50 and 100 bps of mid, spread and imbalance',
    load: async () => (await import('./commands/depth.ts')).addDepth,
  },
  cycle: {
    usage: '[options]',
    summary: 'long-horizon regime (ten states) of a market, day by day',
    load: async () => (await import('./commands/cycle.ts')).addCycle,
  },
  flow: {
    usage: '[options] <file>',
    summary: 'taker flow of trades: buys and sells of aggressors, by the minute and over windows',
    load: async () => (await import('./commands/flow.ts')).addFlow,
  },
  positioning: {
    usage: '[options] <file>',
    summary: 'longs and shorts of each coin by market makers, whales and others',
    load: async () => (await import('./commands/positioning.ts')).addPositioning,
  },
  ladder: {
    usage: '[options] <file>',
    summary: 'liquidation levels of a coin: notional by price, the flip, and the nearest levels',
    load: async () => (await import('./commands/ladder.ts')).addLadder,
  },
  gamma: {
    usage: '[options] [file]',
    summary: 'gamma analog of each coin: amplify, dampen or transitional, with the terms of its score',
    load: async () => (await import('./commands/gamma.ts')).addGamma,
  },
  whales: {
    usage: '[options] <file>',
    summary: 'what large accounts hold: by class and tag, their bias, and their largest coins',
    load: async () => (await import('./commands/whales.ts')).addWhales,
  },
  float: {
    usage: '[options]',
    summary: 'coins by how little of their supply circulates',
    load: async () => (await import('./commands/float.ts')).addFloat,
  },
  unlocks: {
    usage: '[options]',
    summary: 'dated cliffs of token unlocks ahead',
    load: async () => (await import('./commands/unlocks.ts')).addUnlocks,
  },
  health: {
    usage: '[options] <path>',
    summary: 'market health: eleven components in two groups, 0…100',
    load: async () => (await import('./commands/health.ts')).addHealth,
  },
  stress: {
    usage: '[options] <what>',
    summary: 'event, security and policy risk, or a composite of your own',
    load: async () => (await import('./commands/stress.ts')).addStress,
  },
  news: {
    usage: '[options] <file>',
    summary: 'news that can move a perp, and the moves that followed',
    load: async () => (await import('./commands/news.ts')).addNews,
  },
  nowcast: {
    usage: '[options] <path>',
    summary: 'six-state regime of the hour, with probabilities',
    load: async () => (await import('./commands/nowcast.ts')).addNowcast,
  },
  risk: {
    usage: '[options] <book>',
    summary: 'what a book of perps can lose, which position is responsible, and its chances of liquidation',
    load: async () => (await import('./commands/risk.ts')).addRisk,
  },
  plot: {
    usage: '',
    summary: 'a picture of the results of an engine: SVG, PNG or HTML',
    load: async () => (await import('./commands/plot.ts')).addPlot,
  },
  pull: {
    usage: '[options] [source] [symbols...]',
    summary: 'bars of a venue into a folder, with funding and open interest',
    load: async () => (await import('./commands/pull.ts')).addPull,
  },
  work: {
    usage: '[options]',
    summary: 'computes blocks of commands that run with --queue',
    load: async () => (await import('./commands/work.ts')).addWork,
  },
  verify: {
    usage: '[options]',
    summary: 'proves that the ledger of a host was not edited',
    load: async () => (await import('./commands/verify.ts')).addVerify,
  },
  doctor: {
    usage: '[options]',
    summary: 'checks of this machine, and of live sources against their venues',
    load: async () => (await import('./commands/doctor.ts')).addDoctor,
  },
  train: {
    usage: '',
    summary: 'train a model',
    load: async () => (await import('./commands/train.ts')).addTrain,
  },
  'walk-forward': {
    usage: '',
    summary: 'test a training as it would have happened',
    load: async () => (await import('./commands/walk-forward.ts')).addWalkForward,
  },
  'regime-bench': {
    usage: '[options]',
    summary: 'rules that find regimes, on markets whose regimes are known',
    load: async () => (await import('./commands/regime-bench.ts')).addRegimeBench,
  },
};

async function engine<Config extends { readonly version: string }>(command: EngineCommand<Config>): Promise<Add> {
  const { addEngine } = await import('./engine-command.ts');
  return (program, io) => addEngine(program, io, command);
}
