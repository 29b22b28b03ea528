# Tabularium: every target does its own set-up. `make serve` and `make test` are all one needs.
PORT ?= 8000
DATA ?= .data$(if $(SANDBOX),/sandbox)
URL ?= http://127.0.0.1:8000
GAME ?= rock-paper-wizard
ARGS ?=

# A Python of one's own choice: make test PYTHON=/usr/bin/python3.12
PYTHON ?=
export PYTHON

# What is started here starts hundreds of processes, each of which would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

MAKEFLAGS += --no-print-directory
STACK = exec .venv/bin/python -m config.local_stack

# What the caller has named, as one word of the shell's whatever is in it.
quoted = '$(subst ','\'',$(1))'

.PHONY: serve admin operator manage backup restore verify verdict test release-dump release supply openapi docs-examples languages \
	fuzz verifiers fuzz-verifiers storm siege failover citus mutants simulate deployment soak point-in-time clients generators kit kit-storm \
	browser first seen gallery demo bench millions profile idle crowd queueing ratings streams latency rough costs balance ladder herding \
	lint format lock telemetry clean venv venv-dev

# SANDBOX=seed makes it one for tests: a clock that can be moved, and the same cards at every run (docs/api/sandbox.md).
serve: venv
	@$(STACK) serve --port=$(call quoted,$(PORT)) --data $(call quoted,$(DATA))

# The operators' pages, beside a running `make serve` on the same DATA, or on DATABASE_URL.
admin: PORT = 8001
admin: venv
	@$(STACK) admin --port=$(call quoted,$(PORT)) --data $(call quoted,$(DATA))

operator: venv
	@test -n $(call quoted,$(HANDLE)) || { echo "tabularium: name the operator: make operator HANDLE=name" >&2; exit 1; }
	@$(STACK) operator --handle $(call quoted,$(HANDLE)) --data $(call quoted,$(DATA))

# A command of manage.py beside a running `make serve`: make manage ARGS="audit_matches"
manage: venv
	@$(STACK) manage --data $(call quoted,$(DATA)) -- $(ARGS)

# A backup of a running `make serve`, and a folder of data made from one: make restore FROM=… DATA=…
backup: venv
	@test -n $(call quoted,$(TO)) || { echo "tabularium: name a new folder: make backup TO=folder" >&2; exit 1; }
	@$(STACK) backup --data $(call quoted,$(DATA)) --to $(call quoted,$(TO))

restore: venv
	@test -n $(call quoted,$(FROM)) || { echo "tabularium: name the backup: make restore FROM=folder" >&2; exit 1; }
	@$(STACK) restore --data $(call quoted,$(DATA)) --from $(call quoted,$(FROM))

# A match file against its own rules: make verify FILE=match.ndjson HEAD=…
# It exits as the module does, but with 2 where that ends with 3 (valid in part): make knows no 3. GNU make ends with 2
# however a recipe fails, but asked a question (-q) it says 1 where a line is left to run, and still runs the lines that
# begin with +.
ifeq ($(MAKECMDGOALS),verify)
MAKEFLAGS += -q
VERDICT := $(shell mktemp)
endif
verify: verdict
	+@rm -f "$(VERDICT)"
	$(if $(filter 3,$(file <$(VERDICT))),$(shell rm -f "$(VERDICT)")$(error valid in part))
	$(if $(filter 0 1,$(file <$(VERDICT))),,$(shell rm -f "$(VERDICT)")$(error nothing was checked))
	$(if $(filter 1,$(file <$(VERDICT))),@: not valid)

verdict:
	+@sh .ci/venv requirements.txt && { .venv/bin/python -m games.verify $(call quoted,$(FILE)) $(if $(HEAD),--head $(call quoted,$(HEAD))); \
		echo $$? >"$(VERDICT)"; }

# Three workers share the tests, each with servers of its own, because some tests wait for processes; one that dies or
# hangs ends the run. LONG=1 runs what takes long too (tests/support/long_runs.py), which waits half of the time. In one
# process, so that a debugger can be used: make test ARGS="-n0 …"
test: venv-dev
	@exec .venv/bin/python -m pytest -n $(if $(LONG),4,3) --dist worksteal --max-worker-restart 0 $(ARGS)

# At a release, once: its database, which every later version has to bring over (docs/upgrades.md).
release-dump: venv-dev
	@exec .venv/bin/python -m tests.releases.making "$$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)"

# What a release consists of: archive, bill of materials, hashes. The same commit makes the same bytes: make release TO=folder
release: venv-dev
	@test -n $(call quoted,$(TO)) || { echo "tabularium: name a new folder: make release TO=folder" >&2; exit 1; }
	@exec .venv/bin/python -m tests.releases.bundle $(call quoted,$(TO))

# Under which terms the packages are, and whether a version is known to be faulty, where that list can be had.
supply: venv-dev
	@.venv/bin/python -m tests.releases.licences
	@.venv/bin/python -m tests.releases.known_faults

# The OpenAPI document, made anew from the code; the tests compare.
openapi: venv-dev
	@.venv/bin/python -m api.openapi

# The tables and examples on the games' pages for programmers (docs/api/<game>.md), made anew from the code and from whole
# matches; the tests compare.
docs-examples: venv-dev
	@.venv/bin/python -m tests.games.game_pages

# The types of all keys of texts anew, and what a language lacks or has left over (docs/languages.md).
languages: venv-dev
	@.venv/bin/python -m languages

# Clients made from the document, and a bot for each game on them, held by tsc and mypy. With the address of a running
# service they play there: make clients ARGS=http://127.0.0.1:8000
clients: venv-dev
	@exec sh .ci/clients $(ARGS)

# Clients made of every edition of the document by three generators at their default flags, held by tsc and mypy --strict:
# minutes. Of one edition: make generators ARGS=lean
generators: venv-dev
	@exec sh .ci/generators $(ARGS)

# The kits for programs that play: their shapes and calls made anew from the document; the wheel and the source archive in
# clients/python/dist, and the npm tarball in clients/typescript/dist.
kit: venv-dev
	@.venv/bin/python clients/python/make_calls.py
	@.venv/bin/python -m clients.typescript.make_calls
	@rm -rf clients/python/dist clients/typescript/dist clients/typescript/built
	@.venv/bin/uv build --quiet --out-dir clients/python/dist clients/python
	@mkdir clients/typescript/dist
	@! sh .ci/node || { cd clients/typescript && npm run --silent build && npm pack --silent --pack-destination dist >/dev/null; }
	@ls clients/python/dist clients/typescript/dist

# The kit's example bots in Python and TypeScript play so many matches of each game, four at once, while web and live
# processes are killed under them: a line for each match, and one for each game. Most of its time is Cave's.
kit-storm: venv-dev
	@exec env KIT=$(or $(MATCHES),20) .venv/bin/python -m pytest tests/acceptance/test_kit.py -k killed -s $(ARGS)

# Three verifiers of match files, the command's against the page's and the kit's, over honest files and over so many changed
# ones, which are others each time: make verifiers MUTATED=10000
verifiers: venv-dev
	@sh .ci/node
	@exec env MUTATED=$(or $(MUTATED),1568) .venv/bin/python -m pytest -s \
		tests/clients/test_match_verifiers.py tests/web/test_verifiers_agree.py $(ARGS)

# The same questions as in the suite, but many more of them.
fuzz: venv-dev
	@exec env FUZZ=20000 .venv/bin/python -m pytest tests/api/test_fuzz.py $(ARGS)

# Tampered match files for both verifiers, guided by the coverage of both: MINUTES (1), SEED (a new one, which is printed).
# It needs atheris, which has wheels for Linux on x86-64 alone, and no lock: .venv/bin/python -m pip install atheris
fuzz-verifiers: venv-dev
	@exec .venv/bin/python -m tests.web.fuzz --minutes $(or $(MINUTES),1) --seed $(or $(SEED),0) $(ARGS)

# Five hundred matches with clocks and nobody there: how late the clock is, and what happens when everything is killed.
storm: venv-dev
	@exec env STORM=500 STORM_KILLS=25 .venv/bin/python -m pytest tests/acceptance/test_storm.py -s $(ARGS)

# Attacks on a running service, two minutes each, beside honest players. make siege ARGS="--seconds 20 http2"
siege: venv-dev
	@exec .venv/bin/python -m bench.siege $(ARGS)

# A primary and a synchronous standby, two nodes, players at full speed, and in each round one of the servers is lost or hangs;
# some ten minutes. It fails where anything is not as a player was told. BROKEN=append has it break a promise
# (tests/failover/broken.py has all, and `off`).
# PATRONI=/path/to/bin/patroni has Patroni lead the pair, over TCP with certificates; it takes etcd and Debian's postgresql.
# PGBOUNCER=/usr/sbin/pgbouncer has the service go through it. ARGS=--citus has the pair be a worker of Citus.
failover: venv-dev
	@exec .venv/bin/python -m tests.failover --rounds "$(or $(ROUNDS),20)" $(if $(BROKEN),--broken "$(BROKEN)") \
		$(if $(PATRONI),--patroni "$(PATRONI)") $(if $(PGBOUNCER),--pooled "$(PGBOUNCER)") $(ARGS)

# Parts of the suite that stand on the store, on Citus: a coordinator and two workers, some ten minutes. Where no
# PostgreSQL here has Citus, `sh .ci/citus` builds it, as a user who may install it. make citus ARGS="tests/events -x"
citus: venv-dev
	@exec .venv/bin/python -m tests.citus $(ARGS)

# The judge of `make failover` on trial: the service breaks each promise once, a minute for each. make mutants ARGS="lost_move append"
mutants: venv-dev
	@exec .venv/bin/python -m tests.failover.mutants $(ARGS)

# The files of deploy/ started as they stand: two nodes behind nginx, restarted one after the other while tables play; three minutes.
deployment: venv-dev
	@exec .venv/bin/python -m tests.deployment $(ARGS)

# A base backup and an archive of the WAL, put back to a moment before the last moves; half a minute.
point-in-time: venv-dev
	@exec .venv/bin/python -m tests.failover.point_in_time $(ARGS)

# The service's own code under simulated time, network, processes and PostgreSQL, from a seed; on one core:
# make simulate ARGS="--seed 7 --moves 100000 --minutes 10", ARGS="--broken all" (docs/simulation.md)
simulate: venv-dev
	@exec env PYTHONHASHSEED=0 .venv/bin/python -m tests.simulation $(ARGS)

demo: venv
	@$(STACK) demo --url $(call quoted,$(URL)) --game $(call quoted,$(GAME)) --bots $(call quoted,$(BOTS))

# Every measurement of docs/performance.md, ten minutes; or one: make bench ARGS=appends, ARGS="calls cave"
bench: venv-dev
	@exec .venv/bin/python -m bench $(ARGS)

# A database of so many events in a folder of its own, on from where it was interrupted: make millions DATA=folder EVENTS=10000000
# (7 GB); the same questions to several of them by turns: make millions ARGS="measure --data folder --data other"; and what an hour
# of play leaves in its queues: make millions ARGS="wear --data folder"
millions: venv-dev
	@exec .venv/bin/python -m bench.millions $(or $(ARGS),fill --data $(call quoted,$(DATA)) --events "$(or $(EVENTS),1000000)")

# Where the time of a move goes, through every layer of a web process: .data/profile. Of another game: ARGS=cave
profile: venv-dev
	@exec .venv/bin/python -m bench profile $(ARGS)

# What the service costs while nobody plays: processor time and memory of every process, over a minute.
idle: venv-dev
	@exec .venv/bin/python -m bench.running.idle $(ARGS)

# Two, four and six thousand open streams beside twenty moves a second, of matches that last and then of such that end, in some
# eight minutes; fewer:
# make streams ARGS="--streams 300 --seconds 10"
streams: venv-dev
	@exec .venv/bin/python -m bench.running.streams $(ARGS)

# Eight matches at full speed for 25 minutes: memory of every process, and whether a log complains. make soak ARGS="--seconds 60"
soak: venv-dev
	@exec .venv/bin/python -m bench.running.soak $(ARGS)

# How soon an opponent's move is told on streams of matches and of players: make latency ARGS="--moves 30"
latency: venv-dev
	@exec .venv/bin/python -m bench.running.latency $(ARGS)

# Readers of matches of all games, cut off at random while every process and both servers are killed and started again, for
# five minutes; make rough DEAF=1 while the relay's NOTIFY arrives nowhere.
rough: venv-dev
	@exec env ROUGH=300 DEAF="$(DEAF)" .venv/bin/python -m pytest tests/acceptance/test_streams.py -s $(ARGS)

# How soon a thousand players who wait in the queue are seated: make queueing ARGS="--players 1000 --seconds 60"
queueing: venv-dev
	@exec .venv/bin/python -m bench.running.queueing $(ARGS)

# How well ratings foretell who wins, of players of known strengths: make ratings ARGS="--models", ARGS=--stored;
# of the rated matches of a database, ARGS="--of URL"; of such that bots play, ARGS="--bots rock-paper-wizard --matches 240"
ratings: venv-dev
	@exec .venv/bin/python -m bench.ratings $(ARGS)

# Four hundred matches of bots beside people: how old the lists are, how late clocks. make crowd ARGS="--seconds 20"
crowd: venv-dev
	@exec .venv/bin/python -m bench.running.crowd $(ARGS)

# Processor time of every operation at its worst: the table of docs/performance.md.
costs: venv-dev
	@exec .venv/bin/python -m bench endpoints

# Hundreds of matches of one game in memory: endings, rounds, winners. make balance GAME=cave
balance: venv-dev
	@exec .venv/bin/python -m bench.bots.balance $(call quoted,$(GAME)) $(ARGS)

# How strong the bots are: each against each weaker one, at every size of table. make ladder GAME=rock-paper-wizard
ladder: venv-dev
	@exec .venv/bin/python -m bench.bots.ladder $(call quoted,$(GAME)) $(ARGS)

# Whether bots that answer at once all show the same card, and whether it pays to sample their picks. About an hour.
herding: venv-dev
	@exec .venv/bin/python -m bench.bots.herding $(ARGS)

# The page in a browser, some ten minutes: each game whole by clicking, by keyboard and by the accessibility tree, the table, the
# replay, the toy game, without a connection. It needs chromium; ARGS="-k keys" takes a part.
browser: venv-dev
	@exec env BROWSER=1 .venv/bin/python -m pytest tests/acceptance/test_page*.py $(ARGS)

# How soon a person can use the page, and how much it fetches until then; with the processor as it is, and at a quarter.
first: venv-dev
	@exec .venv/bin/python -m bench.running.page $(ARGS)

# How soon a move is seen in the browser of who made it and in that of the other, and what the page asks for meanwhile.
seen: venv-dev
	@exec .venv/bin/python -m bench.running.seen $(ARGS)

# Pictures of every screen of the page, in docs/gallery, which are looked at after a change of it.
gallery: venv-dev
	@exec env BROWSER=1 GALLERY=docs/gallery .venv/bin/python -m pytest tests/acceptance/test_page_screens.py $(ARGS)

lint: venv-dev
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/python -m mypy
	@.venv/bin/lint-imports
	@env -u DATABASE_URL -u DATABASE_OWNER_URL .venv/bin/python manage.py makemigrations --check --dry-run

format: venv-dev
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .

# Versions move only here. The newest allowed ones are taken: the old lock files are put aside first.
UV_COMPILE = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --only-binary :all: \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: venv-dev
	@$(UV_COMPILE) --upgrade --output-file requirements.txt requirements.in
	@$(UV_COMPILE) --upgrade --constraint requirements.txt --output-file requirements-telemetry.txt requirements-telemetry.in
	@$(UV_COMPILE) --upgrade --constraint requirements.txt --constraint requirements-telemetry.txt --override requirements-dev.overrides \
		--output-file requirements-dev.txt requirements-dev.in
	@$(UV_COMPILE) --upgrade --output-file clients/generated/requirements.txt clients/generated/requirements.in

# What traces for a collector of OpenTelemetry need, into .venv (docs/running.md).
telemetry: venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --only-binary :all: --require-hashes \
		--requirement requirements-telemetry.txt

clean:
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

venv:
	@sh .ci/venv requirements.txt

venv-dev:
	@sh .ci/venv requirements-dev.txt
