import { Address, Admission, Eip712, Round, Wire } from '../../../protocol/index.ts'
import { chainId, fakeChain, jsonOf, makeAgent, market, type Options, roundView, signer } from './agents.ts'

export const address = Address.of(signer.address)
export const separator = Eip712.separator(Wire.domain(chainId, market))

/** An agent with a key and a chain on which it has joined market 7. */
export async function joined(options: Options = {}) {
  const chain = fakeChain()
  // A signer of its own for each agent would hide what one signer says twice; markets keep the tests apart instead.
  const made = await makeAgent({ ...options, agent: { chain, signer, ...options.agent } })
  const marketId = made.agent.agentId
  const view = roundView(made.agent.agentId, { marketId })
  chain.rounds.set(marketId, view)
  const request = Wire.toResolveRequest(view)
  const signatures = () =>
    made.agent.store.query<{ phase: string; response_hash: string; request_hash: string }>(
      'select phase, response_hash, request_hash from signatures where market_id = $1 order by phase, round',
      [marketId],
    )
  return { ...made, chain, marketId, view, request, signatures }
}

export const admitted = (text: string, view: ReturnType<typeof roundView>) => {
  const [worker] = view.workers
  return Admission.admit(Wire.readAnswer(text), worker!, { ...Round.termsOf(view), rule: null })
}

export const isSigned = async (response: Response) =>
  'attestation' in ((await jsonOf(response)) as Record<string, unknown>)
