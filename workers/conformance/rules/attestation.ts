import { Address, Admission, Eip712, Wire } from '../../../protocol/index.ts'
import type { ConformanceRule } from '../ConformanceRule.ts'
import { type Probe, replyOf, type Subject } from '../Probe.ts'
import * as questions from '../questions.ts'
import { fail, pass, type RuleResult, skip } from '../RuleResult.ts'
import { countable } from './answer.ts'
import { defended } from './challenge.ts'

/** What a worker signs: for this market, this round, this request and this reply, and once only. */
type Signed = {
  subject: Subject
  read: Wire.Read<Wire.ResolveReply>
  attestation: Wire.Attestation
  agentId: number | null
}

async function signedReply(
  probe: Probe,
  subject: Subject,
  send: Probe['resolve'] = probe.resolve,
): Promise<Signed | null> {
  const read = Wire.readAnswer(replyOf(await send(subject.request)))
  const attestation = read.reply?.attestation
  return attestation === undefined ? null : { subject, read, attestation, agentId: await probe.agentId() }
}

/** The own question when there is one, because a careful worker signs only rounds that exist; else both of the kit's. */
const subjectsOf = (probe: Probe): readonly Subject[] =>
  probe.own === null ? [probe.manual, probe.auto] : [probe.own]

async function signedReplies(probe: Probe): Promise<Signed[]> {
  const all = await Promise.all(subjectsOf(probe).map((subject) => signedReply(probe, subject)))
  return all.filter((one): one is Signed => one !== null)
}

const none = skip(
  'The answer is not signed.',
  'Through a gateway an unsigned answer is excluded: name your --signer, and a round it has joined.',
)

const unnamed = skip(
  'It is not known which agent signs.',
  'Say `agent_id` at /health, or name the agent to the check: a signature holds for one agent.',
)

const termsOf = ({ asked, request, rule }: Subject): Admission.Terms => ({
  separator: Eip712.separator(Wire.domain(asked.chainId, asked.market)),
  marketId: asked.marketId,
  round: asked.round,
  requestHash: Wire.requestHash(request),
  rule,
  requireSignature: true,
})

/** Whether an answer counts as signed, for the subject it was given for or another one. */
function holds({ subject, read, attestation, agentId }: Signed, about: Subject = subject): boolean {
  if (agentId === null) return false
  const worker = { agentId, signer: Address.of(attestation.signer) }
  return Admission.admit(read, worker, termsOf(about)).answer !== null
}

const typedData =
  'Sign Attestation(marketId, agentId, round, phase, requestHash, responseHash, checkHash) in the domain of the chain and market ' +
  'that `context` names; docs/write-a-worker.md has a worked example.'

const both = (one: Signed, other: Signed): boolean =>
  Wire.responseHash(one.read.reply!) !== Wire.responseHash(other.read.reply!) && holds(one) && holds(other)

const onceOnly =
  'Keep what you signed by (chain, market, market id, agent, round, phase, request hash) and sign nothing else there: two such ' +
  'signatures cost the whole stake.'

export const attestation: readonly ConformanceRule[] = [
  {
    id: 'signed',
    title: 'the answer is signed',
    requirement: 'C3 Wire',
    severity: 'must',
    needs: [...countable, 'auto-answer'],
    async run(probe) {
      const signed = await signedReplies(probe)
      if (signed.length === subjectsOf(probe).length) return pass('The answer is signed.')
      return fail(
        'The answer is not signed.',
        'Add attestation {signer, signature}: through a gateway no other answer counts. A worker that signs only real rounds needs ' +
          '--question, --market-id and --round; one that never signs is held to --profile seed.',
      )
    },
  },
  {
    id: 'signer',
    title: 'the signer is the one that joined',
    requirement: 'C3 Wire',
    severity: 'must',
    needs: countable,
    async run(probe) {
      const { signer } = probe.options
      const signed = await signedReplies(probe)
      if (signed.length === 0) return none
      if (signer === null) return skip('No --signer is named to compare with.')
      const odd = signed.find(({ attestation }) => attestation.signer.toLowerCase() !== signer)
      if (odd === undefined) return pass(`Signed as ${signer}.`)
      return fail(
        `Signed as ${odd.attestation.signer}, not as ${signer}.`,
        "Sign with the key of the agent's wallet, or of its owner where it has none.",
      )
    },
  },
  {
    id: 'signature',
    title: 'the signature is of this agent, this request, this reply and this check',
    requirement: 'C3 Wire',
    severity: 'must',
    needs: countable,
    async run(probe) {
      const signed = await signedReplies(probe)
      if (signed.length === 0) return none
      if (signed[0]!.agentId === null) return unnamed
      const odd = signed.find((one) => !holds(one))
      if (odd === undefined) return pass(`It recovers to ${signed[0]!.attestation.signer}.`)
      return fail(`It does not recover to ${odd.attestation.signer} for this answer.`, typedData)
    },
  },
  {
    id: 'signature-round',
    title: 'another round is signed as that round',
    requirement: 'C3 Wire',
    severity: 'must',
    needs: [...countable, 'signature'],
    async run(probe) {
      const [first, second] = await Promise.all(
        [1, 2].map((round) => signedReply(probe, probe.imagine(30, questions.manual, round))),
      )
      if (!first || !second)
        return skip('Rounds of a market that does not exist are not signed, which is prudent.')
      if (!holds(second)) return fail('The signature of round 2 is not for round 2.', typedData)
      return holds(second, first.subject)
        ? fail('The signature of round 2 also passes for round 1.', typedData)
        : pass('Each round has its own signature.')
    },
  },
  {
    id: 'signs-once',
    title: 'a request gets one signed answer, also after another request for its round',
    requirement: 'Challenges kind 2',
    severity: 'must',
    needs: [...countable, 'same-again', 'signature'],
    async run(probe) {
      const subject = probe.imagine(31, questions.auto)
      const first = await signedReply(probe, subject)
      if (first === null)
        return skip('Rounds of a market that does not exist are not signed, which is prudent.')
      await probe.resolve(probe.imagine(31, questions.opposite).request)
      const again = await signedReply(probe, subject, (one) => probe.post('resolve', JSON.stringify(one)))
      if (again === null || !both(first, again)) return pass('Asked again, it signed nothing else.')
      return fail('Two different answers are signed for one request.', onceOnly)
    },
  },
  {
    id: 'unsigned-without-context',
    title: 'a request that names no chain and round is not signed',
    requirement: 'C3 C70',
    severity: 'should',
    needs: [...countable, 'minimal-request'],
    async run(probe) {
      const { market_id } = probe.imagine(10, questions.manual).request
      const { reply } = Wire.readAnswer(
        replyOf(await probe.resolve({ market_id, question: questions.plainQuestion })),
      )
      if (reply?.attestation === undefined) return pass('Answered without a signature.')
      return fail(
        'An answer is signed that could be for any round.',
        'Sign only what names the chain, market and round you joined.',
      )
    },
  },
  {
    id: 'defence-signed',
    title: 'who signs the answer signs its defence',
    requirement: 'C3 Wire',
    severity: 'must',
    needs: [...countable, ...defended],
    async run(probe) {
      const { subject, request } = await probe.defended()
      const answer = await signedReply(probe, subject)
      if (answer === null) return none
      const read = Wire.readDefence(replyOf(await probe.challenge(request)))
      if (read.reply?.attestation === undefined)
        return fail(
          'The defence is not signed.',
          'Sign it with phase 2, or it is dropped by a gateway round.',
        )
      if (answer.agentId === null) return unnamed
      const { signer } = answer.attestation
      const worker = { agentId: answer.agentId, signer: Address.of(signer) }
      return Admission.defend(read, worker, request, termsOf(subject)) === null
        ? fail(
            `It does not recover to ${signer} for this defence.`,
            'Sign phase 2, the hash of the challenge request, the hash of {responses}, and a zero checkHash.',
          )
        : pass(`It recovers to ${signer}.`)
    },
  },
  {
    id: 'defence-signed-once',
    title: 'a challenge gets one signed defence, also after another challenge of its round',
    requirement: 'Challenges kind 2',
    severity: 'must',
    needs: [...countable, ...defended, 'challenge-again', 'defence-signed'],
    run: twoDefences,
  },
]

async function twoDefences(probe: Probe): Promise<RuleResult> {
  const { subject, request } = await probe.defended()
  const first = Wire.readDefence(replyOf(await probe.challenge(request))).reply
  const agentId = await probe.agentId()
  if (first?.attestation === undefined || agentId === null) return none
  await probe.challenge({ ...request, challenges: request.challenges.slice(1) })
  const read = Wire.readDefence(replyOf(await probe.post('challenge', JSON.stringify(request))))
  const again = read.reply
  const isSigned =
    again?.attestation !== undefined &&
    Wire.defenceHash(again) !== Wire.defenceHash(first) &&
    Admission.defend(
      read,
      { agentId, signer: Address.of(again.attestation.signer) },
      request,
      termsOf(subject),
    ) !== null
  return isSigned
    ? fail('Two different defences are signed for one challenge.', onceOnly)
    : pass('Asked again, it signed nothing else.')
}
