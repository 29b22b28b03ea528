"""Proof: audits of stored matches, rejudgement, daily heads, imported match files."""
