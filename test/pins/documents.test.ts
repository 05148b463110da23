import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  abis,
  agentOpenapi,
  gatewayOpenapi,
  indexerOpenapi,
  keeperOpenapi,
  rulesOpenapi,
  schemaFolder,
} from './here.ts'
import { expectPinned, sha256, sorted } from './pin.ts'

const url = 'https://service.example'

type Document = { readonly paths: object; readonly components: { readonly schemas: object } }

function without(whole: object, part: object): object {
  expect(whole).to.deep.include(part)
  return Object.fromEntries(Object.entries(whole).filter(([key]) => !(key in part)))
}

describe('pin: documents', () => {
  it('the services serve their pinned OpenAPI documents', () => {
    const agent = agentOpenapi(url) as Document
    const both = agentOpenapi(url, { participant: true }) as Document
    expectPinned('openapi', {
      agent,
      // What a participant adds, beside all that a plain agent has.
      participant: {
        paths: without(both.paths, agent.paths),
        schemas: without(both.components.schemas, agent.components.schemas),
      },
      gateway: gatewayOpenapi(url),
      indexer: indexerOpenapi(url),
      keeper: keeperOpenapi(url),
      rules: rulesOpenapi(url),
    })
  })

  it('the JSON Schemas are the pinned ones, byte for byte', () => {
    const files = readdirSync(schemaFolder).sort()
    const hashes = files.map((name) => [name, sha256(readFileSync(join(schemaFolder, name)))])
    expectPinned('schemas', Object.fromEntries(hashes))
  })

  it('the contracts have their pinned ABIs', () => {
    const hashes = Object.entries(abis).map(([name, abi]) => [
      name,
      sha256(JSON.stringify(sorted(outside(abi)))),
    ])
    expectPinned('abi', Object.fromEntries(hashes))
  })
})

/** An ABI without `internalType`, which names a type of the source: no caller sends or reads it. */
function outside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outside)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).filter(([key]) => key !== 'internalType')
  return Object.fromEntries(pairs.map(([key, inner]) => [key, outside(inner)]))
}
