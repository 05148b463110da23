import { expect } from 'chai'
import * as ModelReply from '../../../../workers/pipeline/text/ModelReply.ts'

describe('ModelReply', () => {
  it('S2-104: no schema of a reply has a place for a verdict', () => {
    for (const schema of Object.values(ModelReply.schemas)) {
      const given = JSON.stringify({ verdict: 'YES', outcome: 'YES', confidence: 1 })
      expect(ModelReply.read(schema, given)).to.equal(null)
    }
  })
})
