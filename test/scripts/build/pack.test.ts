import { resolve } from 'node:path'
import { expect } from 'chai'
import { main } from '../../../scripts/build/pack.ts'

describe('npm run pack', () => {
  const write = process.stdout.write
  let done: string[]
  let said: string
  const steps = {
    emit: () => void done.push('emit'),
    stage: () => void done.push('stage'),
    pack: (out: string) => {
      done.push(`pack ${out}`)
      return [`${out}/a.tgz`, `${out}/b.tgz`]
    },
  }
  const call = (...words: string[]): number => {
    done = []
    said = ''
    process.stdout.write = (text: unknown) => {
      said += text
      return true
    }
    try {
      return main(words, steps)
    } finally {
      process.stdout.write = write
    }
  }

  it('compiles and stages the sources as they are now before it packs them', () => {
    const out = resolve(process.env.INIT_CWD ?? '.', 'tarballs')
    expect(call('--out', 'tarballs')).to.equal(0)
    expect(done).to.deep.equal(['emit', 'stage', `pack ${out}`])
    expect(said).to.equal(`${out}/a.tgz\n${out}/b.tgz\n`)
  })

  it('packs nothing where the sources do not compile', () => {
    const emit = () => {
      throw new Error('The packages do not compile.')
    }
    done = []
    expect(() => main(['--out', 'tarballs'], { ...steps, emit })).to.throw('do not compile')
    expect(done).to.deep.equal([])
  })

  it('without a folder it only says how it is used', () => {
    expect([call(), done, said.split('\n')[0]]).to.deep.equal([
      2,
      [],
      'Usage: npm run pack -- --out <folder>',
    ])
    expect([call('--help'), done]).to.deep.equal([0, []])
  })
})
