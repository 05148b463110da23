import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type LocalMoltbook, startMoltbook } from '../../../local/moltbook/startMoltbook.ts'
import { addAgent } from '../../../local/moltbook/World.ts'
import { type TemporaryFolder, temporaryFolder } from '../../../local/temporaryFolder.ts'
import { writeCredentials } from './stage.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'adapters/moltbook/units')
const jobs = ['adjudicator', 'soothsayer-moltbook-engage', 'w3cash-moltbook-engage'] as const

type Unit = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The sections of a unit file and what stands in them. */
function unit(name: string): Unit {
  const sections: Record<string, Record<string, string>> = {}
  let section: Record<string, string> = {}
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
    const [, heading, key, value] = /^\[(\w+)\]$|^(\w+)=(.+)$/.exec(line) ?? []
    if (heading !== undefined) {
      section = {}
      sections[heading] = section
    } else if (key !== undefined) section[key] = value!
    else expect(line, `${name}: a line that is no part of a unit`).to.equal('')
  }
  return sections
}

/** What cron runs, as a shell has it: schedule, condition and command. */
const cron = readFileSync(join(folder, 'crontab'), 'utf8')
  .split('\n')
  .filter((line) => /^[*\d]/.test(line))
  .map((line) => ({
    file: /test -e "\$HOME\/([^"]+)"/.exec(line)?.[1] ?? null,
    words: /&& (node_modules\/\.bin\/market .*?) >>/.exec(line)![1]!.replaceAll('"', ''),
    command: line.split(/\s+/).slice(5).join(' '),
  }))

describe('the units of the adapter', () => {
  it('S0-82: there is a service, a timer and a line of cron for each of the three jobs, and they are the same', () => {
    const files = jobs.flatMap((job) => [`${job}.service`, `${job}.timer`])
    expect(readdirSync(folder).sort()).to.deep.equal([...files, 'crontab'].sort())
    expect(cron).to.have.length(jobs.length)
    for (const [i, job] of jobs.entries()) {
      const { Unit, Service } = unit(`${job}.service`)
      const words = Service!.ExecStart!.replace('%h/cresolver/', '').replaceAll('%h', '$HOME')
      expect(cron[i]!.words, job).to.equal(words)
      const file = Unit!.ConditionPathExists?.replace('%h/', '') ?? null
      expect(cron[i]!.file, job).to.equal(file)
      const { Timer, Install } = unit(`${job}.timer`)
      expect(Timer!.OnCalendar).to.be.a('string')
      expect(Install!.WantedBy).to.equal('timers.target')
    }
  })

  it('S0-82: systemd takes them, where it is installed to ask', function () {
    const home = temporaryFolder('units-home')
    try {
      symlinkSync(root, join(home.path, 'cresolver'))
      const files = jobs
        .flatMap((job) => [`${job}.service`, `${job}.timer`])
        .map((name) => join(folder, name))
      const env = { ...process.env, HOME: home.path, XDG_RUNTIME_DIR: home.path }
      const { error, stderr } = spawnSync('systemd-analyze', ['verify', '--user', ...files], {
        env,
        encoding: 'utf8',
      })
      if (error !== undefined) return this.skip()
      const ours = stderr.split('\n').filter((line) => jobs.some((job) => line.includes(job)))
      expect(ours).to.deep.equal([])
    } finally {
      home.remove()
    }
  })
})

/** Runs a service's command by systemd where a manager of this user runs, and else with just what systemd would give it. */
const hasManager = spawnSync('systemd-run', ['--user', '--wait', '--quiet', 'true']).status === 0

type Ended = { readonly status: number; readonly stdout: string; readonly stderr: string }

function ended(
  program: string,
  words: readonly string[],
  options: { cwd?: string; env: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr]: Buffer[][] = [[], []]
  child.stdout.on('data', (chunk) => stdout!.push(chunk))
  child.stderr.on('data', (chunk) => stderr!.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) =>
      resolve({
        status: status ?? 1,
        stdout: Buffer.concat(stdout!).toString(),
        stderr: Buffer.concat(stderr!).toString(),
      }),
    )
  })
}

describe(`the jobs of the adapter, ${hasManager ? 'by systemd-run' : 'as a service and as cron would run them'}`, function () {
  this.timeout(180_000)
  let home: TemporaryFolder
  let moltbook: LocalMoltbook
  let env: Record<string, string>
  const config = () => join(home.path, '.config/moltbook')
  beforeEach(async () => {
    home = temporaryFolder('units')
    moltbook = await startMoltbook({ seed: 31 })
    symlinkSync(root, join(home.path, 'cresolver'))
    mkdirSync(config(), { recursive: true, mode: 0o700 })
    for (const [name, file] of [
      ['SoothSayer', 'credentials.json'],
      ['W3Cash', 'w3cash-credentials.json'],
    ])
      writeCredentials(
        config(),
        addAgent(moltbook.world, name!, { isClaimed: true, isTrusted: true }).key,
        file,
      )
    env = { HOME: home.path, PATH: process.env.PATH ?? '/usr/bin:/bin', MOLTBOOK_BASE_URL: moltbook.url }
  })
  afterEach(async () => {
    await moltbook.stop()
    home.remove()
  })

  /** Null where the unit's condition keeps it from starting. */
  async function start(job: (typeof jobs)[number]): Promise<Ended | null> {
    const { Unit, Service } = unit(`${job}.service`)
    const here = (text: string) => text.replaceAll('%h', home.path)
    const { ConditionPathExists: condition } = Unit!
    if (condition !== undefined && spawnSync('test', ['-e', here(condition)]).status !== 0) return null
    const { ExecStart, Type: _, TimeoutStartSec: __, ...properties } = Service!
    const words = here(ExecStart!).split(' ')
    if (!hasManager) return ended(words[0]!, words.slice(1), { cwd: here(properties.WorkingDirectory!), env })
    const given = Object.entries(properties).map(([name, value]) => `--property=${name}=${here(value)}`)
    const variables = Object.entries(env).map(([name, value]) => `--setenv=${name}=${value}`)
    return ended('systemd-run', ['--user', '--wait', '--pipe', '--quiet', ...given, ...variables, ...words], {
      env: process.env,
    })
  }
  const byCron = (job: (typeof jobs)[number]) =>
    ended('/bin/sh', ['-c', cron[jobs.indexOf(job)]!.command], { cwd: home.path, env })
  const posts = () =>
    [...moltbook.world.posts.values()].map(({ author, submolt, content }) => ({ author, submolt, content }))

  it('S0-82: the adjudicator runs a cycle, as often as it likes', async () => {
    for (let i = 0; i < 2; i++) {
      const done = await start('adjudicator')
      expect(done!.status, done!.stderr).to.equal(0)
      expect(JSON.parse(done!.stdout)).to.deep.equal({ dry_run: false, steps: [] })
    }
  })

  it('S0-82: what an account has to say is posted by that account, once, and without words nothing starts', async () => {
    expect(await start('soothsayer-moltbook-engage')).to.equal(null)
    writeFileSync(join(config(), 'soothsayer.md'), 'The oracle speaks.\n')
    writeFileSync(join(config(), 'w3cash.md'), 'Cash is words.\n')
    for (const job of [
      'soothsayer-moltbook-engage',
      'w3cash-moltbook-engage',
      'soothsayer-moltbook-engage',
    ] as const) {
      const done = await start(job)
      expect(done!.status, done!.stderr).to.equal(0)
    }
    expect(posts()).to.deep.equal([
      { author: 'SoothSayer', submolt: 'agentfi', content: 'The oracle speaks.' },
      { author: 'W3Cash', submolt: 'agentfi', content: 'Cash is words.' },
    ])
  })

  it('S0-82: cron does the same, and keeps what was said', async () => {
    expect((await byCron('adjudicator')).status).to.equal(0)
    expect((await byCron('w3cash-moltbook-engage')).status).to.equal(1)
    writeFileSync(join(config(), 'w3cash.md'), 'Cash is words.\n')
    expect((await byCron('w3cash-moltbook-engage')).status).to.equal(0)
    expect(posts()).to.deep.equal([{ author: 'W3Cash', submolt: 'agentfi', content: 'Cash is words.' }])
    const lines = readFileSync(join(config(), 'cron.log'), 'utf8').trim().split('\n')
    expect(lines.map((line) => Object.keys(JSON.parse(line)).includes('dry_run'))).to.deep.equal([true, true])
  })

  it('S0-82: a job that fails ends with 1, which systemd and cron can see', async () => {
    await moltbook.stop()
    writeFileSync(join(config(), 'soothsayer.md'), 'The oracle speaks.\n')
    expect((await start('soothsayer-moltbook-engage'))!.status).to.equal(1)
  })
})
