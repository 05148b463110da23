import { expect } from 'chai'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { Proof } from '../../../../protocol/index.ts'
import { attestationOf, meansOf, trust } from '../../../../workers/source/provenance/trust.ts'

describe('whom an operator believes', () => {
  it('C147: nobody, where nothing is said: then nothing can be checked', () => {
    const nobody = trust.parse({})
    expect(meansOf(nobody)).to.deep.equal({ keys: [] })
    expect(attestationOf(nobody)).to.equal(undefined)
  })

  it('C147: attestors give a verifier of zkTLS, enclaves one of attestations', async () => {
    const attestors = [`0x${'11'.repeat(20)}`]
    expect(meansOf(trust.parse({ reclaim: { attestors } })).zktls).to.be.a('function')
    const verify = attestationOf(trust.parse({ nitro: { pcrs: { 0: ['1'.repeat(96)] } } }))!
    const { bundle } = Proof.buildPorBundle(sampleParts())
    const fault = await verify({ ...bundle, tee_attestation: { format: 'aws-nitro' } })
    expect(fault).to.equal('It is not an attestation of AWS Nitro.')
  })
})
