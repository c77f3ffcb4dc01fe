-- Of several programs one does what one alone may do: who has the lease, by the token that it was given, until its end
-- unless it is renewed. The name and the token are unique together so that PostgreSQL counts the token as part of a key:
-- who is given the next one waits for transactions that keep this one in place, and who only renews it does not.
-- least writer: 29
-- least reader: 14

create table leases (
  name text primary key,
  token bigint not null,
  ends timestamptz not null,
  holder text not null,
  unique (name, token)
);
