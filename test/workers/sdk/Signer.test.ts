import { inspect } from 'node:util'
import { expect } from 'chai'
import { InvalidKeyError, signerOf } from '../../../workers/sdk/Signer.ts'
import { key, signer } from './workers.ts'

describe('signerOf', () => {
  it('takes a key with and without 0x, in either case, with white space around it', () => {
    for (const text of [key, key.slice(2), key.toUpperCase().replace('0X', '0x'), ` ${key}\n`])
      expect(signerOf(text).address).to.equal(signer.address)
  })

  it('shows its key nowhere', () => {
    const shown = [inspect(signer, { depth: 9, showHidden: true }), JSON.stringify(signer), String(signer)]
    for (const text of shown) expect(text.toLowerCase()).to.not.include(key.slice(4, 40))
  })

  it('error: what is not a key, without repeating it', () => {
    for (const text of ['', '0x', key.slice(0, -2), `${key}00`, 'secret words', `0x${'00'.repeat(32)}`]) {
      let error: unknown
      try {
        signerOf(text)
      } catch (caught) {
        error = caught
      }
      expect(error, text).to.be.instanceOf(InvalidKeyError)
      if (text.length > 2) expect(inspect(error)).to.not.include(text)
    }
  })
})
