-- What happened on a chain, for readers. All of it follows from the chain, and can be made again from nothing; only what a round
-- file says comes from a gateway, and is held against the root on the chain.
create schema indexer;

create domain indexer.address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain indexer.hash as text check (value ~ '^0x[0-9a-f]{64}$');
create domain indexer.amount as numeric(78, 0) check (value >= 0);

-- Which contract the rest is about, and up to which block it is complete. One row.
create table indexer.places (
  one boolean primary key default true check (one),
  chain_id bigint not null,
  market indexer.address not null,
  -- The hash of the first block tells a local chain from the next one at the same address.
  genesis indexer.hash not null,
  -- Up to which block events are kept; null before the first look.
  block bigint,
  hash indexer.hash,
  -- Of which block all else is; null until that was read for the first time.
  seen_block bigint,
  seen_hash indexer.hash,
  seen_time bigint
);

create table indexer.events (
  block bigint not null,
  log integer not null,
  block_hash indexer.hash not null,
  time bigint not null,
  transaction indexer.hash not null,
  contract text not null check (contract in ('market', 'bets', 'reputation', 'source_keys', 'conditions')),
  name text not null,
  market_id bigint,
  agent_id bigint,
  -- JSON.
  args text not null,
  primary key (block, log)
);

create index events_of_market on indexer.events (market_id, block, log) where market_id is not null;
create index events_of_agent on indexer.events (agent_id) where agent_id is not null;

-- Money in and out, one row an event that moves some; bets among them.
create table indexer.payments (
  block bigint not null,
  log integer not null,
  time bigint not null,
  transaction indexer.hash not null,
  market_id bigint,
  kind text not null,
  account indexer.address not null,
  amount indexer.amount not null,
  agent_id bigint,
  seat integer,
  -- Of a bet: YES or NO.
  side text check (side in ('YES', 'NO')),
  primary key (block, log),
  foreign key (block, log) references indexer.events on delete cascade
);

create index payments_of_market on indexer.payments (market_id, block, log);
create index payments_of_account on indexer.payments (account, block, log);
create index bets on indexer.payments (market_id, account) where kind in ('bet', 'bet paid');

create table indexer.markets (
  id bigint primary key,
  -- JSON: what the contract says of it, and what its question says.
  view text not null,
  asked text not null,
  title text,
  event text,
  category text,
  picture text,
  creator indexer.address not null,
  status text not null,
  outcome text,
  deadline bigint not null,
  window_end bigint not null,
  is_appealing boolean not null,
  draw_block bigint not null,
  seats smallint not null,
  -- When the records of its agents were written: at the settlement of a Yes or No.
  recorded_at bigint,
  answered_before integer not null,
  -- Pool and stakes.
  value indexer.amount not null,
  words tsvector not null
);

create index markets_by_status on indexer.markets (status, id);
create index markets_by_deadline on indexer.markets (deadline, id);
create index markets_by_window on indexer.markets (window_end, id) where status = 'resolved';
create index markets_by_event on indexer.markets (event, id) where event is not null;
create index markets_by_category on indexer.markets (category, id) where category is not null;
create index markets_by_words on indexer.markets using gin (words);

-- Agents in markets: who joined, and who of them has a seat.
create table indexer.workers (
  market_id bigint not null,
  cohort smallint not null,
  agent_id bigint not null,
  -- In which order they joined.
  place integer not null,
  joined_at bigint not null,
  signer indexer.address not null,
  has_left boolean not null,
  seat integer,
  stake indexer.amount not null,
  factor_bps integer not null,
  vote text,
  reason text,
  res smallint not null default 0,
  src smallint not null default 0,
  depth smallint not null default 0,
  weight bigint not null default 0,
  share bigint not null default 0,
  -- What the market owes the seat, or paid it; null until it is settled.
  payout indexer.amount,
  paid indexer.amount,
  -- JSON: the strike that hit it.
  strike text,
  primary key (market_id, cohort, agent_id)
);

create unique index workers_by_seat on indexer.workers (market_id, seat) where seat is not null;
create index workers_by_agent on indexer.workers (agent_id, market_id);
create index workers_by_signer on indexer.workers (signer, market_id);

create table indexer.rounds (
  market_id bigint not null,
  round integer not null,
  cohort smallint not null,
  requested_at bigint,
  reported_at bigint,
  reported_block bigint,
  transaction indexer.hash,
  round_root indexer.hash,
  outcome text,
  is_void boolean not null default false,
  -- JSON: what each seat came to, and the value that decided.
  records text,
  decided text,
  primary key (market_id, round)
);

create index rounds_by_root on indexer.rounds (round_root) where round_root is not null;

-- Who has to do with which market, and how.
create table indexer.roles (
  account indexer.address not null,
  market_id bigint not null,
  role text not null check (role in ('creator', 'bettor', 'agent', 'challenger', 'appellant', 'arbiter')),
  primary key (account, market_id, role)
);

create index roles_of_market on indexer.roles (market_id);

create table indexer.agents (
  id bigint primary key,
  name text,
  owner indexer.address,
  wallet indexer.address,
  uri text,
  endpoint text,
  settled integer not null,
  correct integer not null,
  sum_res bigint not null,
  sum_src bigint not null,
  sum_depth bigint not null,
  factor_bps integer not null
);

create index agents_by_owner on indexer.agents (owner);

-- What agents have in all their markets together, kept up to date with each market that is written.
create table indexer.tallies (
  agent_id bigint primary key,
  joined bigint not null,
  open bigint not null,
  strikes bigint not null,
  at_stake numeric(78, 0) not null,
  earned numeric(78, 0) not null
);

create table indexer.source_keys (
  source_id indexer.hash primary key,
  key indexer.address not null,
  registered_at bigint not null,
  is_revoked boolean not null
);

-- What has changed and is to be read from the contracts again: empty when all is read.
create table indexer.unread (
  kind text not null check (kind in ('market', 'agent')),
  id bigint not null,
  primary key (kind, id)
);

-- Round files that hash to the reported root: where they are, and what they say that no contract knows. They outlive a
-- reorganisation, since a root names one file for ever.
create table indexer.files (
  round_root indexer.hash primary key,
  gateway text not null,
  -- JSON: confidence by place, in basis points or null.
  confidences text not null
);
