import { knownNames } from './knownNames.ts'

/** Who writes prices and answers to chains, as a rule may name them for its source. */
export const knownOracles = knownNames(`
chain.link: chainlink | chainlink data streams
pyth.network: pyth | pyth network
redstone.finance: redstone
api3.org: api3
bandprotocol.com: band protocol
chroniclelabs.org: chronicle protocol
switchboard.xyz: switchboard oracle
`)
