import { expect } from 'chai'
import { load } from '../../../../workers/pipeline/text/Prompts.ts'
import { readers } from '../../../../workers/pipeline/text/readers.ts'

describe('readers', () => {
  it('S2-113: are two, each with a prompt of its own', () => {
    const prompts = load()
    expect(readers).to.have.length(2)
    expect(new Set(readers.map((one) => prompts[one].hash)).size).to.equal(2)
  })
})
