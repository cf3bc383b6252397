/** Words of regulation: those who act, what they do, and what they do it to. Form of the phrases: see the words of attacks. */

/** Phrases by tag. */
export const REGULATION_WORDS = {
  authority: `sec cftc fincen ofac occ finra fca mas bafin esma eba fatf irs doj fdic fed federal_reserve mica finma asic sebi austrac csrc
    pboc rbi fsa jfsa fsc fss sfc hkma ecb bis basel basel_committee vara adgm cnmv amf consob cssf cima nydfs dfs osc csa hmrc europol interpol
    fbi cbi treasury regulator regulators watchdog watchdogs court courts judge judges jury senate senator senators congress house
    lawmakers lawmaker parliament legislature legislators legislat* government governments president minister ministers ministry
    cabinet central_bank central_banks attorney_general prosecutor prosecutors police authority authorities commission governor
    supreme_court justice_department department_of_justice tax_office tax_agency revenue_service tribunal privacy_office customs
    anti_money_laundering_agency agency officials official state_department white_house trump biden european_union eu u.s us usa
    america uk britain british china chinese india indian japan japanese korea korean south_korea russia russian brazil brazilian
    nigeria nigerian kenya turkey turkish germany german france french spain spanish italy italian netherlands dutch belgium
    switzerland swiss austria norway sweden denmark finland poland polish ukraine czech hungary portugal ireland iceland malta
    cyprus dubai uae emirates abu_dhabi saudi_arabia qatar bahrain kuwait israel israeli iran iranian iraq pakistan bangladesh nepal
    sri_lanka thailand thai vietnam vietnamese indonesia malaysia philippines philippine singapore hong_kong taiwan australia
    australian new_zealand canada canadian ontario quebec mexico argentina chile colombia peru bolivia venezuela el_salvador panama
    paraguay cuba egypt morocco algeria tunisia ghana south_africa kazakhstan kyrgyzstan uzbekistan georgia bhutan
    california texas new_york florida wyoming arizona ohio illinois washington nevada oregon new_hampshire`,
  /** Bodies whose word is decisive about funds and firms: suing or beating one of them is good news. */
  opponent: `sec cftc irs treasury fdic fed doj regulator regulators government prosecutors watchdog`,
  /** Restrictive acts that need an authority. */
  restrict: `sues sued sue suing charges charged charge bans banned ban orders ordered order halts halted blocks blocked block suspends
    suspended bars barred prohibits prohibited prohibit forbids forbidden outlaws outlawed criminalises criminalizes criminalised imposes
    imposed restricts restricted restrict caps capped raids raided seizes seized confiscates confiscated freezes freezes_assets taxes raises
    hikes tightens tells warns_against cuts_power declares_illegal declares illegal arrests arrest arrested accuses accused detains detained
    targets probes probe investigates investigation inquiry files_criminal files_complaint complaint hits hit names labels lawsuit
    crackdown cracks_down shuts shut shuttered must_stop must_leave stop_serving cease limits curbs puts_cap penalises
 to_pay penalizes penalty penalties fine fines fined liable appeals takes settles settle criminal_charges fraud_charges guilty prison jail
    requires_registration sanctions sanctioned finalises finalizes removes remove blacklist blacklists blacklisted says_security
    security seizure forfeiture action_against takes_action issues_warning warning_list under_fire`,
  /** Restrictive acts that only an authority can do. */
  enforce: `indicted indicts indictment arrested wells_notice subpoena subpoenas subpoenaed fined fines convicted convicts
    found_guilty pleads_guilty pleaded_guilty criminally_charged charged_with charged_in sanctioned civil_penalty cease_and_desist
    hit_with_penalty hit_with_fine three_month_ban sued_by ordered_to fraud_charges raided_by blacklisted criminalised seized warning_list
    hit_with illegal_in banned_in barred_from under_investigation legal_charges forfeiture stop_serving gets_wells money_laundering_charges
    unlicensed_operation`,
  /** Supportive acts that need an authority. */
  support: `approves approved approve approval authorises authorizes authorised authorized clears cleared clear greenlights green_light
    green_lights greenlit okays okayed ok nod grants granted grant allows allowed allow permits permitted legalises legalizes legalised
    legalized passes passed pass adopts adopted adopt signs signed enacts enacted exempts exempted exempt recognises recognizes recognising
    licenses licences licensed issues issued lets let says_may tells_banks_may may_offer can_custody eases eased relaxes welcomes
    sets_up establishes creates confirms commodity not_security not_a_security no_action no_action_letter legal_tender
    strategic_reserve strategic_bitcoin_reserve bitcoin_reserve go_effective opens_door effective rule_change wins clarity registers safe_harbor
    safe_harbour framework tax_free accepts advances`,
  /** Supportive acts that imply their authority. */
  license: `wins_licence wins_license wins_approval wins_nod secures_licence secures_license gets_licence gets_license gets_nod gets_approval
    receives_licence receives_license receives_approval obtains_licence obtains_license granted_licence granted_license legal_tender
    signed_into_law wins_sec_approval gets_sec_nod get_green_light get_nod full_licence full_license wins_registration in_principle_licence
    in_principle_license in_principle_approval secures_approval secures_registration licence_from license_from get_sec_nod`,
  /** Ends of something: the sign is the opposite of its object's. */
  undo: `drops dropped drop dismisses dismissed dismiss withdraws withdrew withdrawn closes closed close ends ended end lifts lifted lift
    repeals repealed repeal rescinds rescinded rescind scraps scrapped scrap abandons abandoned overturns overturned eases eased revokes
    revoked revoke strips stripped concludes concluded removes removed unfreezes clears cleared settles`,
  /** Refusals: negative of what would have been supportive. */
  refuse: `rejects rejected reject denies denied deny delays delayed delay postpones postponed pushes_back pushed_back vetoes vetoed veto
    votes_down voted_down disapproves disapproved refuses refused extends_review extends extended blocks blocked must_wait kills
    stalls turned_down turns_down`,
  /** Objects that restrict, for `undo`. */
  burden: `lawsuit lawsuits case cases charges charge probe probes investigation investigations inquiry sanctions ban bans suit suits
    action actions appeal penalty enforcement warning warnings restriction restrictions rule_for guidance bulletin sab advisory supervision
    complaint bulletins tax_rule moratorium rule freeze limits requirement requirements`,
  /** Objects that help, for `undo` and `refuse`. */
  benefit: `etf etfs etn etns application applications licence license licences licenses approval bid registration bill bills act
    listing trust fund funds exemption proposal petition request decision ruling reserve product review charter`,
  /** Outcomes of courts. */
  win: `sides_with rules_for ruled_for rules_in_favor rules_in_favour defeats defeated beats beat prevails wins won win victory
    were_not_securities not_securities was_not_a_security not_a_security is_a_commodity no_charges without_action no_action
    not_security no_enforcement`,
  /** Words of firms and people of the industry that are acted on, where no coin is named. */
  firm: `exchange exchanges miner miners mining custodian custody lender broker platform issuer founder founders executive ceo trader traders
    firm mixer wallet app`,
  fundWord: `etf etfs etn etns exchange_traded_fund exchange_traded_funds futures_fund trust fund funds`,
  tax: `tax taxes taxed capital_gains`,
} as const;
