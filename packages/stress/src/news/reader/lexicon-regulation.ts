/** Words of regulation: actors, acts and objects. Phrase syntax as in the words of attacks. */

/** Phrases by tag. */
export const REGULATION_WORDS = {
  authority: `sec cftc fincen ofac occ finra fca mas bafin esma eba fatf irs doj fdic fed federal_reserve mica finma asic sebi austrac csrc pboc
    rbi fsa jfsa fsc fss sfc hkma ecb bis basel basel_committee vara adgm cnmv amf consob cssf cima nydfs dfs osc csa hmrc europol
    interpol fbi feds federal_prosecutors cbi treasury regulator regulators watchdog watchdogs court courts judge judges jury senate
    senator senators congress house lawmakers lawmaker parliament legislature legislators legislat* government governments president
    minister ministers ministry cabinet central_bank central_banks attorney_general prosecutor prosecutors police authority authorities
    commission governor supreme_court justice_department department_of_justice tax_office tax_agency revenue_service tribunal
    privacy_office customs anti_money_laundering_agency agency officials official state_department white_house trump biden
    european_union eu u.s us usa america uk britain british china chinese india indian japan japanese korea korean south_korea russia
    russian brazil brazilian nigeria nigerian kenya turkey turkish germany german france french spain spanish italy italian netherlands
    dutch belgium switzerland swiss austria norway sweden denmark finland poland polish ukraine czech hungary portugal ireland iceland
    malta cyprus dubai uae emirates abu_dhabi saudi_arabia qatar bahrain kuwait israel israeli iran iranian iraq pakistan bangladesh
    nepal sri_lanka thailand thai vietnam vietnamese indonesia malaysia philippines philippine singapore hong_kong taiwan australia
    australian new_zealand canada canadian ontario quebec mexico argentina chile colombia peru bolivia venezuela el_salvador panama
    paraguay cuba egypt morocco algeria tunisia ghana south_africa kazakhstan kyrgyzstan uzbekistan georgia bhutan bank_of_england
    bank_of_japan bank_of_korea bank_of_canada bank_of_israel bank_of_russia bank_of_thailand people's_bank greece greek romania
    bulgaria croatia serbia estonia latvia lithuania luxembourg slovenia slovakia tanzania uganda rwanda ethiopia angola cameroon
    senegal zambia zimbabwe jordan lebanon oman costa_rica uruguay ecuador guatemala honduras connecticut massachusetts new_jersey
    maryland colorado louisiana alabama kentucky beijing moscow brussels london riyadh lagos seoul tokyo delhi new_delhi manila jakarta
    hanoi ottawa canberra berlin paris rome madrid kazakh riksbank sec's doj's state_of nebraska wisconsin utah michigan virginia
    pennsylvania montana idaho missouri oklahoma tennessee capitol_hill federal_judge state_regulator city_council financial_authority
    central_banker ombudsman exchequer chancellor duma knesset bundestag kremlin state_duma house_committee house_panel tax_authority
    police_force saudi egypt's cambodia myanmar laos mongolia armenia belarus california texas new_york florida wyoming arizona ohio
    illinois washington nevada oregon new_hampshire`,
  /** Bodies with decisive power over funds and firms: suing or beating one is good news. */
  opponent: `sec cftc irs treasury fdic fed doj regulator regulators government prosecutors watchdog`,
  /** Restrictive acts that need an authority. */
  restrict: `sue+ charge+ ban+ order+ halt+ block+ suspend+ bar+ prohibit+ forbid+ outlaw+ criminalise+ criminalize+ impose+ restrict+ cap+ raid+
    seize+ confiscate+ freeze+ tax+ raise+ hike+ tighten+ cut+_power declares_illegal illegal arrest+ accuse+ detain+ target+ probe+
    investigate+ investigation inquiry launches_probe complaint criminal_complaint hit+ slap+ name+ label+ lawsuit crackdown crack+_down
    shut+ shutter+ must_stop must_leave must_sell cease limit+ curb+ puts_cap penalise+ penalize+ penalty penalties fine+ liable appeal+
    settle+ to_pay pay+ criminal_charges fraud_charges guilty prison jail+ requires_registration sanction+ finalise+ finalize+ remove+
    blacklist+ says_security security seizure forfeiture take+_action issues_warning warning_list warn+_of warn+_against under_fire
    brand+ dub+ wind+_down to_court to_wind_down pull+ yank+ axe+ jailed sentence_ceo rule+_against rules_illegal requires mandate+
    force+ compel+ demand+ summon+ void reopen+ expel+ oust+ kick+_out alleges fault+ censure+ rebuke+ reprimand+ subject_to clamp+
    clamps_down cut+_off raises_tariffs asks_exchanges sanctions_target squeeze+ go+_after cracks search+ padlock+ deport+ wield`,
  /** Restrictive acts that only an authority can do. */
  enforce: `indicted indicts indictment arrested wells_notice subpoena subpoenas subpoenaed fined fines convicted convicts found_guilty
    pleads_guilty pleaded_guilty criminally_charged charged_with charged_in sanctioned civil_penalty cease_and_desist hit_with_penalty
    hit_with_fine three_month_ban sued_by ordered_to fraud_charges raided_by blacklisted criminalised seized warning_list hit_with
    illegal_in banned_in barred_from legal_charges forfeiture stop_serving gets_wells money_laundering_charges unlicensed_operation
    loses_licence loses_license loses_licences loses_licenses stripped_of_licence`,
  /** Supportive acts that need an authority. */
  support: `approve+ approval authorise+ authorize+ clear+ greenlight+ green_light green_lights greenlit okay+ okayed ok nod grant+ allow+
    permit+ legalise+ legalize+ pass+ adopt+ sign+ enact+ exempt+ recognise+ recognize+ license+ licence+ to_license issue+ let+
    may_offer may_begin tells_banks_they_may can_custody ease+ relax+ welcome+ sets_up set+_up establish+ create+ confirm+ commodity
    not_security not_a_security no_action no_action_letter legal_tender strategic_reserve strategic_bitcoin_reserve bitcoin_reserve
    go_effective opens_door effective rule_change win+ clarity register+ safe_harbor safe_harbour framework tax_free accept+ advance+
    back+ bless+ blessing wave+_through go_ahead gives_go_ahead off_the_hook walk+_away buys_its_first buy+_first buys_bitcoin
    adds_bitcoin become_law becomes_law endorse+ ratify+ validate+ affirm+ certify+ admit+ opens_up open+_door reinstate+ restore+
    unblock+ unban+ legitimise+ embrace+ sandbox`,
  /** Supportive acts that imply their authority. */
  license: `wins_licence wins_license wins_approval wins_nod secures_licence secures_license gets_licence gets_license gets_nod gets_approval
    receives_licence receives_license receives_approval obtains_licence obtains_license granted_licence granted_license legal_tender
    signed_into_law wins_sec_approval gets_sec_nod get_green_light get_nod full_licence full_license wins_registration win_blessing
    go_ahead gets_go_ahead in_principle_licence in_principle_license in_principle_approval secures_approval secures_registration
    licence_from license_from get_sec_nod`,
  /** Ends of something: the sign is the opposite of the object's. */
  undo: `drop+ dismiss+ withdraw+ close+ end+ lift+ repeal+ rescind+ scrap+ abandon+ overturn+ ease+ revoke+ strip+ conclude+ remove+
    unfreeze+ clear+ toss+ throw+_out quash+ void+ strike+_down annul+ shelve+ cancel+ pull+ yank+ axe+ cut+ halt+ suspend+ loosen+
    roll+_back waive+ nix+ kill+ terminate+ vacate+ reverse+ freeze+ stop+`,
  /** Refusals: negative for what would have been supportive. */
  refuse: `reject+ deny+ delay+ postpone+ push+_back veto+ vetoes vetoed vote+_down disapprove+ refuse+ extends_review extend+ block+ must_wait
    kill+ stall+ turn+_down turned_away rebuff+ punt+ defer+ shoot+_down sink+ torpedo+ fails_in fails_vote hold+_up suspend+ pause+
    stay+ spurn+`,
  /** Objects that restrict, for `undo`. */
  burden: `lawsuit lawsuits case cases charge charges probe probes investigation investigations inquiry sanctions ban bans suit suits action
    actions appeal penalty penalties enforcement warning warnings restriction restrictions guidance bulletin sab advisory supervision
    complaint bulletins tax_rule moratorium rule freeze limits requirement requirements tax taxes plan_to_tax plan_to_ban fine fines
    curbs cap levy crackdown claims conviction blacklist`,
  /** Objects that help, for `undo` and `refuse`. */
  benefit: `etf etfs etn etns etp etps application applications licence license licences licenses approval bid registration bill bills act
    listing trust fund funds exemption proposal petition request decision ruling reserve product review charter permit permits subsidy
    subsidies relief sandbox products authorisation authorization waiver break holiday perk`,
  /** Outcomes of courts. */
  win: `sides_with rules_for ruled_for rules_in_favor rules_in_favour defeats defeated beats beat prevails wins won win victory
    were_not_securities not_securities was_not_a_security not_a_security is_a_commodity no_charges without_action no_action not_security
    no_enforcement`,
  /** Firms and people of the industry that are acted on, when no coin is named. */
  /** People, whose words are not acts. */
  speaker: `senator official officials lawmaker congressman congresswoman chair chairman central_banker commissioner minister economist mayor`,
  firm: `exchange exchanges miner miners mining custodian custody lender broker platform issuer founder founders executive ceo trader traders
    firm mixer wallet app`,
  fundWord: `etf etfs etn etns etp etps exchange_traded_fund exchange_traded_funds futures_fund trust fund funds`,
  tax: `tax taxes taxed capital_gains`,
} as const;
