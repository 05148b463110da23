-- What a gateway has collected. Several processes may share a server: who asks a worker has claimed its row before.
--
-- Whatever is served is text and never json or jsonb, which would not give back the same bytes.

create domain gateway.hash as text check (value ~ '^0x[0-9a-f]{64}$');
create domain gateway.address as text check (value ~ '^0x[0-9a-f]{40}$');

-- A round as the chain had it when it was asked. Its phase only ever moves on.
create table gateway.rounds (
  chain_id bigint not null,
  market gateway.address not null,
  market_id bigint not null,
  round bigint not null,
  -- JSON: question, times and workers, in join order.
  view text not null,
  asked_block bigint not null check (asked_block >= 0),
  phase text not null default 'answers' check (phase in ('answers', 'defences', 'sealed')),
  created_at timestamptz not null default now(),
  sealed_at timestamptz,
  primary key (chain_id, market, market_id, round),
  check ((phase = 'sealed') = (sealed_at is not null))
);

create index rounds_open on gateway.rounds (chain_id, market, created_at) where phase <> 'sealed';

-- One row per worker and phase, made when the phase begins.
create table gateway.replies (
  chain_id bigint not null,
  market gateway.address not null,
  market_id bigint not null,
  round bigint not null,
  phase text not null check (phase in ('answers', 'defences')),
  -- The worker's place in the round.
  place smallint not null check (place between 0 and 31),
  agent_id bigint not null,
  -- Null until it is known what came of asking.
  status text check (status ~ '^[a-z-]{2,32}$'),
  -- JSON, as it is served; null unless the status is ok.
  reply text,
  -- Who asks now, and until when nobody else may.
  claimed_by text,
  lease_until timestamptz,
  primary key (chain_id, market, market_id, round, phase, place),
  foreign key (chain_id, market, market_id, round) references gateway.rounds,
  check ((status is not distinct from 'ok') = (reply is not null))
);

-- What is known of a worker stays known as it is; a sealed round changes in nothing.
create function gateway.keep_reply() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status is null
    and row (new.chain_id, new.market, new.market_id, new.round, new.phase, new.place, new.agent_id)
      = row (old.chain_id, old.market, old.market_id, old.round, old.phase, old.place, old.agent_id)
  then
    return new;
  end if;
  raise exception 'a reply is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger keep_reply before update or delete on gateway.replies
  for each row execute function gateway.keep_reply();

create function gateway.keep_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.phase <> 'sealed'
    and row (new.chain_id, new.market, new.market_id, new.round, new.view, new.asked_block)
      = row (old.chain_id, old.market, old.market_id, old.round, old.view, old.asked_block)
    and (old.phase, new.phase) in
      (('answers', 'answers'), ('answers', 'defences'), ('answers', 'sealed'), ('defences', 'defences'), ('defences', 'sealed'))
  then
    return new;
  end if;
  raise exception 'a round is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger keep_round before update or delete on gateway.rounds
  for each row execute function gateway.keep_round();

-- Reports as their events tell them. A reorganised chain may tell another one.
create table gateway.reports (
  chain_id bigint not null,
  market gateway.address not null,
  market_id bigint not null,
  round bigint not null,
  outcome text check (outcome in ('YES', 'NO', 'INVALID')),
  round_root gateway.hash not null,
  records_and_docket text not null check (records_and_docket ~ '^0x([0-9a-f]{2})*$'),
  block_number bigint not null check (block_number >= 0),
  primary key (chain_id, market, market_id, round)
);

-- What others say that the DON knows of a round: one each, kept until the round is published whole.
create table gateway.publications (
  chain_id bigint not null,
  market gateway.address not null,
  market_id bigint not null,
  round bigint not null,
  caller text not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (chain_id, market, market_id, round, caller)
);

-- Published rounds, exactly as they are served. One that does not rebuild to the reported root may be replaced by one that does.
create table gateway.files (
  chain_id bigint not null,
  market gateway.address not null,
  market_id bigint not null,
  round bigint not null,
  round_root gateway.hash not null,
  rebuilds boolean not null,
  document text not null,
  created_at timestamptz not null default now(),
  primary key (chain_id, market, market_id, round)
);

-- How often the DON was told of a round, and when it may next be told of any.
create table gateway.pokes (
  chain_id bigint not null,
  market gateway.address not null,
  market_id bigint not null,
  round bigint not null,
  count integer not null,
  primary key (chain_id, market, market_id, round)
);

create table gateway.poke_slots (
  chain_id bigint not null,
  market gateway.address not null,
  next_at timestamptz not null,
  primary key (chain_id, market)
);

-- Up to which block a chain's events have been dealt with.
create table gateway.cursors (
  chain_id bigint not null,
  market gateway.address not null,
  block_number bigint not null check (block_number >= 0),
  block_hash gateway.hash,
  updated_at timestamptz not null default now(),
  primary key (chain_id, market)
);
