import { expect } from 'chai'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { Proof } from '../../../../protocol/index.ts'
import { attestationsBy } from '../../../../workers/source/provenance/attestations.ts'

const { bundle } = Proof.buildPorBundle(sampleParts())

describe('attestationsBy', () => {
  const verify = attestationsBy({ mine: async ({ por_root }) => `seen ${por_root}` })

  it('C147: hands an attestation to the verifier of its format, with the whole bundle', async () => {
    expect(await verify({ ...bundle, tee_attestation: { format: 'mine' } })).to.equal(
      `seen ${bundle.por_root}`,
    )
  })

  it('C147: can’t tell of another format, or of none, even where it is a name of JavaScript', async () => {
    for (const tee_attestation of [
      { format: 'other' },
      { format: 'constructor' },
      { quote: '0x' },
      'text',
      7,
    ]) {
      const error = await verify({ ...bundle, tee_attestation }).catch((error: Error) => error)
      expect(error).to.have.property('name', 'Provenance.NotCheckedError')
    }
  })
})
