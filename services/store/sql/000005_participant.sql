-- What a participant keeps: bytes by their hash, how they were had, claims, and who attests them.
--
-- Whatever is hashed or served is bytes or text and never json or jsonb, which would not give back the same bytes.

create domain participant.hash as text check (value ~ '^0x[0-9a-f]{64}$');
create domain participant.address as text check (value ~ '^0x[0-9a-f]{40}$');

-- The raw bytes of replies. The same bytes are kept once, whoever sent them.
create table participant.blobs (
  hash participant.hash primary key,
  bytes bytea not null,
  size integer not null check (size = octet_length(bytes)),
  created_at timestamptz not null default now()
);

-- Each time a source was asked: the receipt.
create table participant.retrievals (
  response_hash participant.hash not null references participant.blobs,
  request_hash participant.hash not null,
  -- Unix seconds.
  retrieved_at bigint not null check (retrieved_at >= 0),
  url text not null,
  method text not null,
  status smallint not null,
  content_encoding text not null,
  -- JSON.
  headers text not null,
  primary key (response_hash, request_hash, retrieved_at)
);

-- Claims that somebody with a say attests.
create table participant.claims (
  claim_hash participant.hash primary key,
  fund_hash participant.hash not null,
  room_id text not null,
  epoch_id bigint not null check (epoch_id >= 0),
  source_ref text not null,
  response_hash participant.hash not null,
  -- JSON: the claim as it was handed on.
  claim text not null,
  created_at timestamptz not null default now()
);

create index claims_of_reply on participant.claims (response_hash, fund_hash);

-- One per claim and verifier: the one that lasts longest.
create table participant.attestations (
  claim_hash participant.hash not null references participant.claims,
  verifier participant.address not null,
  agent_id bigint check (agent_id >= 0),
  expires_at bigint not null check (expires_at >= 0),
  nonce bigint not null check (nonce >= 0),
  signature text not null check (signature ~ '^0x[0-9a-f]{130}$'),
  primary key (claim_hash, verifier)
);

-- What is archived stays as it is; it may only be forgotten.
create function participant.keep_blob() returns trigger language plpgsql as $$
begin
  raise exception 'archived bytes are kept as they are' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger keep_blob before update on participant.blobs
  for each row execute function participant.keep_blob();
