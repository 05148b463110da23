-- The pages where markets say that their answers will be read, and whether somebody is there. A page is asked for now and then
-- while a market that is watched cites it.
alter table rules.markets add column source_url text check (length(source_url) <= 2048);
create index markets_source on rules.markets (source_url) where not is_archived;

create table rules.sources (
  url text primary key check (length(url) <= 2048),
  -- Its registrable domain, which is not asked for two pages at once.
  domain text not null,
  due_at timestamptz not null,
  asked_at timestamptz,
  verdict text not null default 'unchecked'
    check (verdict in ('unchecked', 'alive', 'moved', 'refused', 'missing', 'down', 'forbidden')),
  status smallint,
  checked_at timestamptz,
  -- How many times in a row nobody was there.
  failures integer not null default 0
);

create index sources_due on rules.sources (due_at);
create index sources_asked on rules.sources (domain, asked_at);
