import { expect } from 'chai'
import { Admission, Hash, Round, Vote, Wire } from '../../protocol/index.ts'
import { attest, attestDefence, manualQuestion, read, replyOf, roundOf, signerOf } from '../helpers/round.ts'

const seedReply = {
  determination: true,
  confidence: 0.82,
  evidence: 'Inflows and prices, with dates.',
  sources: ['https://example.com/a', 'https://example.com/b'],
}
const padded = (length: number) => 'x'.repeat(length)

describe('Admission', () => {
  const round = roundOf(3)
  const terms = Round.termsOf(round)
  const admit = (reply: unknown, i = 0, change: Partial<Admission.Terms> = {}) =>
    Admission.admit(read(reply), round.workers[i]!, { ...terms, ...change })

  it('counts a signed answer whose check holds', async () => {
    const { answer, vote } = admit(await attest(round, 0, replyOf('75000')))
    expect(vote).to.deep.equal({ outcome: 'YES', reason: null })
    expect(answer?.check).to.deep.include({ value: 75000n * 10n ** 18n, result: 'YES' })
  })

  it('INVALID needs no sample', async () => {
    expect(admit(await attest(round, 0, replyOf(null))).vote.outcome).to.equal('INVALID')
  })

  it('C3 error: an unsigned answer counts only where no gateway carried it', () => {
    expect(admit(replyOf('75000')).vote.reason).to.equal('unsigned')
    expect(admit(replyOf('75000'), 0, { requireSignature: false }).vote.outcome).to.equal('YES')
  })

  it('C3 error: another worker’s signature, or one over another answer, is none', async () => {
    const other = await attest(round, 1, replyOf('75000'))
    expect(admit(other, 0).vote.reason).to.equal('bad-signature')
    const signed = await attest(round, 0, replyOf('75000'))
    expect(admit({ ...signed, confidence: 0.94 }).vote.reason).to.equal('bad-signature')
    expect(admit({ ...signed, rule_check: { ...signed.rule_check, value: '75001' } }).vote.reason).to.equal(
      'bad-signature',
    )
  })

  it('SPEC §6 error: agents that share a wallet are told apart by what they sign', async () => {
    const signed = await attest(round, 0, replyOf('75000'))
    const twin = { ...round.workers[0]!, agentId: 9 }
    expect(Admission.admit(read(signed), round.workers[0]!, terms).vote.outcome).to.equal('YES')
    expect(Admission.admit(read(signed), twin, terms).vote.reason).to.equal('bad-signature')
    const request = Wire.toChallengeRequest(Wire.toResolveRequest(round), ['a'], { determination: true })
    const defence = Wire.readDefence(JSON.stringify(await attestDefence(round, 0, request, ['x'])))
    expect(Admission.defend(defence, round.workers[0]!, request, terms)).to.include({ answered: 1 })
    expect(Admission.defend(defence, twin, request, terms)).to.equal(null)
  })

  it('C142: four fields without a signature are plain, and nobody’s fault; with a check, a proof or citations they are unsigned', () => {
    expect(admit(seedReply).vote.reason).to.equal('plain')
    expect(admit({ ...seedReply, outcome: 'YES', note: 'kept by nobody' }).vote.reason).to.equal('plain')
    const { rule_check } = replyOf('75000')
    expect(admit({ ...seedReply, rule_check }).vote.reason).to.equal('unsigned')
    const por = { root: Hash.ofText('proof'), uri: 'https://worker.example/por' }
    expect(admit({ ...seedReply, por }).vote.reason).to.equal('unsigned')
    const citations = [{ url: seedReply.sources[0], quote: 'a quote of this page' }]
    expect(admit({ ...seedReply, citations }).vote.reason, 'SPEC §5').to.equal('unsigned')
  })

  it('C142: asked directly, a plain answer counts on a manual rule and lacks its check on an auto rule', () => {
    const direct = { requireSignature: false }
    expect(admit(seedReply, 0, direct).vote.reason).to.equal('no-check')
    expect(admit(seedReply, 0, { ...direct, rule: null }).vote.outcome).to.equal('YES')
  })

  it('error: an answer to another market, round or request is told from a forgery', async () => {
    const stale = await attest(round, 0, replyOf('75000'), {
      requestHash: Hash.asRequestHash(Hash.ofText('another round')),
    })
    expect(admit(stale).vote.reason).to.equal('wrong-market-or-round')
    const elsewhere = await attest(round, 0, replyOf('75000'), { chainId: 1 })
    expect(admit(elsewhere).vote.reason).to.equal('bad-signature')
  })

  it('error: on an auto rule a check is needed, and it must hold', async () => {
    const { rule_check, ...without } = replyOf('75000')
    const vote = async (reply: Wire.ResolveReply) => admit(await attest(round, 0, reply)).vote.reason
    expect(await vote(without)).to.equal('no-check')
    const check = (change: object) => replyOf('75000', { rule_check: { ...rule_check!, ...change } })
    expect(await vote(check({ value: '74999.99' }))).to.equal('false-check')
    expect(await vote(check({ observed_at: round.deadline - 1 }))).to.equal('false-check')
    expect(await vote(check({ observed_at: round.deadline + 3_901 }))).to.equal('false-check')
    expect(await vote(check({ result: 'NO' }))).to.equal('false-check')
    expect(await vote(check({ observed_at: round.deadline + 3_900 }))).to.equal(null)
  })

  it('on a manual rule the outcome alone counts', async () => {
    const manual = roundOf(1, { question: manualQuestion })
    const reply = await attest(manual, 0, seedReply)
    const { vote } = Admission.admit(read(reply), manual.workers[0]!, Round.termsOf(manual))
    expect(vote.outcome).to.equal('YES')
  })

  it('SPEC §6: what a defence found is read with it, signed with it, and null where it says nothing', async () => {
    const request = Wire.toChallengeRequest(Wire.toResolveRequest(round), [], { determination: true }, [
      { url: 'https://a.example/', quote: 'a quote of this page' },
    ])
    const defend = (reply: Wire.ChallengeReply) =>
      Admission.defend(Wire.readDefence(JSON.stringify(reply)), round.workers[0]!, request, terms)
    const found = await attestDefence(round, 0, request, [], 'p')
    expect(defend(found)!.reproductions).to.equal('p')
    expect(defend(await attestDefence(round, 0, request, []))!.reproductions).to.equal(null)
    expect(defend({ ...found, reproductions: 'f' }), 'another word than was signed').to.equal(null)
  })

  it('S1-14 S1-34 C74: a defence is cut to what was asked, and what is missing or too long is unanswered', async () => {
    const request = Wire.toChallengeRequest(Wire.toResolveRequest(round), ['a', 'b', 'c'], {
      determination: true,
    })
    const defend = async (responses: string[]) => {
      const reply = await attestDefence(round, 0, request, responses)
      return Admission.defend(Wire.readDefence(JSON.stringify(reply)), round.workers[0]!, request, terms)
    }
    expect(await defend(['x', 'y', 'z'])).to.include({ asked: 3, answered: 3 })
    expect(await defend(['x', 'y', 'z', 'more'])).to.include({ asked: 3, answered: 3 })
    expect(await defend(['x'])).to.include({ asked: 3, answered: 1 })
    expect(await defend(['x', ' ', padded(513)])).to.include({ asked: 3, answered: 1 })
    expect(await defend([padded(512), padded(512), padded(512)])).to.include({ answered: 3 })
  })

  it('C74: a defence that cannot be read or is not signed is no defence, and nothing worse', async () => {
    const request = Wire.toChallengeRequest(Wire.toResolveRequest(round), ['a'], { determination: true })
    const defend = (body: string, i = 0) =>
      Admission.defend(Wire.readDefence(body), round.workers[i]!, request, terms)
    expect(defend('{')).to.equal(null)
    expect(defend('{"responses":"x"}')).to.equal(null)
    expect(defend('{"responses":["x"]}')).to.equal(null)
    expect(defend(JSON.stringify({ responses: [padded(2_000)] }))).to.equal(null)
    const signed = await attestDefence(round, 0, request, ['x'])
    expect(defend(JSON.stringify(signed), 1)).to.equal(null)
    expect(defend(JSON.stringify(signed), 0)).to.include({ answered: 1 })
  })

  it('S1-29: what could not be read keeps its reason, and says why', () => {
    const said = Admission.admit(Wire.readAnswer('{'), round.workers[0]!, terms)
    expect(said.answer).to.equal(null)
    expect(said.vote.reason).to.equal('malformed')
    expect(said.detail).to.not.equal('')
    const late = { reply: null, reason: 'late', detail: 'after 10 s' } as const
    expect(Admission.admit(late, round.workers[0]!, terms)).to.deep.equal({
      answer: null,
      vote: Vote.none('late'),
      detail: 'after 10 s',
    })
  })

  it('names the worker whose signature is missing', () => {
    expect(admit(replyOf('75000')).detail).to.equal(`not signed by ${signerOf(0)} for this request`)
  })

  it('an answer that was read keeps its hash and signature even where its vote does not count', async () => {
    const signed = await attest(round, 0, replyOf('74999', { determination: true, outcome: 'YES' }))
    const { answer, vote } = admit(signed)
    expect(vote.reason).to.equal('false-check')
    expect(answer).to.include({
      signature: signed.attestation.signature,
      responseHash: Wire.responseHash(signed),
    })
  })

  it('C3: only a signed answer to something else shows a worker’s fault without asking it', () => {
    const excluded = (reason: Vote.Reason) => Admission.isHearsay({ answer: null, vote: Vote.none(reason) })
    const reasons = ['silent', 'late', 'malformed', 'oversized', 'unsigned', 'bad-signature'] as const
    for (const reason of reasons) expect(excluded(reason), reason).to.equal(true)
    expect(excluded('wrong-market-or-round')).to.equal(false)
    expect(Admission.isHearsay({ answer: {}, vote: Vote.none('false-check') })).to.equal(false)
  })

  it('C3: who was not asked directly is reported as left out, or as altered where something came', () => {
    const reported = (reason: Vote.Reason) => Admission.unprobed(Vote.none(reason)).reason
    const altered = [
      'malformed',
      'oversized',
      'unsigned',
      'bad-signature',
      'gateway-altered',
      'plain',
    ] as const
    for (const reason of altered) expect(reported(reason), reason).to.equal('gateway-altered')
    for (const reason of ['silent', 'late', 'http-error', 'omitted-unprobed'] as const)
      expect(reported(reason), reason).to.equal('omitted-unprobed')
    expect(Vote.isFault(reported('silent')!)).to.equal(false)
    expect(Admission.unprobed(Vote.cast('YES')).reason).to.equal('omitted-unprobed')
  })

  it('SPEC §7: who is not ready stays so while nobody can be, and is left out later', () => {
    const unready = Vote.none('not-ready')
    expect(Admission.isHearsay({ answer: null, vote: unready })).to.equal(true)
    expect(Admission.unprobed(unready, { isEarly: true })).to.deep.equal(unready)
    expect(Admission.unprobed(unready).reason).to.equal('omitted-unprobed')
    expect(Admission.unprobed(Vote.none('silent'), { isEarly: true }).reason).to.equal('omitted-unprobed')
  })

  it('a defence to other challenges is none, and an unsigned one counts where no gateway carried it', async () => {
    const ask = (...challenges: string[]) =>
      Wire.toChallengeRequest(Wire.toResolveRequest(round), challenges, { determination: true })
    const signed = await attestDefence(round, 0, ask('a'), ['x'])
    const reply = Wire.readDefence(JSON.stringify(signed))
    expect(Admission.defend(reply, round.workers[0]!, ask('b'), terms)).to.equal(null)
    expect(Admission.defend(reply, round.workers[0]!, ask('a'), { ...terms, round: 2 })).to.equal(null)
    const unsigned = Wire.readDefence('{"responses":["x","y"]}')
    const direct = Admission.defend(unsigned, round.workers[0]!, ask('a', 'b', 'c'), {
      ...terms,
      requireSignature: false,
    })
    expect(direct).to.deep.include({ signature: null, answered: 2, responses: ['x', 'y', null] })
  })
})
