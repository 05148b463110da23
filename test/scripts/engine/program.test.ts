import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { BuildError, buildProgram, GoMissingError, program } from '../../../scripts/engine/program.ts'

describe('the program that runs workflows in CRE’s own host', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder('engine')
  })
  afterEach(() => folder.remove())

  /** A Go that says this to everything but its version. */
  const goThat = (says: string) => {
    const file = join(folder.path, 'go')
    writeFileSync(file, `#!/bin/sh\nif [ "$1" = version ]; then exit 0; fi\n${says}\n`)
    chmodSync(file, 0o755)
    return { PATH: `${folder.path}:/bin:/usr/bin` }
  }

  it('issue 18: says what it lacks where there is no Go', () => {
    expect(() => buildProgram({ PATH: folder.path })).to.throw(GoMissingError, /Go 1\.26 and a C compiler/)
  })

  it('issue 18: tells the last of what Go said when it cannot be built', () => {
    const env = goThat('for i in 1 2 3 4 5 6 7 8 9 10; do echo "line $i" >&2; done; exit 1')
    expect(() => buildProgram(env)).to.throw(BuildError, /line 3[\s\S]*line 10/)
    expect(() => buildProgram(env)).to.not.throw(BuildError, /line 2\b/)
  })

  it('issue 18: builds what is pinned, and changes no pin', () => {
    const told = join(folder.path, 'told')
    buildProgram(goThat(`echo "$@" > ${told}; pwd >> ${told}`))
    const [words, where] = readFileSync(told, 'utf8').trim().split('\n')
    expect(words).to.equal(`build -mod=readonly -o ${program} .`)
    expect(where).to.match(/test\/engine$/)
  })
})
