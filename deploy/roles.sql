-- As a superuser, with the three passwords in the environment: psql --file deploy/roles.sql
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
\getenv operators_password OPERATORS_PASSWORD
CREATE ROLE tabularium_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE tabularium_service LOGIN PASSWORD :'service_password';
CREATE ROLE tabularium_operators LOGIN PASSWORD :'operators_password';
CREATE DATABASE tabularium OWNER tabularium_owner;
-- The operators' role sees players, tokens and webhooks by views without passwords, addresses and secrets, which migrations make.
ALTER ROLE tabularium_operators SET search_path = operators, public;
-- What each connection asks for when it is made; behind a pooler only the role's own settings hold for all.
ALTER ROLE tabularium_service SET lock_timeout = '5s';
ALTER ROLE tabularium_service SET idle_in_transaction_session_timeout = '30s';
