"""Tools for machines: what files of `lobatto health` and `lobatto accept` say."""
