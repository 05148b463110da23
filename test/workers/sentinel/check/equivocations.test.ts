import { expect } from 'chai'
import {
  playRound,
  sampleKey,
  sampleRoundOf,
  signAnswer,
  signDefence,
} from '../../../../local/samples/round.ts'
import { type Json, Wire } from '../../../../protocol/index.ts'
import { equivocations } from '../../../../workers/sentinel/check/equivocations.ts'
import { caseOf, findings, json, play, yes } from '../rounds.ts'

describe('equivocations', () => {
  it('SPEC §2: two answers to one request: a strike', async () => {
    const round = sampleRoundOf(4)
    const { file } = await play()
    const reply = file.answers[2]!.reply as unknown as Wire.ResolveReply
    const second = await signAnswer(round, sampleKey(2), { ...reply, evidence: 'On second thoughts.' })
    const other = { index: 2, phase: 'resolve' as const, request_hash: null, reply: json(second) }
    expect(await findings({ ...file, other_replies: [other] })).to.deep.equal(['EQUIVOCATION 2 2'])
    const again = { ...other, reply: file.answers[2]!.reply }
    expect(await findings({ ...file, other_replies: [again] }), 'the same twice').to.deep.equal([])
    const forged = { ...other, index: 1 }
    expect(await findings({ ...file, other_replies: [forged] })).to.deep.equal(['BAD_SIGNATURE 1 none'])
    expect(await findings({ ...file, other_replies: [{ ...other, reply: 7 }] })).to.deep.equal([
      'BAD_SIGNATURE 2 none',
    ])
  })

  it('SPEC §2: two defences against one challenge: a strike', async () => {
    const round = sampleRoundOf(4)
    const { file, rebuilt } = await play()
    const request = rebuilt.requests[1]!
    const second = await signDefence(round, sampleKey(1), request, ['No.', 'No.', 'No.'])
    const other = { index: 1, phase: 'challenge' as const, request_hash: null, reply: json(second) }
    expect(await findings({ ...file, other_replies: [other] })).to.deep.equal(['EQUIVOCATION 1 2'])
    const named = { ...other, request_hash: Wire.requestHash(request) }
    expect(await findings({ ...file, other_replies: [named] })).to.deep.equal(['EQUIVOCATION 1 2'])
    const unasked = { ...other, index: 3 }
    expect(await findings({ ...file, other_replies: [unasked] })).to.deep.equal(['BAD_SIGNATURE 3 none'])
  })

  it('A13: two answers to two requests prove nothing: anyone may ask a worker anything', async () => {
    const round = sampleRoundOf(4)
    const { file } = await play()
    const reply = file.answers[2]!.reply as unknown as Wire.ResolveReply
    const asked = { ...round, question: 'Will it rain?' }
    const sign = async (evidence: string) => ({
      index: 2,
      phase: 'resolve' as const,
      request_hash: Wire.requestHash(Wire.toResolveRequest(asked)),
      reply: json(await signAnswer(asked, sampleKey(2), { ...reply, evidence })),
    })
    expect(await findings({ ...file, other_replies: [await sign('It will.')] })).to.deep.equal([])
    const twice = [await sign('It will.'), await sign('It will not.')]
    expect(await findings({ ...file, other_replies: twice }), 'but two to that one do').to.deep.equal([
      'EQUIVOCATION 2 2',
    ])
  })

  it('C77: agents that share a wallet are told apart: each answers for what it signed itself', async () => {
    const shared = sampleRoundOf(4)
    const { signer } = shared.workers[0]!
    const round = { ...shared, workers: shared.workers.map((one) => ({ ...one, signer })) }
    const { file } = await playRound(round, [yes, yes, yes, yes], { keyOf: () => sampleKey(0) })
    const reply = file.answers[2]!.reply as unknown as Wire.ResolveReply
    const second = { ...reply, evidence: 'On second thoughts.' }
    const by = async (agentId: number) => ({
      index: 2,
      phase: 'resolve' as const,
      request_hash: null,
      reply: json(await signAnswer(round, sampleKey(0), second, agentId)),
    })
    const { agentId } = round.workers[2]!
    expect(await findings({ ...file, other_replies: [await by(agentId)] })).to.deep.equal([
      'EQUIVOCATION 2 2',
    ])
    expect(await findings({ ...file, other_replies: [await by(agentId + 1)] })).to.deep.equal([
      'BAD_SIGNATURE 2 none',
    ])
    expect(
      await findings({ ...file, other_replies: [{ ...(await by(agentId)), reply: file.answers[1]!.reply }] }),
    ).to.deep.equal(['BAD_SIGNATURE 2 none'])
  })

  it('SPEC §2: without a vote there is nothing to strike', async () => {
    const round = sampleRoundOf(4)
    const silent = await play([yes, yes, yes, 'silent'])
    const first = silent.file.answers[0]!.reply as unknown as Wire.ResolveReply
    const sign = async (evidence: string) => ({
      index: 3,
      phase: 'resolve' as const,
      request_hash: null,
      reply: json(await signAnswer(round, sampleKey(3), { ...first, evidence })),
    })
    const others = [await sign('One.'), await sign('Other.')]
    expect(await findings({ ...silent.file, other_replies: others })).to.deep.equal(['EQUIVOCATION 3 none'])
  })

  it('says what is wrong with a reply that proves nothing', async () => {
    const { file } = await play()
    const message = (index: number, phase: 'resolve' | 'challenge', reply: Json.Json) =>
      equivocations(caseOf({ ...file, other_replies: [{ index, phase, request_hash: null, reply }] }))[0]!
        .finding.message
    expect(message(0, 'resolve', 7)).to.match(/^The reply can't be read: /)
    const { attestation: _, ...unsigned } = file.answers[0]!.reply as { attestation?: Json.Json }
    expect(message(0, 'resolve', unsigned as Json.Json)).to.equal(
      `${file.workers[0]!.signer} did not sign it for agent ${file.workers[0]!.agent_id} in this round.`,
    )
    expect(message(3, 'challenge', file.defences[0]!.reply)).to.equal(
      'The worker was not challenged, and no other request is named.',
    )
  })

  it('a third statement is held against what was said before it, and named with both hashes', async () => {
    const round = sampleRoundOf(4)
    const { file } = await play()
    const reply = file.answers[2]!.reply as unknown as Wire.ResolveReply
    const others = await Promise.all(
      ['Second.', 'Third.'].map(async (evidence) => ({
        index: 2,
        phase: 'resolve' as const,
        request_hash: null,
        reply: json(await signAnswer(round, sampleKey(2), { ...reply, evidence })),
      })),
    )
    const found = equivocations(caseOf({ ...file, other_replies: others }))
    expect(found.map(({ finding }) => finding.path)).to.deep.equal(['/other_replies/0', '/other_replies/1'])
    const own = Wire.responseHash(reply)
    expect(found[0]!.finding.message).to.match(
      new RegExp(`^It signed ${own} and 0x\\w{64} for one resolve request`),
    )
    expect(found[0]!.bundle).to.include({ kind: 2, worker_index: 2 })
  })
})
