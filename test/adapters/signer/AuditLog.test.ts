import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Entry, openAuditLog } from '../../../adapters/signer/AuditLog.ts'
import { Hash } from '../../../protocol/index.ts'

const entry = (nonce: number): Entry => ({
  at: 1_000,
  decision: 'signed',
  subject_type: 'CLAIM',
  subject_hash: Hash.ofText('claim'),
  fund_id: 'fund',
  epoch_id: 1,
  expires_at: 2_000,
  nonce,
  digest: Hash.ofText('digest'),
})

describe('the audit log of a signer', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'))
    file = join(folder, 'audit.jsonl')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = async (...nonces: number[]) => {
    const log = await openAuditLog(file)
    for (const nonce of nonces) await log.append(entry(nonce))
    await log.close()
  }
  const nonces = async () => {
    const log = await openAuditLog(file)
    await log.close()
    return log.entries.map(({ nonce }) => nonce)
  }
  const error = () => openAuditLog(file).catch((caught) => caught)

  it('is read back as it was written, over several openings, by its owner alone', async () => {
    await write(1, 2)
    await write(3)
    expect(await nonces()).to.deep.equal([1, 2, 3])
    expect(statSync(file).mode & 0o777).to.equal(0o600)
  })

  it('links each line to the one before it by its hash', async () => {
    await write(1, 2)
    const [first, second] = readFileSync(file, 'utf8').split('\n')
    expect(JSON.parse(second!).previous).to.equal(Hash.ofText(first!))
  })

  it('names the line that does not follow: changed, taken out, put in, or not an entry', async () => {
    await write(1, 2, 3)
    const whole = readFileSync(file, 'utf8')
    const [one, two, three] = whole.split('\n') as [string, string, string]
    for (const [text, line] of [
      [whole.replace('"nonce":2', '"nonce":9'), 3],
      [`${two}\n${three}\n`, 1],
      [`${one}\n${three}\n`, 2],
      [`${one}\n${one}\n${two}\n`, 2],
      [`${one}\nnot JSON\n`, 2],
      [`${one}\n${two.replace('"nonce":2', '"nonce":-2')}\n`, 2],
    ] as const) {
      writeFileSync(file, text)
      const caught = await error()
      expect(caught.name).to.equal('Signer.BrokenLogError')
      expect(caught.message).to.contain(`Line ${line} of`)
      expect(readFileSync(file, 'utf8'), 'it is left as it was').to.equal(text)
    }
  })

  it('takes out a last line that a crash cut off, and goes on after it', async () => {
    await write(1)
    const whole = readFileSync(file, 'utf8')
    appendFileSync(file, '{"at":1000,"über')
    expect(await nonces()).to.deep.equal([1])
    expect(readFileSync(file, 'utf8')).to.equal(whole)
    await write(2)
    expect(await nonces()).to.deep.equal([1, 2])
  })
})
