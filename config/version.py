"""Which version of Tabularium this is, by semantic versioning; docs/upgrades.md says what that promises."""

VERSION = "0.1.0"
