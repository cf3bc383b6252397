/** Words showing that a title reports no new event, by reason. Phrase syntax as in the words of attacks. */

/** Phrases by tag. */
export const BLOCKER_WORDS = {
  negation: `not no never none nobody without isn't wasn't weren't hasn't haven't didn't doesn't don't won't cannot neither nor yet_to no_one
    stops_short declines_to decline+ stop+_short refuses_to far_from fail_to_agree fails_to_agree failed_to_agree fail_to_pass hardly
    isn’t wasn’t weren’t hasn’t haven’t didn’t doesn’t won’t no_longer wouldn't aren't aren’t couldn't nothing no_evidence no_sign zero`,
  /** Something stayed unharmed. */
  unaffected: `unaffected not_affected untouched unharmed safe fine unscathed intact not_impacted unimpacted immune secure excluded not_mentioned
    no_impact never_at_risk not_at_risk shrug+ business_as_usual unfazed quiet unmoved barely reacts react little_changed calm ignore+
    resilient steady indifferent sidestep+ brush+_off despite muted unruffled stable`,
  denial: `deny denies denied denying refute refutes refuted rebuts rebuffs dismiss_claims dismisses_claims dismisses_report dismisses_reports
    dismisses_rumours dismisses_rumors dismisses debunk debunks debunked shoot_down shoots_down shot_down is_false are_false were_false
    and_false false_report* is_fake was_fake are_fake fake_news fake_report* hoax untrue baseless unfounded quashes disputes disputed
    misinformation fud not_true no_truth brushes_off stale_and_false push+_back_on pushes_back_against no_breach no_hack nobody_got
    dispel+ scotch+ swat+_away pour+_cold put+_to_rest not_hacked is_old old_data denials pours_cold_water hits_back rejects_report
    rejects_reports rejects_claim rejects_claims rejects_allegations rejects_drain rejects_rumours rejects_rumors rejects_rumour
    clarifies clarified joke prank calls_claims false_alarm glitch_not contradicts rejects_talk rules_out`,
  /** Denials of acts that are themselves denials. */
  denialOf: `denies_it denies_that denies_report denies_reports denies_having denies_claims denies_plan denies_plans denies_rumour denies_rumours
    denies_rumor denies_rumors denies_being denied_it denied_that denies_any denies_partnership denies_talks denies_allegations
    denies_wrongdoing refutes refute refuted fake hoax false untrue baseless debunks debunked not_been_charged there_is_no there_was_no
    calls_claims rejects_report rejects_reports rejects_claim rejects_claims rejects_talk has_not misinformation`,
  /** Not done yet, or never. */
  modal: `could may might would should if what_if whether unless expected_to likely likely_to set_to about_to poised_to plans_to plans planned
    considers considering considered consider weighs weighing mulls mulling eyes eyeing proposes proposed propose proposal seeks seeking
    hopes hope bid_to calls_for urges urged wants want pushes_for in_talks early_talks expects expect one_day hypothetical* threatens
    threaten vows pledges preparing prepares ready_to debates debate scenario would_have could_have imagine odds hints hinted suggests
    favours favors tipped_to aims_to looks_to float+ floats studies studying in_theory theoretical lobbyists chance chances at_risk_from
    vulnerable_to risk_of threat_of the_next next_big waiting_to_happen explores exploring ponder+ toy+_with prospect possibility
    would-be mull+ review_whether next_year someday`,
  rumour: `reportedly allegedly alleged unconfirmed rumour* rumor* suspected suspects suspicion possible possibly potential potentially
    apparent apparently feared said_to looks_like appears_to may_have might_have not_confirmed waiting_for_confirmation
    awaiting_confirmation speculation speculate* whisper whispers chatter unverified buzz buzzes talk_of sparks_talk reports_emerging
    gossip has_not_confirmed something_wrong mystery alarm raise_alarm yet_to_comment yet_to_respond sources_say source_says
    insiders_say trust_me users_report users_complain complain_about hearing_a hearing_that said_to_probe`,
  /** Doubt that counts only within the clause of the attack. */
  doubt: `claim claims claimed claiming fears fear seems appears is_investigating investigating investigates flags flagged checking suspicion
    probes under_investigation suspicious unusual odd strange strangely looks`,
  confirmed: `confirms confirmed confirm admits admitted acknowledges discloses disclosed announces`,
  past: `anniversary history_of victims_of years_after years_ago years_later year_after year_on years_on years_since months_after look_back
    looks_back on_this_day remember_when this_week_in timeline retrospective revisited revisiting infamous since_the last_year years_of
    a_year_after years_old birthday in_hindsight remembering recalls throwback from_the_archive the_day a_decade_of ten_years five_years
    flashback back_in what_changed creditors_still collapsed_in of_the_decade year_later lessons_from aftermath decade_ago biggest_ever
    memoir`,
  /** Statistics of a period. */
  statistics: `report_shows report_finds report_says study_finds study_shows study data_show data_shows researchers_find researchers survey quarter
    first_half per_cent_of so_far year_to_date ytd chainalysis elliptic_data ranked ranking tally on_average statistics half_of_all
    since_20* trm percent_of monthly annual annually in_january in_february in_march in_april in_june in_july in_august in_september
    in_october in_november in_december this_year last_month's`,
  opinion: `opinion op_ed analyst analysts thinks argues argued believes predicts predicted bullish bearish my_take column editorial commentary
    odds bet bets matters teaches lesson lessons interview explained explainer explains q&a here's here’s says_crypto lawyer overhyped
    mistake intrinsic_value why how_to outlook forecasts forecast podcast needs_clearer stop_blaming makes_sense should_list jokes quips
    professor economist columnist`,
  fiction: `film films movie movies series netflix novel satire satirical april_fools parody thriller comic spoof onion book_review drama hulu
    bestseller book_about his_book her_book new_book signs_copies copies_of dramatis* dramatiz* imagines documentary fiction fictional screenplay board_game video_game minigame new_game game_lets
    game_rewards game_where gta players player capture_the_flag ctf musical theatre theater tv episode trailer cosplay comedy roleplay
    sitcom videogame novelist playwright cartoon exhibition hbo dragons heist_movie flick sci_fi ubisoft actor actress director stars_in
    playable streamer plot_twist imagine+`,
  drill: `simulate simulates simulated simulation simulating drill drills practise+ practice+ war_games games_out worst_case rehearse
    rehearses rehearsal rehearsed exercise exercises mock red_team tabletop war_game planned_test test_attack dry_run moot practice
    shadow_fork stress_test testnet deliberately deliberate staged cyber_exercise training`,
  /** Verbs of victims and of effects on them: an attack that is only a noun needs one of these, or a sum. */
  suffer: `suffer+ hit+ lose+ strike+ confirm+ disclose+ admit+ announce+ force+ halt+ freeze+ pause+ suspend+ cause+ drain+ steal+ net+ reel+
    rock+ fall+_victim fall+_prey say+ report+ investigate+ probe+ flag+ stop+ result+ cripple+ knock+ crash+ empty+ target+ed wipe+
    bring+ shut+ trigger+ take+ mint+ gone down offline cost+ sink+ leave+ compromise+ use+ let+ allow+ ongoing underway tonight second
    again breaking just_in incident`,
  hackWord: `hackathon* hack_week hack_the life_hack* lifehack* growth_hack* tax_hack hackers_gather hack_day hackerspace hackerone hacker_house
    hackspace hacker_news productivity_hack* hack_for hackers_build hacking_contest ethglobal prize prizes`,
  bounty: `white_hat* whitehat* bounty bounties ethical_hacker* ethical_hackers immunefi pwn2own responsible_disclosure audit_contest
    security_researcher friendly_hackers to_safety earns researcher rescue rescues rescued good_samaritan finder`,
  recovered: `recover recovers recovered recovering recovery return returns returned returning gives_back give_back gave_back made_whole
    reimburse* refund* compensat* repaid repays repay restitution closes_gap reopen* reopens resume resumes resumed restore restores
    restored reclaims retrieves retrieved back_to_1:1 freezes_stolen linked_to traced repayment on_its_way_back way_back back_to_victims
    fbi_hands apology sent_back send+_back to_be_auctioned makes_whole make_whole sends_back`,
  thwarted: `foil foils foiled thwart* avert averts averted prevent prevents prevented fails failed fail repelled repels repel empty_handed
    with_nothing attempt attempted attempts patched patches patch fixed fixes fix before_use no_known_abuse blocks_suspicious
    blocks_attack blocks_attempt saves saved stops_attack in_time defused defuses stopped_before neutralised neutralized near_miss
    unsuccessful keep+_attackers keep+_hackers survive+ withstand+`,
  found: `found discovered disclosed finds discovers discloses uncovered spotted identified`,
  weakness: `vulnerability vulnerabilities flaw flaws bug bugs weakness loophole`,
  /** Nouns that turn a preceding attack into a topic. */
  meta: `screenshot screenshots tracker dashboard insurance insurer risk risks prevention protection defence defense season suspect suspects
    case report reports story stories trial claims allegations rumours rumors crisis kit movie game simulation test drill recovery
    lawsuit tool tools proof resistant resistance surface conference team statistics memes legend lore anniversary victim_fund
    settlement plot narrative`,
  protect: `protect protects protecting avoid avoiding safer tips beware urges_caution urge_caution precaution precautionary caution elsewhere
    trace helps_trace unrelated rival rivals competitor competitors another's copycat clone`,
  court: `trial sentence sentenced sentencing sentences convict convicted conviction pleads pleaded plead plea extradited extradition
    extradite jailed jail prison court appeal appeals laundering launders lawsuit charged indicted arrested testifies testimony
    exploiter's on_trial judge jury guilty dormant prosecutors arrest wallet_of hacker_moves hacker_shifts exploiter_moves
    attacker_moves thief_moves`,
  procedure: `hearing hearing_date sets_hearing schedules scheduled files filed filing files_for amended s_1 19b_4 brief reply_brief extension
    extend_deadline stay seeks_stay motion motions compel comment_period public_comment public_input seeks_input seek_comment
    consultation acknowledges unseals unsealed recuse* jury_selection trial_set trial_date deposition docket reports_to sentenced
    sentence appeals_conviction asks_for asks_court discovery subpoena_motion opens_comment testify testifies deadline set_for
    oral_argument oral_arguments submits_paperwork paperwork more_weeks two_more_weeks moved_to grill+ session answer_petition
    jointly_seek drafting reschedule* mistrial witness court_date`,
  /** Procedural steps of an authority that are events nevertheless. */
  material: `criminal_complaint files_complaint suit_filed extends_review charges charged sues approves rejects complaint new_complaint
    indictment`,
  maintenance: `maintenance scheduled_upgrade upgrade_notice will_support temporary_suspension status_page system_upgrade wallet_maintenance
    for_network_upgrade planned_downtime routine_upgrade support_the_network network_upgrade_and`,
  advert: `how_to best top_10 top_5 guide sponsored press_release presale explained what_is understanding giveaway advertorial review_of promo
    bonus beginners casinos wallets_for coupon tips`,
  private: `investors_sue users_sue class_action shareholders_sue customers_sue threatens_to_sue sec_sued cftc_sued irs_sued treasury_sued
    fdic_sued sues_sec sues_the_sec sue_the by_investors by_users by_customers by_shareholders by_creditors creditors_sue sues_critics
    plaintiffs co_founder_sues sues_irs sues_cftc sues_treasury sues_fdic sues_regulator sues_government settlement_with_users
    sues_former`,
  crime: `kidnap* ransom ransomware fraudster cheque cheques counterfeit_notes con_man bribery drunk assault demand+_bitcoin demand+_crypto
    ex_wife divorce drug drugs dealer murder burglar boat tax_evasion contempt teen blackmail extortion cartel gunman hostage`,
  foreign: `hospital museum airline airlines football school university city_hall restaurant pipeline petrol fuel church bus railway drugmaker
    insurer telecom telecoms shipping carmaker grocer retailer retailers chipmaker pension naval robotics grain metals pharma steel oil
    gas_station clinic crown_jewels loyalty ticketmaster bow_maker beer patients patient championship homes hotel bank_data bangladesh
    village student students municipality county library metro transit social_network power_grid casino climate cafe betting
    football_club cinema hotel_chain bank_robbery landlord_association landlord tenants farmers copper jewels art_gallery`,
  /** Words of the industry. */
  crypto: `crypto cryptocurrency cryptocurrencies token tokens coin coins wallet wallets blockchain chain onchain on_chain staking validator
    validators defi dex etf etfs bridge protocol node nodes airdrop usdt usdc holders stablecoin stablecoins miners mining perp perps
    futures trading lender exchange mainnet smart_contract nft nfts multisig web3 altcoin memecoin bitcoin ethereum ether binance
    coinbase kucoin okx bybit tether ripple amm ledger`,
  price: `rally rallies rallied rise rises rose fall falls fell slip slips slipped dip dips dipped gain gains gained jump jumps jumped surge
    surges surged plunge plunges plunged tumble tumbles tumbled slide slides slid drop_to climb climbs climbed steady flat soar soars
    soared sink sinks sank hold holds holding shrug shrugs drift drifts edges rebound* retreats slump slumps slumped volume trades
    trading_at crash crashes bleed bleeds outperform* steadies lower higher pumps lifts liquidated liquidations unmoved comments`,
  noise: `price_prediction price_predictions price_analysis price_target price_watch price_forecast technical_analysis how_to_buy where_to_buy
    inflow inflows reserves_hit exchange_reserves fear_index quiz horoscope newsletter webinar promo_code`,
} as const;
