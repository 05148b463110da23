-- What an agent found of what others cite. A round has two places for lists: whoever inserts the row looks for the list, and what
-- was found is signed, so it is kept as it is.
create table agent.reproductions (
  agent_id bigint not null,
  chain_id bigint not null,
  market agent.address not null,
  market_id bigint not null,
  round bigint not null,
  place smallint not null check (place between 1 and 2),
  list_hash agent.hash not null,
  -- Null between taking the list and having looked.
  found text check (found ~ '^[pfu]{1,8}$'),
  created_at timestamptz not null default now(),
  primary key (agent_id, chain_id, market, market_id, round, place),
  unique (agent_id, chain_id, market, market_id, round, list_hash)
);
