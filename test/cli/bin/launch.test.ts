import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'

const launcher = new URL('../../../cli/bin/launch.mjs', import.meta.url).href

describe('launch', () => {
  let folder: string
  const children: ChildProcess[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-launch-'))
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Launches a program, and reads its first line. */
  async function start(program: string, words: readonly string[], name = 'entry.ts') {
    const entry = join(folder, name)
    writeFileSync(entry, program)
    const main = join(folder, 'main.mjs')
    writeFileSync(
      main,
      `import { launch } from '${launcher}'\nawait launch(new URL('${pathToFileURL(entry).href}'))\n`,
    )
    const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return { child, line: line as string }
  }

  it('runs a command in its own process, with its arguments', async () => {
    const { child, line } = await start('console.log(process.pid, process.argv.slice(2).join())', [
      'aap',
      'parse',
    ])
    expect(line).to.equal(`${child.pid} aap,parse`)
  })

  it('runs a worker without the compiler that takes most of the memory, and still in the same process', async () => {
    const { child, line } = await start('console.log(process.pid, process.execArgv.join())', [
      'worker',
      'start',
    ])
    const [pid, flags] = line.split(' ')
    expect(pid).to.equal(String(child.pid))
    expect(flags?.split(',')).to.include.members(['--liftoff-only', '--no-maglev', '--optimize-for-size'])
  })

  it('lets the program hear signals, and ends as it does', async () => {
    const program = [
      "process.on('SIGTERM', () => process.exit(7))",
      'setInterval(() => {}, 1_000)',
      "console.log('ready')",
    ].join('\n')
    const { child } = await start(program, ['worker', 'start'])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.deep.equal([7, null])
  })

  it('ends by the signal that ended the program', async () => {
    const { child } = await start("console.log('ready'); setInterval(() => {}, 1_000)", ['worker', 'start'])
    child.kill('SIGHUP')
    expect(await once(child, 'exit')).to.deep.equal([null, 'SIGHUP'])
  })
})
