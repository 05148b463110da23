/** Accounts of the test mnemonic, beside the deployer, the DON's and the workers'. */
export const creator = 1
/** Whoever asks for what anybody may ask for. */
export const anybody = 2
/** Does the rounds again, and challenges what is wrong. */
export const sentinel = 3
export const bettors = { truth: 6, lie: 7 } as const
