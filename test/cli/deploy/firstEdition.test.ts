import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Signed } from '../../../cli/chain/connect.ts'
import { type Deployment, fileOf } from '../../../cli/chain/deployment.ts'
import { firstEditionFolder } from '../../../cli/chain/edition.ts'
import { meetFirstEdition } from '../../../cli/deploy/firstEdition.ts'
import { failed } from '../../adapters/moltbook/failed.ts'

const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const recorded = {
  contracts: { CREsolverMarket: { address } },
  parameters: { maxNewcomers: 16 },
} as unknown as Deployment

describe('deploying where the first edition stands', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-first-'))
    writeFileSync(fileOf(folder, 1), '{}')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Two markets: the first is Finalized, the second waits for its report. */
  const signed = (isLocal = false) =>
    ({
      folder,
      chainId: 1,
      isLocal,
      client: {
        readContract: async ({ functionName, args }: { functionName: string; args?: [bigint] }) =>
          functionName === 'marketCount' ? 2n : args![0] === 1n ? 5 : 2,
      },
    }) as unknown as Signed
  const meet = (replace: boolean, said: string[] = []) =>
    meetFirstEdition(signed(), recorded, { replace, dryRun: false, tell: (line) => said.push(line) })

  it('is refused by name, with the markets that are not over', async () => {
    const { message } = await failed(meet(false))
    expect(message).to.include('first edition').and.to.match(/\b2\b/)
  })

  it('--replace keeps the record for the release that can talk to them', async () => {
    const said: string[] = []
    await meet(true, said)
    expect(existsSync(fileOf(firstEditionFolder(folder), 1))).to.equal(true)
    expect(said.join('\n')).to.include(address)
  })

  it('local chains start anew', async () => {
    await meetFirstEdition(signed(true), recorded, { replace: false, dryRun: false, tell: () => {} })
  })
})
