import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import type { Attestation } from '../../../../adapters/participant/attested/Attestation.ts'
import { testAccount } from '../../../../cli/chain/account.ts'
import * as check from '../../../../cli/commands/participant/check.ts'
import { Address, Approval, type Bytes, type Hash } from '../../../../protocol/index.ts'
import { fundId, type Mined, mine, portsOf, scope } from '../../../adapters/participant/helpers.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'

const participant = commandsOf('participant', check.register)
const accounts = [1, 2].map((n) => privateKeyToAccount(`0x${String(n).repeat(64)}`))
const now = 1_000_000

describe('cresolver participant check', () => {
  let mined: Mined
  before(async () => {
    const reply = { status: 200, headers: {}, body: '{"price":7}', retrievedAt: now, method: 'GET' as const }
    mined = await mine('https://example.org/price', portsOf({ now: () => now, fetch: async () => reply }))
  })

  type Signs = Pick<(typeof accounts)[number], 'address'> & {
    sign?: ((parameters: { hash: Bytes.Hex }) => Promise<Bytes.Hex>) | undefined
  }
  async function attest(account: Signs, more: Partial<Attestation> = {}): Promise<Attestation> {
    const verifier = Address.of(account.address)
    const approval: Approval.Approval = {
      ...{ subjectType: 'CLAIM', subjectHash: mined.claimHash as Hash.Hash, fundId, epochId: 1 },
      ...{ verifier, expiresAt: now + 900, nonce: 1 },
    }
    const signature = (await account.sign!({ hash: Approval.digest(approval) })).toLowerCase()
    return { verifier, expiresAt: approval.expiresAt, nonce: 1, signature, ...more }
  }
  const inputOf = (attestations: readonly Attestation[]) =>
    JSON.stringify({ claim: mined.claim, attestations })
  const weights = accounts.map(({ address }, i) => `--weight ${address}=${6_000 - 2_000 * i}`).join(' ')

  it('S3-42: adds up the given weights; the exit code says whether they are enough', async () => {
    const input = inputOf(await Promise.all(accounts.map((one) => attest(one))))
    const met = await participant.call(`check ${weights} --at ${now} --json`, { input })
    expect(met.status).to.equal(0)
    expect(met.lines()[0]).to.include({ isMet: true, weight: 10_000, threshold: 10_000 })
    const unmet = await participant.call(`check ${weights} --at ${now} --threshold 10001 --json`, { input })
    expect(unmet.status).to.equal(1)
    expect(unmet.lines()[0]).to.include({ isMet: false, weight: 10_000 })
  })

  it('C82: what has expired by now does not count, unless another time is asked about', async () => {
    const input = inputOf([await attest(accounts[0]!)])
    const words = `check ${weights} --threshold 1 --json`
    const late = await participant.call(words, { input })
    expect(late.status).to.equal(1)
    expect(late.lines()[0].refused[0].reason).to.equal('expired')
    expect((await participant.call(`${words} --at ${now + 900}`, { input })).status).to.equal(0)
  })

  it('--fund, --room and --epoch belong together, and a claim of another epoch counts nothing', async () => {
    const input = inputOf([await attest(accounts[0]!)])
    const words = `check ${weights} --threshold 1 --at ${now} --fund ${fundId} --room ${scope.roomId}`
    expect((await participant.call(`${words} --epoch 1`, { input })).status).to.equal(0)
    const other = await participant.call(`${words} --epoch 2 --json`, { input })
    expect(other.lines()[0].refused[0].reason).to.equal('out-of-scope')
    const { status, message } = await participant.refusal(words, { input })
    expect(status).to.equal(2)
    expect(message).to.include('--fund, --room and --epoch together')
  })

  it('error: a weight that is none, a number that is none, and a file that is not an attested claim', async () => {
    for (const weight of ['0x12=1', `${accounts[0]!.address}=many`, accounts[0]!.address]) {
      const { status, message } = await participant.refusal(`check --weight ${weight}`, { input: '{}' })
      expect(status, weight).to.equal(2)
      expect(message).to.include(weight)
    }
    expect(await participant.refusal('check --threshold 1.5', { input: '{}' })).to.include({ status: 2 })
    const { status, message } = await participant.refusal(`check ${weights}`, { input: '{"claim":1}' })
    expect(status).to.equal(2)
    expect(message).to.include('This is not a claim with its attestations.')
  })

  describe('with the weights of the chain', () => {
    const here = onChain()

    it('an agent without a record counts what --newcomer says; with one, its factor; a stranger nothing', async () => {
      // Agent 0 is account 2's; it signs as its wallet.
      const own = await attest(testAccount(2), { agentId: 0 })
      const stranger = await attest(accounts[0]!, { agentId: 0 })
      const input = inputOf([own, stranger])
      const weightOf = async (more: string) => {
        const words = `check --at ${now} --threshold 1 --json ${more} ${here().words}`
        const [{ weight, refused }] = (await participant.call(words, { input })).lines()
        expect(refused.at(-1)).to.deep.equal({ verifier: stranger.verifier, reason: 'no-weight' })
        return weight
      }
      expect(await weightOf('')).to.equal(0)
      expect(await weightOf('--newcomer 123')).to.equal(123)
      await here().marketIn('settled')
      expect(await weightOf('--newcomer 123')).to.equal(3_363)
    })
  })
})
