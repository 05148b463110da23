/** What slither reports and why it is no fault: by detector, and where it matters by the function it is about. */
export type Explained = { readonly check: string; readonly about?: RegExp; readonly why: string }

export const explained: readonly Explained[] = [
  {
    check: 'timestamp',
    why: 'Deadlines and windows are times. They are minutes at least; a proposer moves a timestamp by seconds.',
  },
  {
    check: 'msg-value-in-nonpayable',
    about: /^AppealLib\.open/,
    why: 'A linked library runs for the market’s `escalate`, which is payable.',
  },
  {
    check: 'uninitialized-state',
    about: /^MarketState\./,
    why: 'MarketViews runs on the storage of the market, which writes it.',
  },
  {
    check: 'uninitialized-local',
    why: 'Solidity starts a variable at zero, and that is what it is meant to start at.',
  },
  {
    check: 'unused-return',
    why: 'A function that gives several values is asked for those that are needed.',
  },
  {
    check: 'shadowing-local',
    about: /^I[A-Z]/,
    why: 'The name of a parameter in an interface.',
  },
  {
    check: 'reentrancy-events',
    about: /^FeedbackLib\.publish/,
    why: 'Whether the registry took it is known only afterwards; the mark against a second entry is set before.',
  },
]
