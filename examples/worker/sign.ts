import { encodePacked, type Hex, keccak256, parseUnits, stringToBytes, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

type Request = { market_id: number; question: string; deadline: number; context: string }
type Check = { observed_at: number; value: string; tier: number; result: 'YES' | 'NO' | 'INVALID' }
type Reply = {
  determination: boolean
  confidence: number
  evidence: string
  sources: string[]
  outcome?: Check['result']
  rule_check?: Check
  por?: { root: Hex; uri: string }
  citations?: Citation[]
}
type Citation = { url: string; quote: string }
type Challenged = {
  challenges: string[]
  market_id: number
  question: string
  determination: boolean
  request_id: Hex
  reproduce?: Citation[] | undefined
}

/** RFC 8785, for what the wire holds: texts, whole numbers, booleans, lists and objects. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** keccak256 as Ethereum has it; the SHA3-256 of most standard libraries is another function. */
export const hash = (value: unknown): Hex => keccak256(stringToBytes(canonical(value)))

/** The reply as it is hashed: confidence in basis points, and only the fields of the protocol. */
export function responseHash({ confidence, determination, evidence, sources, ...rest }: Reply): Hex {
  const { outcome, rule_check, por, citations } = rest
  return hash({
    determination,
    confidence_bps: Math.round(confidence * 10_000),
    evidence,
    sources,
    ...(outcome && { outcome }),
    ...(rule_check && { rule_check }),
    ...(por && { por }),
    ...(citations && { citations }),
  })
}

const votes = { YES: 1, NO: 2, INVALID: 3 }

/** 55 bytes: when, the value × 10^18, tier, result, root of the proof; 32 zero bytes where there is no check. */
export function checkHash({ rule_check, por }: Pick<Reply, 'rule_check' | 'por'>): Hex {
  if (rule_check === undefined) return zeroHash
  const { observed_at, value, tier, result } = rule_check
  return keccak256(
    encodePacked(
      ['uint40', 'int128', 'uint8', 'uint8', 'bytes32'],
      [observed_at, parseUnits(value, 18), tier, votes[result], por?.root ?? zeroHash],
    ),
  )
}

const types = {
  Attestation: [
    { name: 'marketId', type: 'uint256' },
    { name: 'agentId', type: 'uint256' },
    { name: 'round', type: 'uint32' },
    { name: 'phase', type: 'uint8' },
    { name: 'requestHash', type: 'bytes32' },
    { name: 'responseHash', type: 'bytes32' },
    { name: 'checkHash', type: 'bytes32' },
  ],
} as const

/** Whose answer it is: agents may share a wallet. */
type Agent = { agentId: number; key: Hex }

/** What a wallet is asked to sign. */
export function typedData(
  agentId: number,
  request: Request,
  phase: 1 | 2,
  hashes: { requestHash: Hex; responseHash: Hex; checkHash: Hex },
) {
  const { chain_id, market, round } = JSON.parse(request.context)
  const domain = { name: 'CREsolver', version: '1', chainId: chain_id, verifyingContract: market as Hex }
  const message = {
    marketId: BigInt(request.market_id),
    agentId: BigInt(agentId),
    round,
    phase,
    ...hashes,
  }
  return { domain, types, primaryType: 'Attestation' as const, message }
}

/** The attestation of an answer. Ask your own records first: never sign a second answer to this request. */
export async function attestAnswer({ agentId, key }: Agent, request: Request, reply: Reply) {
  const account = privateKeyToAccount(key)
  const hashes = {
    requestHash: hash(request),
    responseHash: responseHash(reply),
    checkHash: checkHash(reply),
  }
  const data = typedData(agentId, request, 1, hashes)
  return { signer: account.address, signature: await account.signTypedData(data) }
}

/** The attestation of a defence: phase 2, the hash of the challenge request, the hash of what is replied, no check. */
export async function attestDefence(
  { agentId, key }: Agent,
  request: Request,
  challenged: Challenged,
  defence: { responses: string[]; reproductions?: string },
) {
  const account = privateKeyToAccount(key)
  const hashes = { requestHash: hash(challenged), responseHash: hash(defence), checkHash: zeroHash }
  const data = typedData(agentId, request, 2, hashes)
  return { signer: account.address, signature: await account.signTypedData(data) }
}
