-- The keeper's tables: what it has sent, so that a process that dies between sending and seeing neither loses nor repeats a call.
create schema keeper;

create domain keeper.address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain keeper.hash as text check (value ~ '^0x[0-9a-f]{64}$');
create domain keeper.wei as numeric(78, 0) check (value >= 0);

-- Which chain the rest is about: the hash of its first block tells a local chain from the next one at the same address.
create table keeper.places (
  chain_id bigint not null,
  market keeper.address not null,
  genesis keeper.hash not null,
  primary key (chain_id, market)
);

-- One row a nonce, written before anything is sent with it.
create table keeper.calls (
  chain_id bigint not null,
  sender keeper.address not null,
  nonce bigint not null check (nonce >= 0),
  market keeper.address not null,
  kind text not null check (kind ~ '^[a-zA-Z]{2,32}$'),
  market_id bigint not null,
  seat integer,
  target keeper.address not null,
  data text not null check (data ~ '^0x([0-9a-f]{2})*$'),
  gas bigint not null check (gas > 0),
  -- Chain time and block at which it was first sent.
  sent_at bigint not null,
  sent_block bigint not null,
  state text not null default 'open' check (state in ('open', 'mined', 'closed')),
  result text check (result in ('ok', 'reverted', 'lost')),
  mined_block bigint,
  -- What it may cost while it is open, and what it did cost afterwards.
  cost keeper.wei not null,
  primary key (chain_id, sender, nonce),
  check ((state = 'open') = (result is null))
);

create index calls_open on keeper.calls (chain_id, sender, nonce) where state <> 'closed';
create index calls_by_time on keeper.calls (chain_id, sender, sent_at);

-- What was signed for a nonce: one transaction, and those that replace it for a higher fee.
create table keeper.attempts (
  chain_id bigint not null,
  sender keeper.address not null,
  nonce bigint not null,
  number integer not null check (number >= 0),
  hash keeper.hash not null,
  raw text not null,
  max_fee keeper.wei not null,
  max_tip keeper.wei not null,
  sent_block bigint not null,
  primary key (chain_id, sender, nonce, number),
  foreign key (chain_id, sender, nonce) references keeper.calls on delete cascade
);

-- Feedback that the registry did not take: to try again would only cost gas.
create table keeper.refusals (
  chain_id bigint not null,
  market keeper.address not null,
  market_id bigint not null,
  seat integer not null,
  primary key (chain_id, market, market_id, seat)
);

-- Markets for which nothing is left to be called, seen so again when their block could no longer be replaced.
create table keeper.done (
  chain_id bigint not null,
  market keeper.address not null,
  market_id bigint not null,
  primary key (chain_id, market, market_id)
);
