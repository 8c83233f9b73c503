# What there is to do here. `make` alone lists it.
.DEFAULT_GOAL := help
.PHONY: help setup build demo check test judge licences bench bench-smoke book package package-test walk reference drift fuzz sim clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: ## install what building, the demo and the tests need
	scripts/setup --demo --test
	scripts/fetch-models

build: ## the release binary, target/release/lea, and the models it reads screens with
	scripts/setup
	scripts/fetch-models
	cargo build --release -p lea

demo: ## see it all: a task is shown, learnt, and done on screens that changed (WATCH=1: in a viewer, or as a video)
	scripts/setup --demo $(if $(WATCH),--watch)
	scripts/fetch-models
	cargo build --release -p lea
	$${CARGO_TARGET_DIR:-target}/release/lea demo --out target/demo $(if $(WATCH),--watch)

check: ## the inner loop, two minutes: commits, format, lints, unit tests; no display needed
	scripts/check

test: ## everything a change must pass: format, lints, licences, all tests, one round of every benchmark; says where the time went
	scripts/test

judge: ## the long measurements of this commit, resumable: hours; results in target/judge (PARTS="sim-1 act": only these)
	scripts/judge $(PARTS)

licences: ## licences of all dependencies, against deny.toml
	scripts/licences

bench: ## the figures of the screen and the recorder, beside a peer (the others: docs/benchmarks.md)
	bench/run

bench-smoke: ## every benchmark once, without measuring
	scripts/setup --bench
	scripts/fetch-models
	scripts/bench-smoke

book: ## the documentation as pages, in target/book
	scripts/book

package: ## the Debian package, in target/debian
	scripts/setup
	scripts/package

package-test: ## install the package in a clean Debian 12, and run it there (root, network)
	scripts/package-test

walk: ## a new user's walk: the tutorial, by a scripted person on a virtual display
	scripts/setup --test
	scripts/fetch-models
	cargo test -p lea --test e2e_tutorial -- --nocapture

reference: ## write docs/reference from the code
	cargo run --quiet -p lea -- reference docs/reference

drift: ## Lea beside other tools on screens that changed: hours; tables in bench/target/drift-results
	bench/drift/run bench/target/drift-results

fuzz: ## random bytes against the readers, FUZZ_SECONDS=60 for each
	scripts/fuzz

sim: ## a million simulated steps with faults and crashes, from SIM_SEED=1
	cargo build --release -p lea-sim
	$${CARGO_TARGET_DIR:-target}/release/lea-sim --steps $${SIM_STEPS:-1000000} --seed $${SIM_SEED:-1}

clean: ## remove what was built
	cargo clean
	rm -rf bench/target bench/peer/target fuzz/target
