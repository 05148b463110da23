-- When an agent was first asked in a round that no number decides: a restart gives it no more time.
create table agent.first_asks (
  agent_id bigint not null,
  request_hash agent.hash not null,
  -- Milliseconds since 1970, by the agent's own clock.
  asked_at bigint not null check (asked_at >= 0),
  created_at timestamptz not null default now(),
  primary key (agent_id, request_hash)
);

create index first_asks_by_age on agent.first_asks (created_at);
