import { Bytes, Docket, Leaf, Report, Vote } from '../../../protocol/index.ts'

// JSON has no bigint: amounts that need one are decimal strings in the file.
type Rule = Omit<Docket.Rule, 'target'> & { readonly target: string }
type Check = Omit<Docket.Check, 'value'> & { readonly value: string }
type Spelled = Omit<Report.Report, 'marketId' | 'docket'> & {
  readonly marketId: string
  readonly docket: { readonly rule: Rule; readonly checks: readonly Check[] } | null
}

const rule = (spelled: Rule): Docket.Rule => ({ ...spelled, target: BigInt(spelled.target) })
const check = (spelled: Check): Docket.Check => ({ ...spelled, value: BigInt(spelled.value) })
const report = (spelled: Spelled): Report.Report => ({
  ...spelled,
  marketId: BigInt(spelled.marketId),
  docket:
    spelled.docket === null
      ? null
      : { rule: rule(spelled.docket.rule), checks: spelled.docket.checks.map(check) },
})

type Position = { readonly marketId: string; readonly round: number; readonly workerIndex: number }

export const run = {
  encode: (input: Spelled) => Report.encode(report(input)),
  decode: (input: Bytes.Hex) => Report.decode(Bytes.fromHex(input)),
  voteByte: (input: Vote.Vote) => Vote.toByte(input),
  voteOf: (input: number) => Vote.fromByte(input),
  holds: (input: { op: number; value: string; target: string }) =>
    Docket.holds(input.op, BigInt(input.value), BigInt(input.target)),
  fault: (input: { rule: Rule; check: Check; vote: Vote.Outcome }) =>
    Docket.fault(rule(input.rule), check(input.check), input.vote),
  checkHash: (input: Check) => Docket.checkHash(check(input)),
  ruleLeaf: (input: Rule | null) => Leaf.rule(input === null ? null : rule(input)),
  checkLeaf: (input: { check: Check | null; at: Position }) =>
    Leaf.check(input.check === null ? null : check(input.check), {
      ...input.at,
      marketId: BigInt(input.at.marketId),
    }),
  receiptLeaf: (input: Leaf.Receipt) => Leaf.receipt(input),
  verdictLeaf: (input: Omit<Leaf.Verdict, 'marketId'> & { marketId: string }) =>
    Leaf.verdict({ ...input, marketId: BigInt(input.marketId) }),
  ownCheckLeaf: (input: Omit<Leaf.OwnCheck, 'marketId' | 'value'> & { marketId: string; value: string }) =>
    Leaf.ownCheck({ ...input, marketId: BigInt(input.marketId), value: BigInt(input.value) }),
}
