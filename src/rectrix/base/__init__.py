"""What every stage stands on: errors, registry, configuration, files, seeds, progress."""
