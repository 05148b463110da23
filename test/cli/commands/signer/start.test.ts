import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { askSigner } from '../../../../adapters/signer/askSigner.ts'
import * as start from '../../../../cli/commands/signer/start.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const signer = commandsOf('signer', start.register)
const key = `0x${'59'.repeat(32)}` as const
const address = privateKeyToAccount(key).address.toLowerCase()
const fundId = `eip155:31337:0x${'ab'.repeat(20)}`

describe('cresolver signer start', () => {
  const folder = temporaryFolder('signer')
  after(() => folder.remove())
  const env = { THE_KEY: key }
  const configOf = (changes: object = {}): string => {
    const file = join(folder.path, 'signer.json')
    const socket = join(folder.path, 's.sock')
    const config = {
      socket,
      keyEnv: 'THE_KEY',
      funds: [fundId],
      audit: join(folder.path, 'audit'),
      log: 'silent',
    }
    writeFileSync(file, JSON.stringify({ ...config, ...changes }))
    return file
  }

  it('--check-config says whom it would sign as, and starts nothing', async () => {
    const file = configOf()
    expect(await signer.json(`start --config ${file} --check-config`, { env })).to.deep.equal({
      ok: true,
      address,
      funds: [fundId],
      subject_types: ['CLAIM'],
    })
    const { stdout } = await signer.call(`start --config ${file} --check-config`, { env })
    expect(stdout).to.equal(`${file} is right.\n`)
    expect(existsSync(join(folder.path, 's.sock'))).to.equal(false)
  })

  it('C88: listens on its socket until it is stopped, and takes it away then', async () => {
    const running = signer.begin(`start --config ${configOf()} --json`, { env })
    const line = JSON.parse(await running.line())
    expect(line).to.deep.include({ address, funds: [fundId], subject_types: ['CLAIM'], pid: process.pid })
    expect(await askSigner(line.socket).address()).to.equal(address)
    const { status, stdout, stderr } = await running.stop()
    expect(status).to.equal(0)
    expect(existsSync(line.socket)).to.equal(false)
    expect(stdout + stderr).not.to.include('5959')
  })

  it('for eyes: one line', async () => {
    const running = signer.begin(`start --config ${configOf({ subjectTypes: ['CLAIM', 'INTENT'] })}`, { env })
    expect(await running.line()).to.equal(`${join(folder.path, 's.sock')}  signs CLAIM, INTENT as ${address}`)
    await running.stop()
  })

  it('error: a config that is wrong, and a key that is none, are wrong words; the key is not repeated', async () => {
    const cases: [object, Record<string, string>][] = [
      [{ funds: [] }, env],
      [{ extra: 1 }, env],
      [{}, { THE_KEY: '' }],
      [{}, { THE_KEY: 'c0ffee' }],
    ]
    for (const [changes, given] of cases) {
      const { status, stderr } = await signer.call(`start --config ${configOf(changes)}`, { env: given })
      expect(status, JSON.stringify(changes)).to.equal(2)
      expect(stderr).not.to.include('c0ffee')
    }
    expect(await signer.refusal('start --config /nowhere.yaml')).to.include({ status: 2, error: 'Cli.Usage' })
  })
})
