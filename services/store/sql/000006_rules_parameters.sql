-- The parameters that processes of the rules service were given, whole, each named by the hash of its values. What is beyond a
-- hard limit counts only after a person has approved these very values; the last word on them is the one that holds.
create table rules.parameter_sets (
  hash rules.hash primary key,
  -- JSON, as it was hashed.
  parameters text not null,
  proposed_at timestamptz not null,
  -- When a process last began to go by them; null where none ever did.
  used_at timestamptz
);

create table rules.parameter_decisions (
  sequence bigint generated always as identity primary key,
  hash rules.hash not null references rules.parameter_sets,
  is_approved boolean not null,
  decided_by text not null check (length(decided_by) between 1 and 64),
  why text not null check (length(why) between 1 and 500),
  decided_at timestamptz not null
);

create index parameter_decisions_of on rules.parameter_decisions (hash, sequence);

create function rules.keep_decision() returns trigger language plpgsql as $$
begin
  raise exception 'a decision is kept as it is' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger keep_decision before update or delete on rules.parameter_decisions
  for each row execute function rules.keep_decision();
create trigger keep_decisions before truncate on rules.parameter_decisions
  for each statement execute function rules.keep_decision();
