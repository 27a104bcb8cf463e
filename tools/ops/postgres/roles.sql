-- The roles and the database of docs/operating.md. PostgreSQL's image runs this as its superuser when compose.yaml's volume is new.
\getenv owner_password OWNER_PASSWORD
\getenv server_password SERVER_PASSWORD
create role signalpost_owner login password :'owner_password';
create role signalpost_app login password :'server_password';
create database signalpost owner signalpost_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
alter database signalpost set timezone to 'UTC';
