import { lockFolder } from '../../../services/store/lockFolder.ts'

/** On a word from outside tries to own a folder, says whether it does, and holds on until it is ended. */
process.stdout.write('ready\n')
process.stdin.once('data', () => {
  try {
    lockFolder(process.argv[2]!)
    process.stdout.write('owner\n')
  } catch (error) {
    process.stdout.write(`${(error as Error).name}\n`)
  }
})
process.stdin.resume()
