import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse, parseDocument } from 'yaml'

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}${name}`)

/** Warnings count as errors: GitHub's own parser is stricter than ours. */
function readYaml(path: string): unknown {
  const document = parseDocument(read(path))
  expect([...document.errors, ...document.warnings], path).to.deep.equal([])
  return document.toJS()
}

type Step = { readonly uses?: string; readonly run?: string }
type Workflow = {
  readonly permissions: unknown
  readonly jobs: Readonly<
    Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>
  >
}

describe('workflows', () => {
  const workflows = filesIn('.github/workflows/', '.yml').map((path) => ({
    path,
    ...(readYaml(path) as Workflow),
  }))
  const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps))

  it('may only read the repository, and no job runs without end', () => {
    expect(workflows).not.to.be.empty
    for (const { path, permissions, jobs } of workflows) {
      expect(permissions, path).to.deep.equal({ contents: 'read' })
      for (const [name, job] of Object.entries(jobs)) expect(job['timeout-minutes'], name).to.be.a('number')
    }
  })

  it('pin every action to one full commit, with its version beside it', () => {
    const uses = steps.flatMap((step) => step.uses ?? [])
    const pinned = workflows.flatMap(({ path }) =>
      [...read(path).matchAll(/uses: ([\w./-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/gm)].map((match) => [
        match[1]!,
        match[2]!,
      ]),
    )
    expect(pinned.map(([name, commit]) => `${name}@${commit}`).sort()).to.deep.equal([...uses].sort())
    const commits = new Set(pinned.map((pin) => pin.join('@')))
    expect(commits.size, 'one commit for each action').to.equal(new Set(pinned.map(([name]) => name)).size)
  })

  it('run only scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = steps
      .flatMap(({ run = '' }) => run.split('\n'))
      .filter((line) => !line.includes('--if-present'))
      .flatMap((line) => /npm run ([\w:-]+)/.exec(line)?.[1] ?? [])
    expect(named).not.to.be.empty
    expect(named.filter((name) => !(name in scripts))).to.deep.equal([])
  })
})

describe('issue forms', () => {
  for (const path of filesIn('.github/ISSUE_TEMPLATE/', '.yml')) {
    if (path.endsWith('/config.yml')) continue
    it(`${path} has what GitHub demands of a form`, () => {
      const form = readYaml(path) as {
        name: string
        description: string
        body: { type: string; id?: string }[]
      }
      expect(form.name).to.be.a('string')
      expect(form.description).to.be.a('string')
      const fields = form.body.filter(({ type }) => type !== 'markdown')
      expect(fields).not.to.be.empty
      expect(new Set(fields.map(({ id }) => id)).size, 'an id of its own for each field').to.equal(
        fields.length,
      )
    })
  }
})

describe('changesets', () => {
  it('name the root package alone, whose version all five packages carry', () => {
    for (const path of filesIn('.changeset/', '.md')) {
      if (path.endsWith('/README.md')) continue
      const front = parse(/^---\n([\s\S]*?)\n?---\n/.exec(read(path))?.[1] ?? 'missing')
      expect(Object.keys(front ?? {}), path).to.deep.equal(front === null ? [] : ['cresolver'])
    }
  })
})

describe('the glossary', () => {
  const text = read('docs/glossary.md')
  const rows = [...text.matchAll(/^\| \*\*(.+?)\*\* \| (.+) \| (.+) \|$/gm)]
  const words = rows.map((row) => row[1]!)

  it('has each word once, in alphabetical order', () => {
    expect(words.length).to.be.at.least(40)
    expect(words).to.deep.equal([...new Set(words)].sort())
  })

  it('says of each word where it lives, and every file is there', () => {
    for (const [, word, , places] of rows) expect(places, word).to.match(/\]\(/)
    const links = [...text.matchAll(/\]\(([^)#]+)/g)].map((match) => match[1]!)
    const missing = links.filter((link) => !existsSync(new URL(link, new URL('docs/', root))))
    expect(missing).to.deep.equal([])
  })
})
