"""Executors: an ordered map over shards, and an asynchronous one."""
