import { expect } from 'chai'
import { openPlace } from '../../../../cli/commands/store/place.ts'

describe('the place of a store', () => {
  it('error: a server and a folder are one too many', async () => {
    const error = await openPlace({ urlEnv: 'A', folder: 'b' }).catch((one: unknown) => one)
    expect((error as Error).message).to.include('one of --url-env and --folder')
  })
})
