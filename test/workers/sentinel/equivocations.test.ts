import { expect } from 'chai'
import { playRound, sampleKey, sampleRoundOf, signAnswer, signDefence } from '../../../local/samples/round.ts'
import { Wire } from '../../../protocol/index.ts'
import { findings, json, play, yes } from './rounds.ts'

describe('equivocations', () => {
  it('SPEC §2: two answers to one round: a strike', async () => {
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

  it('SPEC §2: two defences in one round: a strike', async () => {
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

  it('C77: two answers of a wallet that has two places prove nothing', async () => {
    const shared = sampleRoundOf(4)
    const round = {
      ...shared,
      workers: shared.workers.map((one) => ({ ...one, signer: shared.workers[0]!.signer })),
    }
    const { file } = await playRound(round, [yes, yes, yes, yes], { keyOf: () => sampleKey(0) })
    const reply = file.answers[2]!.reply as unknown as Wire.ResolveReply
    const second = await signAnswer(round, sampleKey(0), { ...reply, evidence: 'On second thoughts.' })
    const other = { index: 2, phase: 'resolve' as const, request_hash: null, reply: json(second) }
    expect(await findings({ ...file, other_replies: [other] })).to.deep.equal(['EQUIVOCATION 2 appeal'])
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
})
