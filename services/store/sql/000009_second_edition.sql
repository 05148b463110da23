-- The second edition: what a worker signs names its agent, and rounds are asked and reported in another form.

-- Agents may share a wallet, and each of them signs for itself. What was signed before names no agent: -1.
alter table agent.signatures add column agent_id bigint not null default -1;
alter table agent.signatures alter column agent_id drop default;
alter table agent.signatures drop constraint signatures_pkey;
alter table agent.signatures add primary key (agent_id, signer, chain_id, market, market_id, round, phase);

create or replace function agent.keep_signature() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.signature is null
    and row (new.agent_id, new.signer, new.chain_id, new.market, new.market_id, new.round, new.phase, new.request_hash,
        new.response_hash)
      = row (old.agent_id, old.signer, old.chain_id, old.market, old.market_id, old.round, old.phase, old.request_hash,
        old.response_hash)
  then
    return new;
  end if;
  raise exception 'a signature is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

-- Rounds of the first edition stay as they are, and nothing goes on with them.
alter table gateway.rounds add column edition smallint not null default 1;
alter table gateway.rounds alter column edition set default 2;

create or replace function gateway.keep_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.phase <> 'sealed'
    and row (new.chain_id, new.market, new.market_id, new.round, new.view, new.asked_block, new.edition)
      = row (old.chain_id, old.market, old.market_id, old.round, old.view, old.asked_block, old.edition)
    and (old.phase, new.phase) in
      (('answers', 'answers'), ('answers', 'defences'), ('answers', 'sealed'), ('defences', 'defences'), ('defences', 'sealed'))
  then
    return new;
  end if;
  raise exception 'a round is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;
