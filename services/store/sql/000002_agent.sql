-- What an agent must still know after a restart. Several agents may share a server: rows name their agent.
--
-- Whatever is hashed, signed or served is text and never json or jsonb, which would not give back the same bytes. All of it
-- is JSON text, in which NUL is written as an escape, so text can hold it.

create domain agent.hash as text check (value ~ '^0x[0-9a-f]{64}$');
create domain agent.address as text check (value ~ '^0x[0-9a-f]{40}$');

-- The same request gets the same bytes for ever.
create table agent.answers (
  agent_id bigint not null,
  request_hash agent.hash not null,
  -- Null for a plain request that names no chain.
  chain_id bigint,
  market agent.address,
  market_id bigint not null,
  round bigint,
  -- Canonical JSON, of which request_hash is the hash.
  request text not null,
  -- The body of the reply, exactly as it is served.
  reply text not null,
  -- JSON object: the prepared response to each kind of challenge.
  responses text not null,
  -- Null where nothing could be collected.
  por_root agent.hash,
  created_at timestamptz not null default now(),
  primary key (agent_id, request_hash)
);

create index answers_by_round on agent.answers (chain_id, market, market_id, round);

-- Two signatures of one phase cost a worker its stake. Whoever inserts the row may sign what it says; everybody else signs
-- that too, or nothing. Rows are neither updated nor deleted.
create table agent.signatures (
  signer agent.address not null,
  chain_id bigint not null,
  market agent.address not null,
  market_id bigint not null,
  round bigint not null,
  phase text not null check (phase in ('resolve', 'challenge')),
  request_hash agent.hash not null,
  response_hash agent.hash not null,
  -- Null between the decision what to sign and the signature itself.
  signature text check (signature ~ '^0x[0-9a-f]{130}$'),
  created_at timestamptz not null default now(),
  primary key (signer, chain_id, market, market_id, round, phase)
);

create function agent.keep_signature() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.signature is null
    and row (new.signer, new.chain_id, new.market, new.market_id, new.round, new.phase, new.request_hash, new.response_hash)
      = row (old.signer, old.chain_id, old.market, old.market_id, old.round, old.phase, old.request_hash, old.response_hash)
  then
    return new;
  end if;
  raise exception 'a signature is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger keep_signature before update or delete on agent.signatures
  for each row execute function agent.keep_signature();
create trigger keep_signatures before truncate on agent.signatures
  for each statement execute function agent.keep_signature();

-- Proofs by their root, which says what they hold: agents may share them.
create table agent.proofs (
  por_root agent.hash primary key,
  document text not null,
  created_at timestamptz not null default now()
);

-- Up to which block a chain's events have been dealt with.
create table agent.cursors (
  agent_id bigint not null,
  chain_id bigint not null,
  market agent.address not null,
  block_number bigint not null check (block_number >= 0),
  -- Tells a block from another one of the same number.
  block_hash agent.hash,
  updated_at timestamptz not null default now(),
  primary key (agent_id, chain_id, market)
);
