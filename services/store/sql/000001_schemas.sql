-- One schema per service, so that services can share a server without sharing tables.
create schema agent;
create schema gateway;
create schema rules;
create schema participant;
