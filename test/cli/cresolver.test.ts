import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { runHere } from '../helpers/callCommand.ts'
import { runAlone } from '../helpers/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cresolver = fileURLToPath(new URL('../../cli/bin/cresolver.mjs', import.meta.url))

const run = (args: readonly string[], input = '') => runHere(args, { input })

describe('cresolver', () => {
  it('in a process of its own: what went wrong is its exit code, in words on stderr and as JSON on stdout', () => {
    const { status, stdout, stderr } = runAlone(['proof', 'canonical', 'no/such/file', '--json'])
    expect(status).to.equal(2)
    expect(stderr).to.include('Cannot read no/such/file')
    expect(JSON.parse(stdout)).to.include({ error: 'Cli.Usage' })
    expect(runAlone(['proof', 'canonical'], '{').status).to.equal(1)
  })

  it('--help lists every group, and each group its verbs', async () => {
    const { status, stdout } = await run(['--help'])
    expect(status).to.equal(0)
    expect(stdout).to.include('aap').and.include('proof').and.include('score')
    expect((await run(['proof', '--help'])).stdout)
      .to.include('canonical')
      .and.include('branch')
    expect((await run(['proof', 'branch', '--help'])).stdout).to.include('--tree')
    expect((await run([])).stdout + (await run([])).stderr).to.include('Usage: cresolver')
  })

  it('error: an unknown verb or flag is named, and the exit code is 2', async () => {
    for (const args of [
      ['nonsense'],
      ['proof', 'nonsense'],
      ['proof', 'verify', '--nonsense'],
      ['proof', 'branch'],
    ]) {
      const { status, stderr } = await run(args)
      expect(status, args.join(' ')).to.equal(2)
      expect(stderr).to.match(/error: /)
      expect(stderr).to.include('--help')
    }
  })

  it('error: wrong words are a line of JSON, too, and lead to the help of that very command', async () => {
    const { status, stdout, stderr } = await run(['proof', 'branch', '--json'])
    expect(status).to.equal(2)
    expect(JSON.parse(stdout)).to.deep.equal({
      error: 'Cli.Usage',
      message: "required option '--tree <name>' not specified",
    })
    expect(stderr).to.include('Try `cresolver proof branch --help`.')
    expect((await run(['proof', '--help', '--json'])).stdout).to.match(/^Usage: cresolver proof/)
  })

  it('a bad line gets a line with its error, and the rest goes on in order', async () => {
    const lines = [
      '{"id":1,"input":"[1]"}',
      '{',
      '{"id":3,"input":"{\\"a\\":0.5}"}',
      '{"id":4,"input":"{\\"b\\":1,\\"a\\":2}"}',
    ]
    const { status, stdout } = await run(['proof', 'canonical'], lines.join('\n'))
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id)).to.deep.equal([1, undefined, 3, 4])
    expect(answers[1].error).to.equal('Json.NotJson')
    expect(answers[2].error).to.equal('Json.UnsafeNumber')
    expect(answers[3].canonical).to.equal('{"a":2,"b":1}')
    expect(status).to.equal(0)
    expect((await run(['proof', 'canonical', '--strict'], lines.join('\n'))).status).to.equal(1)
  })

  it('a single bad input, and no input at all, fail', async () => {
    expect((await run(['proof', 'canonical'], '{')).status).to.equal(1)
    const empty = await run(['proof', 'canonical'], '')
    expect(empty.status).to.equal(1)
    expect(empty.stderr).to.include('The input is empty')
  })

  it('an array of nothing is answered with nothing, and a line that is no JSON is named', async () => {
    expect(await run(['proof', 'canonical'], '[]')).to.include({ status: 0, stdout: '' })
    const [, bad] = (await run(['proof', 'canonical'], '{"input":"1"}\n\nrubbish\n')).lines()
    expect(bad).to.include({ line: 3, error: 'Json.NotJson' })
  })

  it('a large output is flushed whole', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `{"id":${i},"input":"[${i}]"}`).join('\n')
    const { status, stdout } = runAlone(['proof', 'canonical'], lines)
    expect(status).to.equal(0)
    expect(stdout.trim().split('\n')).to.have.length(20_000)
  })

  it('a reader that goes away is no failure', async () => {
    const child: ChildProcess = spawn(process.execPath, [cresolver, 'proof', 'canonical'], { stdio: 'pipe' })
    let stderr = ''
    child.stderr!.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin!.on('error', () => {})
    child.stdout!.once('data', () => child.stdout!.destroy())
    child.stdin!.end(Array.from({ length: 50_000 }, (_, i) => `{"id":${i},"input":"[${i}]"}`).join('\n'))
    const [code] = await once(child, 'exit')
    expect(stderr).to.equal('')
    expect(code).to.equal(0)
  })
})

describe('npm start', () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/demo.ts', ...args], { cwd: root, encoding: 'utf8' })

  it('error: bad flags exit with 2', () => {
    expect(start('--seed', 'x').status).to.equal(2)
  })
})
