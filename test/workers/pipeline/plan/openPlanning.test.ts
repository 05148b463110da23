import { expect } from 'chai'
import { openPlanning } from '../../../../workers/pipeline/plan/openPlanning.ts'
import { textConfig } from '../../../../workers/pipeline/text/TextSource.ts'

describe('plan/openPlanning', () => {
  it('S2-113: plans with the registry and the search engine of the config, and with neither not at all', () => {
    const inline = { id: 'own', url: 'https://a.example.org/', class: 'primary', description: 'Own' }
    expect(openPlanning(textConfig.parse({ sources: [inline] }))).to.equal(undefined)
    const planning = openPlanning(
      textConfig.parse({ registry: 'public', search: { kind: 'brave' }, budget: 5 }),
      {
        environment: { BRAVE_SEARCH_KEY: 'k' },
      },
    )!
    expect(planning.registry!.entries.length).to.be.above(12)
    expect(planning).to.deep.include({ budget: 5, contact: null })
    expect(planning.search!.name).to.equal('brave')
  })

  it('S2-113: refuses a config without sources, registry and search', () => {
    expect(textConfig.safeParse({}).success).to.equal(false)
    expect(textConfig.safeParse({ registry: 'public', contact: 'a\r\nb' }).success).to.equal(false)
  })
})
