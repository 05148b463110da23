import {
  type Address,
  Challenge,
  Docket,
  Eip712,
  type Hash,
  Instant,
  Question,
  Wire,
} from '../../../protocol/index.ts'

const answer = (body: string) => {
  const read = Wire.readAnswer(body)
  if (read.reason !== null) return { reason: read.reason }
  const check = Wire.docketCheck(read.reply)
  return {
    normal: Wire.normal(read.reply),
    responseHash: Wire.responseHash(read.reply),
    outcome: Wire.outcomeOf(read.reply),
    checkHash: Docket.checkHash(check),
  }
}

type Signing = { chainId: number; market: Address.Address; statement: Wire.Statement }

export const run = {
  request: (input: Omit<Wire.Asked, 'parsed'>) => {
    const request = Wire.toResolveRequest(Question.pose(input))
    return { request, hash: Wire.requestHash(request) }
  },
  answer,
  // Bodies too long or too deep to spell out in the file.
  repeated: (input: { text: string; times: number }) => answer(input.text.repeat(input.times)),
  defence: (input: { body: string; asked: number }) => {
    const read = Wire.readDefence(input.body)
    return {
      reason: read.reason,
      hash: read.reply === null ? null : Wire.defenceHash(read.reply),
      responses: Wire.responsesTo(input.asked, read.reply),
    }
  },
  digest: ({ chainId, market, statement }: Signing) =>
    Wire.attestationDigest(Eip712.separator(Wire.domain(chainId, market)), statement),
  recover: (input: { digest: Hash.Hash; signature: string }) => Eip712.recover(input.digest, input.signature),
  challenges: (input: { positions: (Challenge.Position | null)[]; index: number }) =>
    Challenge.challengesFor(input.positions, input.index),
  instant: (input: string) => Instant.parse(input),
  formatInstant: (input: number) => Instant.format(input),
}
