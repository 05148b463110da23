import { expect } from 'chai'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { type Evidence, Proof } from '../../../../protocol/index.ts'
import { checkAttestation, checkOrigins } from '../../../../workers/sentinel/check/origins.ts'
import { NotCheckedError } from '../../../../workers/source/index.ts'

const claiming = (kind: Evidence.ProofKind) => ({
  items: sampleParts().evidence.items.map((item) => ({
    ...item,
    provenance: { ...item.provenance, kind, proof: { junk: true } },
  })),
})
const why = ({ notChecked }: Awaited<ReturnType<typeof checkOrigins>>) =>
  notChecked.map(({ code, leaf_index, message }) => `${code} ${leaf_index} ${message}`)

describe('checkOrigins', () => {
  it('a plain item claims nothing that could be checked', async () => {
    expect(await checkOrigins(claiming('none'), {})).to.deep.equal({ findings: [], notChecked: [] })
  })

  it('C147: names each item that nothing could check, with the reason', async () => {
    const [first] = why(await checkOrigins(claiming('zktls'), {}))
    expect(first).to.equal('UNVERIFIED_PROVENANCE 1 No verifier for proofs of kind zktls is at hand.')
    const lacking = { zktls: () => Promise.reject(new NotCheckedError('No attestor is known.')) }
    expect(why(await checkOrigins(claiming('zktls'), lacking))[0]).to.include('No attestor is known.')
  })

  it('a false proof is a finding, and one that holds is neither', async () => {
    const { findings, notChecked } = await checkOrigins(claiming('zktls'), {
      zktls: async () => 'It is junk.',
    })
    expect(findings[0]).to.deep.include({ code: 'BAD_PROVENANCE', leaf_index: 1, message: 'It is junk.' })
    expect(notChecked).to.deep.equal([])
    const holding = await checkOrigins(claiming('zktls'), { zktls: async () => null })
    expect(holding).to.deep.equal({ findings: [], notChecked: [] })
  })
})

describe('checkAttestation', () => {
  const proof = Proof.buildPorBundle(sampleParts())
  const attested = { bundle: { ...proof.bundle, tee_attestation: { format: 'other' } } }

  it('C33 C147: one that is there and has no verifier, or one that can’t tell, is not checked', async () => {
    expect(await checkAttestation(proof, undefined)).to.deep.equal({ findings: [], notChecked: [] })
    expect(why(await checkAttestation(attested, undefined))).to.deep.equal([
      'UNVERIFIED_ATTESTATION null No verifier for this attestation is at hand.',
    ])
    const lacking = () => Promise.reject(new NotCheckedError('No such format.'))
    expect(why(await checkAttestation(attested, lacking))[0]).to.include('No such format.')
  })

  it('C33: one that holds is nothing to tell, and a false one is a finding', async () => {
    expect(await checkAttestation(attested, async () => null)).to.deep.equal({ findings: [], notChecked: [] })
    const { findings } = await checkAttestation(attested, async () => 'Another root.')
    expect(findings[0]).to.include({ code: 'BAD_PROVENANCE', path: '/bundle/tee_attestation' })
  })
})
