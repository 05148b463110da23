import { expect } from 'chai'
import { Protocol, readMigrations, sqlFiles } from './here.ts'
import { expectPinned } from './pin.ts'

describe('pin: sql', () => {
  it('the migrations are the pinned ones, with the hashes that databases hold of them', () => {
    const files = sqlFiles().map(({ name, text }) => ({ name, hash: Protocol.Hash.ofText(text) }))
    const read = readMigrations().map(({ number, name, sql }) => ({
      name: `${String(number).padStart(6, '0')}_${name}.sql`,
      hash: Protocol.Hash.ofText(sql),
    }))
    expect(read).to.deep.equal(files)
    expectPinned('sql', Object.fromEntries(read.map(({ name, hash }) => [name, hash])))
  })
})
