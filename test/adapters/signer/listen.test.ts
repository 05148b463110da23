import { linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Listening, listen } from '../../../adapters/signer/listen.ts'

/** Writes, and gives all that comes back until the other side hangs up. */
const talk = (path: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(path, () => socket.end(text))
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
  })

describe('listen', () => {
  let folder: string
  let path: string
  const open: Listening[] = []
  const start = async (answer: (line: string) => Promise<string>) => {
    const listening = await listen(path, answer)
    open.push(listening)
    return listening
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'listen-'))
    path = join(folder, 's.sock')
  })
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close(10)
    rmSync(folder, { recursive: true })
  })

  it('answers each line with a line, in their order', async () => {
    await start(async (line) => line.toUpperCase())
    expect(await talk(path, 'one\ntwo\nnot whole')).to.equal('ONE\nTWO\n')
  })

  it('S3-37 is open to its own user alone, and leaves the mask of the process as it was', async () => {
    const mask = process.umask()
    await start(async (line) => line)
    expect(statSync(path).mode & 0o777).to.equal(0o600)
    expect(process.umask()).to.equal(mask)
  })

  it('hangs up on a caller whose line fails, and serves the next', async () => {
    await start(async (line) => {
      if (line === 'bad') throw new Error('x')
      return line
    })
    expect(await talk(path, 'bad\n').catch(() => '')).to.equal('')
    expect(await talk(path, 'good\n')).to.equal('good\n')
  })

  it('takes the place of a socket that nothing listens on any more, as a crash leaves it', async () => {
    const crashed = createServer()
    const old = join(folder, 'old')
    await new Promise<void>((resolve) => crashed.listen(old, resolve))
    // Closing takes away the name that was opened, and leaves this one.
    linkSync(old, path)
    await new Promise((resolve) => crashed.close(resolve))
    expect(statSync(path).isSocket()).to.equal(true)
    await start(async () => 'here')
    expect(await talk(path, '?\n')).to.equal('here\n')
  })

  it('leaves a living signer and other files alone', async () => {
    await start(async () => 'first')
    const error = await listen(path, async () => 'second').catch((caught) => caught)
    expect(error.name).to.equal('Config.SocketTakenError')
    expect(await talk(path, '?\n')).to.equal('first\n')
    const file = join(folder, 'file')
    writeFileSync(file, 'x')
    expect((await listen(file, async () => '').catch((caught) => caught)).message).to.contain(
      'in use already',
    )
  })

  it('closes although a caller stays, after the time of grace', async () => {
    const listening = await listen(path, async (line) => line)
    const socket = connect({ path, allowHalfOpen: true })
    await new Promise((resolve) => socket.once('connect', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.resume()
    await listening.close(10)
    socket.destroy()
    await closed
    expect(await talk(path, 'x\n').catch(({ code }) => code)).to.be.oneOf(['ENOENT', 'ECONNREFUSED'])
  })
})
