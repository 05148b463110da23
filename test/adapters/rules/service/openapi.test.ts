import { expect } from 'chai'
import { makeApp } from '../../../../adapters/rules/service/app.ts'
import { routes } from '../../../../adapters/rules/service/openapi.ts'
import { allowedBy, servedBy } from '../../../helpers/servedBy.ts'

describe('the operations of the rules service', () => {
  it('are all served, and no others are', () => {
    const metrics = { readyFrom: () => {} }
    const service = { limits: { bodyBytes: 1 }, now: () => 0, metrics }
    const app = makeApp({ service, publicUrl: 'https://rules.example' } as never)
    expect(servedBy(app)).to.have.members(allowedBy(routes))
  })
})
