import { expect } from 'chai'
import { isFeed } from '../../../protocol/page/Feed.ts'

describe('isFeed', () => {
  it('a feed is known by its first element, not by its type', () => {
    expect(isFeed('<?xml version="1.0"?><!-- a --><rss>')).to.equal(true)
    expect(isFeed('<feed xmlns="x">')).to.equal(true)
    expect(isFeed('<RDF:rdf>')).to.equal(true)
    expect(isFeed('<html><rss>')).to.equal(false)
    expect(isFeed('')).to.equal(false)
  })
})
