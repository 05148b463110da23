import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Page, PageText } from '../../protocol/index.ts'
import { recordedData } from '../helpers/skip.ts'

type Fetched = {
  readonly url: string
  readonly status: number
  readonly content_type: string
  readonly body: string
}
type Fact = { readonly url: string; readonly quote: string; readonly bears: string }
type Case = { readonly id: string; readonly pages: readonly Fetched[]; readonly facts: readonly Fact[] }

/** Blocks that hold others are no place for a quote: they may be the whole page. */
const holders = ['group', 'list', 'table', undefined]

describe('pages of free-text cases', () => {
  let cases: readonly Case[] = []

  before(function () {
    const lines = readFileSync(join(recordedData(this), 'freetext_dev.jsonl'), 'utf8').split('\n')
    cases = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  })

  const readPage = ({ body, content_type }: Fetched) => PageText.read(body, content_type)
  const healthOf = (page: Fetched) =>
    PageText.healthOf({
      status: page.status,
      contentType: page.content_type,
      content: page.body,
      page: readPage(page),
      truncated: false,
      // The cases have pages in other languages that decide.
      languages: 'any',
    })

  it('quotes that are visible stand in one block, but for a few', () => {
    const kinds = cases.flatMap(({ pages, facts }) =>
      facts.flatMap(({ url, quote }) => {
        const page = readPage(pages.find((each) => each.url === url)!)
        const wanted = Page.collapse(quote)
        const at = page.text.indexOf(wanted)
        return at === -1 ? [] : [PageText.blocksAt(page, at, at + wanted.length)[0]?.kind]
      }),
    )
    const apart = kinds.filter((kind) => holders.includes(kind)).length
    console.log(`      ${kinds.length - apart} of ${kinds.length} quotes stand in one block`)
    expect(apart / kinds.length).to.be.below(0.03)
  })

  it('no page that bears on an outcome is called unhealthy', () => {
    const bearing = cases.flatMap(({ id, pages, facts }) =>
      pages
        .filter(({ url }) => facts.some((fact) => fact.url === url && fact.bears !== 'NONE'))
        .map((page) => ({ id, codes: healthOf(page).codes, healthy: healthOf(page).healthy })),
    )
    expect(bearing.filter(({ healthy }) => !healthy)).to.deep.equal([])
    console.log(`      ${bearing.length} pages that bear on an outcome`)
  })

  it('no page that answered with an error is called healthy', () => {
    const refused = cases.flatMap(({ pages }) => pages.filter(({ status }) => status >= 400))
    expect(refused.filter((page) => healthOf(page).healthy)).to.deep.equal([])
  })
})
