import { works } from './protocolWork.ts'

// The guest's side of the bench: the host reads its own clock whenever `log` is called.
declare function log(text: string): void

const samples = 3

for (const [i, { n, prepare }] of works.entries()) {
  const run = prepare(n.guest)
  run()
  for (let sample = 0; sample < samples; sample++) {
    log('start')
    run()
    log(`end ${i}`)
  }
}
