-- When workers were asked and heard, which rounds are left alone, and which markets are final.

-- Phase ends are computed from these, so that a restart does not move them.
alter table gateway.replies add column asked_at timestamptz;
alter table gateway.replies add column said_at timestamptz;

-- Reported, expired or moved on: not collected or told of any more.
alter table gateway.rounds add column left_at timestamptz;

drop index gateway.rounds_open;
create index rounds_open on gateway.rounds (chain_id, market, created_at) where phase <> 'sealed' and left_at is null;

-- Who spoke after whom: two callers may speak within one tick of the clock.
alter table gateway.publications add column turn bigserial;

-- Markets with a report, and since when it is known that nothing can change them any more.
create table gateway.markets (
  chain_id bigint not null,
  market gateway.address not null,
  market_id bigint not null,
  checked_at timestamptz not null,
  final_at timestamptz,
  primary key (chain_id, market, market_id)
);

create index markets_open on gateway.markets (chain_id, market, checked_at) where final_at is null;

create function gateway.is_final(of_chain bigint, of_contract text, of_market bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from gateway.markets
    where chain_id = of_chain and market = of_contract and market_id = of_market and final_at is not null
  )
$$;

-- What is known of a worker stays known as it is, until its market is final and its time is over.
create or replace function gateway.keep_reply() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and gateway.is_final(old.chain_id, old.market, old.market_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.status is null
    and row (new.chain_id, new.market, new.market_id, new.round, new.phase, new.place, new.agent_id)
      = row (old.chain_id, old.market, old.market_id, old.round, old.phase, old.place, old.agent_id)
    and (old.asked_at is null or new.asked_at = old.asked_at)
  then
    return new;
  end if;
  raise exception 'a reply is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

create or replace function gateway.keep_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and gateway.is_final(old.chain_id, old.market, old.market_id) then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and row (new.chain_id, new.market, new.market_id, new.round, new.view, new.asked_block, new.edition, new.created_at)
      = row (old.chain_id, old.market, old.market_id, old.round, old.view, old.asked_block, old.edition, old.created_at)
    and (old.phase <> 'sealed' or new.sealed_at is not distinct from old.sealed_at)
    and (old.phase, new.phase) in
      (('answers', 'answers'), ('answers', 'defences'), ('answers', 'sealed'), ('defences', 'defences'), ('defences', 'sealed'),
       ('sealed', 'sealed'))
  then
    return new;
  end if;
  raise exception 'a round is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;
