-- What the parser of resolution rules knows of markets. Several processes may share a server: who polls a market has claimed its
-- row before, and what came of it is written under the row's lock.
--
-- Whatever is hashed or served is text and never json or jsonb, which would not give back the same bytes.

create domain rules.hash as text check (value ~ '^0x[0-9a-f]{64}$');
create domain rules.condition_id as text check (value ~ '^0x[0-9a-f]{64}$');

-- The last known good state of a market, kept for ever; a market that has resolved is archived and asked for no more.
create table rules.markets (
  condition_id rules.condition_id primary key,
  is_archived boolean not null default false,
  known_at timestamptz not null,
  last_rules_hash rules.hash,
  last_resolution_source text,
  last_parsed_at timestamptz,
  -- JSON: the market as it was read, and what the parser made of it.
  market text,
  parsed text,
  -- Of all that the rule was read from: while it stays the same there is nothing to parse. Null: to be parsed whatever it is.
  fingerprint text,
  -- The last link of its chain of versions.
  version integer not null default 0,
  version_hash rules.hash,
  -- How many reports were made of it.
  reports integer not null default 0,
  -- What the market's copy said of its own age; an older copy with another text is a cached one.
  gamma_updated_at timestamptz,
  -- When the market was last seen as it is, and how far beyond that its data has aged.
  fresh_at timestamptz,
  stale_level smallint not null default 0 check (stale_level between 0 and 2),
  -- Why there is nothing to report of it now.
  reason text check (reason ~ '^[A-Z_]{2,64}$'),
  -- A person wants a report whether or not there is news; the trace that he began.
  is_forced boolean not null default false,
  trace text check (trace ~ '^[0-9a-f]{32}$'),
  due_at timestamptz not null,
  -- Who polls now, until when nobody else may, and the how-manieth claim that is: a claim that was taken over writes nothing.
  claimed_by text,
  lease_until timestamptz,
  claim bigint not null default 0
);

create index markets_due on rules.markets (due_at) where not is_archived;
create index markets_parsed on rules.markets (last_parsed_at);

-- All that a market's rule ever said. Each version names the hash of the one before.
create table rules.versions (
  condition_id rules.condition_id not null references rules.markets,
  number integer not null check (number > 0),
  hash rules.hash not null,
  previous rules.hash,
  rules_hash rules.hash not null,
  raw_hash rules.hash not null,
  resolution_source text not null,
  change text not null check (change in ('first', 'none', 'cosmetic', 'semantic')),
  -- JSON: the market as it was read.
  market text not null,
  seen_at timestamptz not null,
  primary key (condition_id, number),
  check ((number = 1) = (previous is null))
);

create function rules.keep_version() returns trigger language plpgsql as $$
begin
  raise exception 'a version is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger keep_version before update or delete on rules.versions
  for each row execute function rules.keep_version();
create trigger keep_versions before truncate on rules.versions
  for each statement execute function rules.keep_version();

-- Reports, written with the state they tell of and emitted afterwards: position is their place in the topic, given once.
create table rules.reports (
  sequence bigint generated always as identity primary key,
  report_id text not null unique check (report_id ~ '^rep_rrp_0x[0-9a-f]{4,64}_[0-9]{1,16}$'),
  condition_id rules.condition_id not null references rules.markets,
  -- The how-manieth report of its market.
  number integer not null,
  status text not null check (status in ('review', 'ready', 'emitted', 'rejected', 'superseded')),
  -- JSON: why a person has to look at it first, and what he said.
  review text,
  decided_by text,
  decided_at timestamptz,
  -- JSON: all of the report but the time of its emission; then the report as it was emitted.
  draft text not null,
  body text,
  position bigint unique,
  -- How long Gamma took for the copy that it tells of.
  response_ms integer not null,
  created_at timestamptz not null,
  emitted_at timestamptz,
  unique (condition_id, number),
  check ((status = 'emitted') = (position is not null)),
  check ((position is null) = (body is null)),
  check ((position is null) = (emitted_at is null))
);

create index reports_waiting on rules.reports (status, sequence) where status in ('review', 'ready');

create function rules.keep_report() returns trigger language plpgsql as $$
begin
  if old.status in ('review', 'ready')
    and row (new.sequence, new.report_id, new.condition_id, new.number, new.draft)
      = row (old.sequence, old.report_id, old.condition_id, old.number, old.draft)
  then
    return new;
  end if;
  raise exception 'a report is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger keep_report before update on rules.reports
  for each row execute function rules.keep_report();

-- The last position given. Whoever emits holds this row, so positions are visible in their order.
create table rules.stream (
  only_row boolean primary key default true check (only_row),
  head bigint not null default 0
);
insert into rules.stream default values;

-- How far each topic that is not the database itself has been told.
create table rules.topics (
  name text primary key check (name ~ '^[a-z0-9_.-]{1,64}$'),
  position bigint not null default 0
);

-- What is done by one process at a time, now and then.
create table rules.jobs (
  name text primary key,
  next_at timestamptz not null
);
