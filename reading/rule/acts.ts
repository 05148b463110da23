/** What people, states and companies do, in titles of markets. */
export const acts = `
  abolish accept acquire admit adopt agree airdrop amend announce annex annul apologize appear appoint approve arrest
  assassinate attack attend audit authorize ban block blockade bomb boycott breach build buy call cancel capture charge claim
  collaborate collapse concede condemn confirm convict create cut declare declassify delay delete delist demand deny deploy
  deport destroy detain detonate disclose dissolve divorce donate elope end endorse enforce enter evacuate exploit expel extend
  extradite fire freeze gift give grant hack halt hire host hug impeach impose indict integrate intercept introduce invade invest
  investigate invite issue join kill launch leak leave legalize lift mandate marry meet merge mint negotiate nominate occupy
  oppose order oust overthrow overturn pardon participate partner pass pause permit propose protest provide publish purchase
  quit raid ratify rebrand receive recognize recognise refuel refuse regulate reinstate reject relaunch release remove rename
  reopen repeal replace request resign respond restart restore restrict resume retaliate retire retreat return reveal reverse
  revoke sanction seize sell send settle shoot sign sink split start steal stop strike subpoena sue supply support surrender
  suspend talk testify threaten unban unveil uphold veto violate visit warn wear withdraw`
