/** Titles that look like a new event but report none, by reason. Placeholders are those of the other titles. */

/** Forms of traps by reason. */
export const TRAP_FORMS: Readonly<Record<string, readonly string[]>> = {
  denial: [
    '{firm} denies breach, says {coin} reserves are intact',
    'Report of {coin} theft at {firm} is false, auditor confirms',
    '{body} denies approving {coin} fund of {firm}',
    '{coin} team: nobody drained anything, explorer showed stale data',
  ],
  negation: [
    'No {coin} lost in outage at {firm}',
    '{coin} pools were not exploited, review of {firm} finds',
    '{body} has made no decision on {coin} ETF',
    '{firm} blocks attempt to steal {coin}',
  ],
  anniversary: [
    'Three years after the {firm} heist: where the {coin} went',
    'Looking back at the night {firm} lost ${sum} million in {coin}',
    'One year since {body} approved the {coin} ETF: the numbers',
  ],
  hypothesis: [
    'If {firm} were hacked, {coin} would fall first, study warns',
    '{body} may ban {coin} staking next year',
    'Flaw that could have drained {coin} wallets is patched',
    '{body} weighs tougher rules for {coin} desks',
  ],
  fiction: ['Novel about stolen {coin} tops charts', 'In the new game, players hack {firm} for {coin}'],
  drill: ['{firm} rehearses theft of {coin} in yearly drill', '{coin} validators simulate attack with {firm}'],
  white_hat: ['White hat returns ${sum} million in {coin} to {firm}', '{firm} pays bounty for {coin} bridge bug'],
  recovered: [
    '{firm} recovers ${sum} million in {coin} stolen last month',
    'Victims of {firm} exploit made whole in {coin}',
  ],
  procedure: [
    'Judge sets hearing date in {coin} case of {body} against {firm}',
    '{firm} files amended papers for {coin} ETF with {body}',
    'Hacker of {firm} asks court for shorter sentence in {coin} case',
  ],
  rumour: ['Rumour: {body} about to clear {coin} ETF of {firm}', 'Traders whisper of {body} deal over {coin}'],
  other_affected: [
    '{coin} steady as hack of {firm} hits its own token',
    '{coin} developers offer help after rival chain is exploited',
    '{coin} slips as {body} sues small issuer',
  ],
  quote: ['"They will hack {firm} next," says {coin} critic', '"{body} should ban {coin}," says banker at dinner'],
  maintenance: ['{firm} suspends {coin} withdrawals for scheduled maintenance'],
  private_suit: ['Investors sue {firm} over {coin} losses'],
};
