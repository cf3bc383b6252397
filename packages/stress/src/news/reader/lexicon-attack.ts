/** Words of attacks, of what they take, and of those who commit them. `_` joins the words of a phrase, a final `*` stands for any ending. */

/** Phrases by tag, separated by spaces. */
export const ATTACK_WORDS = {
  /** Says by itself that something was attacked. */
  attack: `hack hacks hacked hacking exploit exploits exploited exploiting breach breaches breached compromise compromises compromised
    hijack* cyberattack* cyber_attack* cyberheist heist heists theft thefts robbed robs robbing robbery loot looted looting loots
    plunder* pillaged burgled rug_pull* rugpull* rugged phished phishing phishes drain drains drained draining siphon* syphon*
    51%_attack double_spend* double_spent reorg* stolen steal steals stole stealing swindle* rekt infiltrat* sim_swap*
    attack attacks attacked drainer ransacked swipe swiped swipes swept defrauds embezzl* misappropriat* pilfer* fleeced raided
    pwned infected tampered abused abuses abuse manipulates tricked tricks reentrancy security_incident
    cyber_thieves cyber_criminals cyberthieves poisoned malware backdoor* injected cyber_incident intrusion extorted skimmed phish filch*`,
  /** Says it of an asset in the same clause. */
  loss: `missing vanish* disappear* emptied empties empty emptying leak leaks leaked leaking leakage makes_off make_off made_off walk_off
    walks_off walked_off run_off runs_off gone taken_over unauthorised unauthorized abnormal_withdrawal abnormal_withdrawals counterfeit
    forged absconds absconded pocketed pockets exposed walks_away_with abnormal_outflows hijacking`,
  /** Says it where a sentence names an attacker or a cause, too. */
  taken: `takes took taken taking grabs grabbed grab pulls pulled pull moved nets netted lifts slips_out slipped_out hands pays_out sold_by
    raided forges escapes siphoning mints minted walks bleeds left holds serves sells sold swaps crash borrows hole`,
  /** Losing says nothing without a cause. */
  lose: `lose loses lost losing loss losses out_of`,
  /** Coins out of nothing. */
  mint: `mint mints minted minting unauthorised_minting infinite_mint`,
  unbacked: `thin_air nothing unbacked counterfeit fake forged unauthorised unauthorized out_of_nowhere illicit* malicious* wrong bug
    supply_doubled`,
  cause: `bug flaw glitch vulnerability exploit attack attacker attackers hack hacker hackers thief thieves theft key keys leak reentrancy
    manipulation compromised scam scammers breach overflow insider insiders flash_loan oracle wrong_address unauthorised unauthorized
    malware phishing transfer drain drained stolen misconfiguration`,
  attacker: `hacker hackers attacker attackers thief thieves exploiter exploiters intruder intruders scammer scammers cybercriminals
    cyber_criminals insider insiders rogue criminals crooks culprit perpetrator* bandits lazarus`,
  asset: `funds fund money wallet wallets vault vaults pool pools key keys treasury bridge bridges multisig balances balance tokens token
    coins coin asset assets collateral data passwords credentials account accounts stablecoin stablecoins ether ethereum bitcoin btc eth
    nft nfts contract contracts liquidity deposits deposit savings million billion users user customers clients reserves crypto
    cryptocurrency usdc usdt usdt0 names ledger front_end frontend website domain dns site app supply withdrawal withdrawals
    transfer transfers router protocol node nodes oracle package registrar holders validators private_key hot_wallet cold_wallet`,
  /** Objects of the same verbs in the language of markets and sport. */
  idiom: `market_share share the_show show spotlight shorts longs short_sellers support resistance weakness strength gains momentum
    attention headlines level levels dominance limelight crown volume demand order_books order_book thunder march appetite
    enthusiasm highs lows all_time_high record hearts trend bulls bears rally volatility opportunity opportunities loophole liquidity_from`,
  /** Things that only look odd so far. */
  odd: `suspicious unusual odd oddly strange strangely abnormal anomal* irregular unexplained`,
  movement: `outflow outflows transaction transactions activity withdrawal withdrawals transfer transfers liquidations liquidation
    behaving behaviour behavior movement movements balances minting`,
  halt: `halts halted halt pauses paused pause suspends suspended suspend freezes froze freeze stops stopped goes_dark went_dark offline`,
} as const;
