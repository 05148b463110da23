-- The group of markets of which exactly one can win: its members are compared with each other.
alter table rules.markets add column neg_risk_group text;
create index markets_group on rules.markets (neg_risk_group) where neg_risk_group is not null;
