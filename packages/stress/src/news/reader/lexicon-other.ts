/** Words of partnerships and products. Phrase syntax as in the words of attacks. */

/** Phrases by tag. */
export const OTHER_WORDS = {
  partner: `partners_with partner_with partnership partnerships partnering partners teams_up team_up teamed_up teams_with join_forces
    joins_forces joined_forces collaborat* integrates_with integrated_with integration_with strategic_alliance strategic_investment
    acquires acquired acquisition acquire acquiring takes_stake buys_stake merger merges merge merged tie_up ties_up pact alliance
    invests_in buys bought to_buy agreement joins picks chosen selects selected pilots connects official_partner storage_deal
    strikes_deal strikes partner_on to_build_on build_on names_official accept settlement_to extends_pact wallet_partner to_issue_cards
    validator_partnership to_settle_card`,
  part: `ends_partnership end_partnership terminate* walks_away walk_away drops_partnership partnership_ends cut_ties cuts_ties severs
    partnership_over calls_off scraps_deal as_partner`,
  product: `launch launches launched launching unveil unveils unveiled roll_out rolls_out rolled_out introduce introduces introduced goes_live
    went_live go_live is_live now_live debut debuts debuted activat* ships shipped deploys deployed switches_on turns_on enables
    completes_hard_fork hard_fork arrives_on now_active opens_public mainnet_upgrade adds cuts_block integrates opens_defi opens_lending
    upgrade twice_as_fast faster_client block_time completes`,
  outage: `outage outages goes_down went_down network_down blockchain_down is_down stops_producing stalls stalled halts_twice chain_halts
    chain_halted finality_failure postpone postpones postponed network_halt software_bug downtime down_for failed_upgrade down`,
} as const;
