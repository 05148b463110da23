import { expect } from 'chai'
import {
  load,
  loadPublic,
  read,
  UnreadableRegistryError,
} from '../../../../workers/source/registry/SourceRegistry.ts'

const entry = `
  - id: notices
    name: Harbour notices
    domain: example.org
    class: primary
    url: https://api.example.org/notices?on={date}
    kind: json
    terms: Public domain.
    layout: { has: [$.items] }
    facts: { rows: '$.items[*]', value: $.title, date: $.day, date_form: day }
`
const text = `schema_version: v1\nsources:${entry}`

function faultsOf(changed: string) {
  try {
    read(changed, 'own.yaml')
  } catch (error) {
    expect(error).to.be.instanceOf(UnreadableRegistryError)
    return (error as UnreadableRegistryError).faults
  }
  throw new Error('It was taken.')
}

describe('SourceRegistry', () => {
  it('S2-113: reads a registry, whose hash is that of what it says and not of how it is written', () => {
    const registry = read(text, 'own.yaml')
    expect(registry.entries).to.have.length(1)
    expect(read(`# a comment\n${text}`, 'own.yaml').hash).to.equal(registry.hash)
    expect(read(text.replace('primary', 'wire'), 'own.yaml').hash).to.not.equal(registry.hash)
  })

  it('S2-113: names the line and the path of a fault', () => {
    expect(faultsOf(text.replace('kind: json', 'kind: pdf'))[0]).to.include({
      line: 8,
      path: 'sources.0.kind',
    })
    expect(faultsOf(text.replace('class: primary', 'class: [')).length).to.be.at.least(1)
    expect(faultsOf(text + entry)[0]!.message).to.equal('two sources are called notices')
  })

  it('S2-113: refuses private hosts, foreign hosts, unknown slots, secrets in headers and layouts left open', () => {
    const refused: [string, string, RegExp][] = [
      ['https://api.example.org/notices?on={date}', 'https://10.1.2.3/x?on={date}', /public name/],
      ['https://api.example.org/', 'https://localhost/', /public name/],
      ['https://api.example.org/', 'http://api.example.org/', /not https/],
      ['https://api.example.org/', 'https://api.evil.com/', /does not belong to example.org/],
      ['domain: example.org', 'domain: 127.0.0.1', /public domain/],
      ['{date}', '{region}', /not declared/],
      ['{date}', '{page}', /paging/],
      ['has: [$.items]', 'has: []', /what every reply has/],
      ["rows: '$.items[*]'", "rows: '$.items[?@.open == true]'", /lists by name/],
      ["rows: '$.items[*]'", "rows: '$..items[*]'", /lists by name/],
      ['terms: Public domain.', 'terms: Public domain.\n    headers: { authorization: x }', /sources.keys/],
      ['terms: Public domain.', 'terms: Public domain.\n    headers: { accept: "a\\r\\nb: c" }', /one line/],
      [
        'terms: Public domain.',
        'terms: Public domain.\n    complete_for: { what: all, subject: cik }',
        /does not ask/,
      ],
    ]
    for (const [from, to, message] of refused) {
      const faults = faultsOf(text.replace(from, to))
      expect(faults.map((one) => one.message).join('\n'), to).to.match(message)
    }
  })

  it('S2-113: the public registry can be read, and says of each source under which terms', () => {
    const { entries } = loadPublic()
    expect(entries.every(({ terms }) => terms.length > 0)).to.equal(true)
    expect(() => load('/no/such/file.yaml')).to.throw(/ENOENT/)
  })
})
