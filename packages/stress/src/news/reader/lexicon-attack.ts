/**
 * Words of attacks, their loot and their culprits. `_` joins the words of a phrase, a final `*` matches any ending, `+`
 * after the first word all forms of a verb.
 */

/** Phrases by tag, separated by spaces. */
export const ATTACK_WORDS = {
  /** Means an attack by itself. */
  attack: `hack+ exploit+ breach+ compromise+ hijack+ hijackers cyberattack* cyber_attack* cyberheist heist heists theft thefts rob+ robbery
    loot+ plunder+ pillage+ burgle+ rug_pull* rugpull* rugged pull+_the_rug phish* drain+ drainer siphon* syphon* 51%_attack
    double_spend* double_spent reorg* steal+ swindle* rekt infiltrate+ sim_swap* sim_swapped attack attacks attacked ransack+ swipe+
    swept defraud+ embezzle* misappropriate+ pilfer* fleece+ pwned infected tamper+ abuse+ manipulate+ manipulation trick+ dupe+
    reentrancy security_incident cyber_thieves cyber_criminals cyberthieves poisoned poisoning malware backdoor* injected cyber_incident
    intrusion skim+ filch* broken_into broke_into break_in break_ins clean+_out makes_away_with made_away_with raid_on_wallets ransacked
    cyberthief con+_out scammed extorted impersonat* lazarus_strikes`,
  /** Means one with an asset in the same clause. */
  loss: `missing vanish+ disappear+ emptied empty+ leak+ leakage make+_off walk+_off run+_off walk+_away_with gone taken_over hijacking
    unauthorised unauthorized abnormal_withdrawal abnormal_withdrawals abnormal_outflows counterfeit forge+ abscond+ pocket+ exposed
    sweep+ wrong_hands out_the_door dark_web bled_of bleeding bled cleaned flee+ fled stripped_of purloined spirited_away whisked nabbed
    nab+ snatch+ seized_control raided took_control takes_control gained_control gains_control spoofed illicit* hoovered evaporate+
    disclosed_online`,
  /** Means one with an attacker or a cause in the sentence. */
  taken: `take+ grab+ pull+ moved net+ lift+ slip+_out hand+ pays_out sold_by escape+ mint+ walk+ bleed+ left holds serve+ sell+ swap+ crash
    borrow+ hole make+ made cash+_out bag+ get+ send+ transfer+ withdraw+ dump+ extract+ harvest+ trick+ print+ redirect+ divert+
    liquidate+`,
  /** Losing needs a cause. */
  lose: `lose+ loss losses cost+ out_of`,
  /** Unauthorised minting. */
  mint: `mint+ unauthorised_minting infinite_mint print+`,
  unbacked: `thin_air nothing unbacked counterfeit fake forged unauthorised unauthorized out_of_nowhere illicit* malicious* wrong bug
    supply_doubled`,
  cause: `bug flaw glitch vulnerability exploit attack attacker attackers hack hacker hackers thief thieves theft key keys leak reentrancy
    manipulation compromised scam scammers breach overflow insider insiders flash_loan oracle wrong_address unauthorised unauthorized
    malware phishing transfer drain drained stolen misconfiguration`,
  attacker: `hacker hackers attacker attackers thief thieves exploiter exploiters intruder intruders scammer scammers cybercriminals
    cyber_criminals insider insiders rogue criminals crooks culprit perpetrator* bandits lazarus fraudsters`,
  asset: `funds fund money wallet wallets vault vaults pool pools key keys treasury bridge bridges multisig balances balance tokens token
    coins coin asset assets collateral data passwords credentials account accounts address addresses stablecoin stablecoins ether
    ethereum bitcoin btc eth nft nfts contract contracts liquidity deposits deposit savings million billion users user customers clients
    reserves crypto cryptocurrency usdc usdt usdt0 names ledger front_end frontend website domain dns site app supply payout payouts
    rewards earnings withdrawal withdrawals transfer transfers router protocol node nodes oracle package registrar holders validators
    private_key hot_wallet cold_wallet`,
  /** Objects of the same verbs in the language of markets and sport. */
  idiom: `market_share share the_show of_sleep sleep scenes show spotlight shorts longs short_sellers support resistance weakness strength
    gains momentum attention headlines level levels dominance limelight crown volume demand order_books order_book thunder march
    appetite enthusiasm highs lows all_time_high record hearts trend bulls bears rally volatility opportunity opportunities loophole
    liquidity_from`,
  /** Things that are only suspicious so far. */
  odd: `suspicious unusual odd oddly strange strangely abnormal anomal* irregular unexplained`,
  movement: `outflow outflows transaction transactions activity withdrawal withdrawals transfer transfers liquidations liquidation behaving
    behaviour behavior movement movements balances minting`,
  halt: `halts halted halt pauses paused pause suspends suspended suspend freezes froze freeze stops stopped goes_dark went_dark offline`,
} as const;
